package dev.flyball.dataflow.pipeline;

import java.util.Optional;

/**
 * A record that a stage could not be done with.
 *
 * @param pipeline the pipeline's name
 * @param stage the stage's name
 * @param record the record; empty only where it had been put aside and could not be read again
 * @param cause why
 */
public record DeadLetter(String pipeline, String stage, Optional<Object> record, Throwable cause) {}
