package dev.flyball.pool.admit;

import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/**
 * What an admission control is to be like.
 *
 * @param name the limiter's, which the threads bear, too
 * @param threads makes the threads of the tasks; virtual ones where there is none
 * @param limit how many tasks may run at once at the beginning
 * @param queueCapacity how many tasks may wait
 */
public record AdmissionPlan(
    String name, Optional<ThreadFactory> threads, int limit, int queueCapacity) {}
