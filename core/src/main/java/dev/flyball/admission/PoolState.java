package dev.flyball.admission;

import java.util.Optional;

/**
 * What a pool is like at the moment of a decision about one task. Times are nanoseconds; estimates
 * are from what has ended so far, and 0 while nothing is known.
 *
 * @param nowNanos the moment, on the pool's clock
 * @param workers the number of workers asked for, at least 1
 * @param growing whether the pool is being given more workers, so that a queue may go by itself
 * @param waiting tasks that wait, this one not counted
 * @param capacity how many may wait
 * @param serviceNanos how long this task is expected to take
 * @param serviceLongNanos how long it takes where it takes long: about one time in six longer still
 * @param meanServiceNanos how long tasks of this pool take on average
 * @param waitNanos how long this task is expected to wait until it starts
 * @param lineNanos how long one would wait that starts after all that wait
 * @param load the work that has lately come, those turned away included, over what the workers can
 *     do; above 1, more comes than can be done
 * @param classShare the part of that which is at least as important as this task, from 0 to 1; 1
 *     while nothing is known
 * @param last the one that would start last of those that wait
 */
public record PoolState(
    long nowNanos,
    int workers,
    boolean growing,
    int waiting,
    int capacity,
    long serviceNanos,
    long serviceLongNanos,
    long meanServiceNanos,
    long waitNanos,
    long lineNanos,
    double load,
    double classShare,
    Optional<Arrival> last) {}
