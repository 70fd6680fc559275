package dev.flyball.lab.bench;

import dev.flyball.policy.Quantiles;

/**
 * One pool's load as its clients see it.
 *
 * @param pool the pool's name
 * @param offered tasks that were sent, or tried to be
 * @param answered tasks that ended, well or not
 * @param lag how long after its intended time each task was handed over
 * @param response from the <em>intended</em> time of a task to its end, of the tasks answered
 */
public record ClientSide(
    String pool, long offered, long answered, Quantiles lag, Quantiles response) {}
