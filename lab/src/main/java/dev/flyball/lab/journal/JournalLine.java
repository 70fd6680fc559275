package dev.flyball.lab.journal;

import dev.flyball.control.Decision.Cause;
import dev.flyball.control.Mode;
import dev.flyball.policy.Limits;
import dev.flyball.policy.Observation;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;

/** A line of a journal file. */
public sealed interface JournalLine {

  /** The number of the line in its file, from 1. */
  int line();

  /**
   * The beginning of a run: the governor was started, or the file was turned over.
   *
   * @param line the number of the line
   * @param target the name of the target
   * @param at the date and time
   * @param periodNanos the governor's period
   * @param lost decisions that could not be written before
   * @param state the governor's state
   */
  record Beginning(int line, String target, String at, long periodNanos, long lost, State state)
      implements JournalLine {}

  /**
   * A decision.
   *
   * @param line the number of the line
   * @param number the sequence number of the decision in its run, from 1
   * @param at the date and time
   * @param atNanos the time on the governor's clock
   * @param cause the path that led to it
   * @param decidedBy the part that decided
   * @param from the size before
   * @param to the size after
   * @param advised the advised size; empty when the policy was not asked or failed
   * @param why the reason
   * @param figures the figures of the reason by name
   * @param seen the observation; empty for a decision by hand
   * @param state the governor's state from now on, for a decision by hand
   */
  record Decided(
      int line,
      long number,
      String at,
      long atNanos,
      Cause cause,
      String decidedBy,
      int from,
      int to,
      OptionalInt advised,
      String why,
      SortedMap<String, Double> figures,
      Optional<Observation> seen,
      Optional<State> state)
      implements JournalLine {}

  /**
   * The state of a governor: its mode, its limits and its policy.
   *
   * @param mode the governor's mode
   * @param size the requested size; 0 before the first observation
   * @param held the size that is held by hand; 0 where none is
   * @param limits the limits
   * @param policy the policy and what it has learned, as text; empty if it could not be written
   * @param policyUnwritten why it could not
   */
  record State(
      Mode mode,
      int size,
      int held,
      Limits limits,
      Optional<String> policy,
      String policyUnwritten) {}
}
