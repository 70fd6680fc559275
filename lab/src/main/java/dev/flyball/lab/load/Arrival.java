package dev.flyball.lab.load;

/**
 * One request of a schedule: when it is meant to leave, and of which kind it is.
 *
 * @param atNanos the intended send time, in nanoseconds since the start of the load
 * @param kind the index of its kind in the schedule's {@link KindMix}
 */
public record Arrival(long atNanos, int kind) {}
