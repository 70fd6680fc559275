/**
 * The inside of a server's process: the one servlet, the containers, and the filters that decide
 * which requests get to it.
 *
 * <p>Start reading at {@link dev.flyball.lab.goodput.server.ServerMain}. What may never be here: a
 * contender that is set for a row, but for {@code ByHand}.
 */
@NullMarked
package dev.flyball.lab.goodput.server;

import org.jspecify.annotations.NullMarked;
