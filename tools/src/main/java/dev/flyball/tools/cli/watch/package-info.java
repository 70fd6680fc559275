/** {@code flyball watch} and {@code support}: programs that run already, asked over JMX. */
@NullMarked
package dev.flyball.tools.cli.watch;

import org.jspecify.annotations.NullMarked;
