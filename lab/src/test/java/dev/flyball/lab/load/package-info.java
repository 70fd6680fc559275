/** Tests of the client tier; those named {@code IT} offer load over real sockets. */
@NullMarked
package dev.flyball.lab.load;

import org.jspecify.annotations.NullMarked;
