package dev.flyball.dataflow.pipeline;

import java.util.Optional;

/**
 * A record that a stage could not be done with, or that a stage failed at its end.
 *
 * @param pipeline the pipeline's name
 * @param stage the stage's name
 * @param record the record; empty where it had been put aside and could not be read again, and
 *     where the stage failed at its {@linkplain Stage#end end}
 * @param cause why
 */
public record DeadLetter(String pipeline, String stage, Optional<Object> record, Throwable cause) {}
