/** Tests of what files may say. */
@NullMarked
package dev.flyball.files;

import org.jspecify.annotations.NullMarked;
