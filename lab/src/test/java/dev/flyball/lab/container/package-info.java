/** Servers of others whose requests run in a pool, under load over real sockets. */
@NullMarked
package dev.flyball.lab.container;

import org.jspecify.annotations.NullMarked;
