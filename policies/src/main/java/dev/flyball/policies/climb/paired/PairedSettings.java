package dev.flyball.policies.climb.paired;

import dev.flyball.base.Require;

/**
 * The settings of a {@link PairedClimb}.
 *
 * @param sampleNanos the length of a sample
 * @param settleNanos the time after a change of size that is in no sample
 * @param worth the gain in throughput that a larger size must bring, and the loss that a smaller
 *     one may, as a share
 * @param patience by what share responses may be slower at a smaller size, where throughput ties
 * @param pairsMax the pairs after which a comparison is over at the latest
 * @param changed by what share the throughput of a size differs when the load has changed
 * @param againNanos how long a size is held before its neighbours are tried again, the first time
 * @param fewer whether ties go to the smaller size
 */
record PairedSettings(
    long sampleNanos,
    long settleNanos,
    double worth,
    double patience,
    int pairsMax,
    double changed,
    long againNanos,
    boolean fewer) {

  PairedSettings {
    Require.countAtLeast("sampleNanos", 1, sampleNanos);
    Require.countAtLeast("settleNanos", 0, settleNanos);
    Require.above("worth", 0, worth);
    Require.above("patience", 0, patience);
    Require.atLeast("pairsMax", 1, pairsMax);
    Require.above("changed", 0, changed);
    Require.countAtLeast("againNanos", 1, againNanos);
  }

  PairedDuel.Outcome outcome(PairedDuel duel) {
    PairedDuel.Outcome outcome = duel.outcome(worth, patience, pairsMax);
    boolean tieBelow = outcome == PairedDuel.Outcome.EQUAL && duel.away() < duel.home();
    return tieBelow && !fewer ? PairedDuel.Outcome.WORSE : outcome;
  }
}
