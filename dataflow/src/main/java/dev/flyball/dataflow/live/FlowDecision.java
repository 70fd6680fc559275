package dev.flyball.dataflow.live;

import dev.flyball.control.Decision;
import dev.flyball.dataflow.policy.FlowAdvice.Change;
import dev.flyball.dataflow.policy.FlowObservation;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * An entry of a journal: what the governors of a pipeline's stages decided after one window, and
 * why.
 *
 * @param number the sequence number of the decision, from 1, counted per pipeline
 * @param atNanos when, on the clock of {@link System#nanoTime}
 * @param seen the window; empty if the pipeline could not be observed
 * @param stages what was decided of each stage
 * @param why the reason in one line, for a person
 */
public record FlowDecision(
    long number,
    long atNanos,
    Optional<FlowObservation> seen,
    SortedMap<String, Decision> stages,
    String why) {

  public FlowDecision {
    stages = Collections.unmodifiableSortedMap(new TreeMap<>(stages));
  }

  /** The stages of which another number of threads was asked for, and why. */
  public List<Change> changes() {
    return stages.entrySet().stream()
        .filter(stage -> stage.getValue().changed())
        .map(stage ->
            new Change(
                stage.getKey(),
                stage.getValue().from(),
                stage.getValue().to(),
                stage.getValue().why()))
        .toList();
  }

  /** The decision in one line, as in {@code 12: feeder 4 -> 6; 300.0/s come, ...}. */
  @Override
  public String toString() {
    String changed =
        changes().stream()
            .map(change -> change.stage() + " " + change.from() + " -> " + change.to())
            .collect(Collectors.joining(", "));
    return number + ": " + (changed.isEmpty() ? "no change" : changed) + "; " + why;
  }
}
