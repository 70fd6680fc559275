package dev.flyball.pool.dispatch.queue;

import dev.flyball.admission.TaskOptions;
import dev.flyball.measure.KindProfile;

/**
 * The kind of a task, what else its submitter has said of it, and its deadline. Tasks that come
 * densely and are alike share one, so that a worker sees at a glance that it knows all that.
 *
 * @param kind its kind
 * @param options what its submitter has said of it
 * @param deadlineNanos its deadline, or one of the values that {@code Admitting} has for others
 * @param inner whether a task of the same pool has submitted it
 */
public record Label(KindProfile kind, TaskOptions options, long deadlineNanos, boolean inner) {}
