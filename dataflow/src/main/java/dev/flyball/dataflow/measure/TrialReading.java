package dev.flyball.dataflow.measure;

import dev.flyball.base.Require;
import java.util.OptionalDouble;

/**
 * The result of one trial.
 *
 * @param threads how many threads there were
 * @param records how many records they did
 * @param perSecond how many records per second they did together
 * @param serviceSeconds the mean time of a record
 * @param variation the squared coefficient of variation of these times (variance / mean^2)
 * @param cpuSeconds the processor time of a record; empty where it is not measured
 * @param readyShare the share of the threads' time in which they were ready to run and had no
 *     processor; empty where it is not measured
 */
public record TrialReading(
    int threads,
    long records,
    double perSecond,
    double serviceSeconds,
    double variation,
    OptionalDouble cpuSeconds,
    OptionalDouble readyShare) {
  public TrialReading {
    Require.atLeast("threads", 1, threads);
    Require.countAtLeast("records", 1, records);
    Require.above("perSecond", 0, perSecond);
    Require.above("serviceSeconds", 0, serviceSeconds);
    Require.finiteAtLeast("variation", 0, variation);
    cpuSeconds.ifPresent(seconds -> Require.finiteAtLeast("cpuSeconds", 0, seconds));
    readyShare.ifPresent(share -> Require.finiteAtLeast("readyShare", 0, share));
  }
}
