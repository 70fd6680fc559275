package dev.flyball.dataflow.pipeline;

import java.util.Optional;

/**
 * A record that a stage could not finish, or the failure of a stage at its end.
 *
 * @param pipeline the pipeline's name
 * @param stage the stage's name
 * @param record the record; empty if it had been put aside and could not be read again, or if the
 *     stage failed at its {@linkplain Stage#end end}
 * @param cause the reason
 */
public record DeadLetter(String pipeline, String stage, Optional<Object> record, Throwable cause) {}
