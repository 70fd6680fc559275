package dev.flyball.lab.load;

/**
 * A look at a run that is going on.
 *
 * @param elapsedSeconds the time since the start of the load
 * @param counts what became of all requests so far
 * @param last the second that has just ended
 */
public record LoadProgress(double elapsedSeconds, Counts counts, Second last) {}
