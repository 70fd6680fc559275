/**
 * Sensors for event loops of any kind: how promptly they run their events.
 *
 * <p>Start reading at {@link dev.flyball.adapters.eventloop.EventLoopMeter}. What may never be
 * here: a library; a loop is anything that takes a task and runs it later, in a thread of its own.
 */
@NullMarked
package dev.flyball.adapters.eventloop;

import org.jspecify.annotations.NullMarked;
