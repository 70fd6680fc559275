package dev.flyball.pool.admit;

import dev.flyball.pool.base.AdmissionSettings;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/**
 * The settings of an admission control.
 *
 * @param name the limiter's, which the threads bear as well
 * @param threads makes the threads of the tasks; empty for virtual threads
 * @param limit how many tasks may run at once at the beginning
 * @param queueCapacity maximum number of waiting tasks
 * @param admission who gets in
 * @param daemon whether the process may end while it has tasks
 */
public record AdmissionPlan(
    String name,
    Optional<ThreadFactory> threads,
    int limit,
    int queueCapacity,
    AdmissionSettings admission,
    boolean daemon) {}
