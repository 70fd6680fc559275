/**
 * The client tier: offers a load to a server over real HTTP/1.1 connections and measures what comes
 * back.
 *
 * <p>Start reading at {@link dev.flyball.lab.load.LoadClient}, which starts a run, then {@link
 * dev.flyball.lab.load.Load} (open loop: requests leave when the schedule says, whatever the server
 * does; closed loop: each client waits for its answer), then {@link
 * dev.flyball.lab.load.LoadResult}. {@link dev.flyball.lab.load.LoadRun} is the run itself: one
 * event loop thread owns everything that changes.
 *
 * <p>What may never be here: knowledge of the server under test beyond its address and the names of
 * its kinds of request; a response time that starts anywhere but at the intended send time; a
 * request that is offered and then forgotten; chance that does not come from a seed.
 */
@NullMarked
package dev.flyball.lab.load;

import org.jspecify.annotations.NullMarked;
