package dev.flyball.pool;

import dev.flyball.policy.DurationCounts;

/**
 * How long the tasks of a target have waited and taken since it was made.
 *
 * @param waits from arrival to start, of all that have started
 * @param responses from arrival to end, of all that have ended
 */
public record TaskTimes(DurationCounts waits, DurationCounts responses) {}
