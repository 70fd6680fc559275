/** Tests of Jetty on a pool. */
@NullMarked
package dev.flyball.adapters.jetty;

import org.jspecify.annotations.NullMarked;
