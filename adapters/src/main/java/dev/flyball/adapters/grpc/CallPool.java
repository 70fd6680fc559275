package dev.flyball.adapters.grpc;

import dev.flyball.admission.TaskOptions;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The queue that calls wait in.
 *
 * @param submit takes a call's task in, or refuses it by an exception
 * @param abandon takes one out whose client has gone
 */
record CallPool(
    BiFunction<TaskOptions, GatedCall<?, ?>, Future<?>> submit, Consumer<Future<?>> abandon) {}
