package dev.flyball.policies.climb.wave;

/**
 * One entry of the two vectors: a size and the throughput that was seen at it.
 *
 * @param size in workers
 * @param throughput in tasks completed per second
 */
record WavePair(int size, double throughput) {}
