package dev.flyball.pool.dispatch;

import dev.flyball.measure.thread.SensorBudget;
import dev.flyball.pool.base.AdmissionSettings;
import java.util.concurrent.ThreadFactory;

/**
 * The settings of a dispatcher.
 *
 * @param name the pool's, for messages
 * @param threads makes the threads of the workers
 * @param measured whether it has its sensors
 * @param workers the workers asked for at the beginning
 * @param prestarted whether each worker asked for is started before a task needs it, and stays
 * @param overflowMax the size up to which waiting tasks may start workers beyond the number asked
 *     for; 0 for none
 * @param idleNanosMax how long a worker may be idle before it ends
 * @param queueCapacity maximum number of queued tasks, excluding those destined for a free worker
 * @param admission who gets in
 * @param sensors the descriptors for the workers' run queues
 */
public record DispatchPlan(
    String name,
    ThreadFactory threads,
    boolean measured,
    int workers,
    boolean prestarted,
    int overflowMax,
    long idleNanosMax,
    int queueCapacity,
    AdmissionSettings admission,
    SensorBudget sensors) {}
