/** Tests of the server tier; those named {@code IT} ask it over real sockets. */
@NullMarked
package dev.flyball.lab.server;

import org.jspecify.annotations.NullMarked;
