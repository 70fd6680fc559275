package dev.flyball.lab.trial;

import java.util.OptionalDouble;

/**
 * A look at a pool during a trial.
 *
 * @param atSeconds when, since the pool was made
 * @param workersTarget the size asked for
 * @param workersCurrent workers that exist
 * @param busyMean busy workers, averaged since the last sample
 * @param queued tasks that wait
 * @param waitMillisMean mean wait of the tasks started since the last sample; empty when none was
 * @param advised the size that the policy wanted last
 * @param why why it wanted so many, in one line
 */
public record PoolSample(
    double atSeconds,
    int workersTarget,
    int workersCurrent,
    double busyMean,
    long queued,
    OptionalDouble waitMillisMean,
    int advised,
    String why) {}
