/** Tests of the filter in real servers, over real sockets. */
@NullMarked
package dev.flyball.adapters.servlet;

import org.jspecify.annotations.NullMarked;
