/** Files that people write: YAML, read with every mistake named where it stands. */
@NullMarked
package dev.flyball.files;

import org.jspecify.annotations.NullMarked;
