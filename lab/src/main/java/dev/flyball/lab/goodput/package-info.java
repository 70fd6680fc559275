/**
 * The goodput board: HTTP servers under more load than they can serve, and how many requests each
 * of them answers before the client has left.
 *
 * <p>Start reading at {@link dev.flyball.lab.goodput.ServerRace}, which runs {@link
 * dev.flyball.lab.goodput.Row rows} against {@link dev.flyball.lab.goodput.ServerKind servers}, one
 * process after the other, then {@link dev.flyball.lab.goodput.BestPossible}, the bound that all of
 * them are compared with. What runs inside of a server's process is in {@link
 * dev.flyball.lab.goodput.server}. What may never be here: a second load generator; a contender
 * that is set for a row, but for the one that is set by hand and says so.
 */
@NullMarked
package dev.flyball.lab.goodput;

import org.jspecify.annotations.NullMarked;
