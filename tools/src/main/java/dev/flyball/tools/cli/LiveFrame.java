package dev.flyball.tools.cli;

import java.util.OptionalDouble;

/**
 * What there is to say about a running pool at one moment.
 *
 * @param elapsedSeconds how long the run has taken
 * @param totalSeconds how long it will take in all
 * @param pool the pool's name
 * @param offeredPerSecond tasks that arrived in the last second
 * @param completedPerSecond tasks that ended in the last second
 * @param workersAsked how many workers the governor asked for
 * @param workersAlive how many there are
 * @param busy how many of them were busy, on average
 * @param queued tasks that wait
 * @param waitMillis the mean time from arrival to start, if any task started
 * @param responseP95Millis the 95th percentile of the time from arrival to end, if any task ended
 * @param advice how many workers the policy wants
 * @param why why it wants so many
 */
public record LiveFrame(
    long elapsedSeconds,
    long totalSeconds,
    String pool,
    double offeredPerSecond,
    double completedPerSecond,
    int workersAsked,
    int workersAlive,
    double busy,
    long queued,
    OptionalDouble waitMillis,
    OptionalDouble responseP95Millis,
    int advice,
    String why) {}
