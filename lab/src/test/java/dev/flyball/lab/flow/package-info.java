/** Tests of {@code dev.flyball.lab.flow}. */
@NullMarked
package dev.flyball.lab.flow;

import org.jspecify.annotations.NullMarked;
