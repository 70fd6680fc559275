package dev.flyball.lab.load;

/**
 * The outcome of the requests of one kind.
 *
 * @param id the kind
 * @param counts what became of its requests
 * @param responseTimes of its completed requests, from the intended send time to the last byte
 */
public record KindResult(String id, Counts counts, Timings responseTimes) {}
