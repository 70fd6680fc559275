package dev.flyball.lab.bench;

/**
 * A task that has been drawn: its work, and its intended arrival.
 *
 * @param atNanos when it is meant to arrive, since the beginning of the run
 * @param kind the index of its kind
 * @param times the time of each of its steps; never written to
 * @param fails whether it ends in an error
 * @param client the client that waits for it; {@link #NOBODY} for none
 */
@SuppressWarnings("ArrayRecordComponent") // internal, one per task, and never compared
record PlannedTask(long atNanos, int kind, long[] times, boolean fails, int client) {

  static final int NOBODY = -1;
}
