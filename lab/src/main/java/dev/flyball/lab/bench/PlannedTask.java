package dev.flyball.lab.bench;

/**
 * A task that has been drawn: what it will do, and when it was meant to come.
 *
 * @param atNanos when it is meant to arrive, since the beginning of the run
 * @param kind the index of its kind
 * @param times the time of each of its steps; never written to
 * @param fails whether it ends in an error
 * @param client who waits for it; {@link #NOBODY} for nobody
 */
@SuppressWarnings("ArrayRecordComponent") // internal, one per task, and never compared
record PlannedTask(long atNanos, int kind, long[] times, boolean fails, int client) {

  static final int NOBODY = -1;
}
