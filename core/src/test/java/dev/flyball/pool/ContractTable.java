package dev.flyball.pool;

import dev.flyball.pool.StagedExecutor.State;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** The outcomes of all calls in one state, by case; those of the JDK's pool are the measure. */
final class ContractTable {

  private static final Map<State, Map<String, String>> OF_THE_JDK = new EnumMap<>(State.class);

  private ContractTable() {}

  /** The outcomes with executors of one worker each. */
  static Map<String, String> of(State state, Supplier<ExecutorService> executors) throws Exception {
    Map<String, String> outcomes = new LinkedHashMap<>();
    for (ContractCall call : ContractCall.values()) {
      for (boolean interrupted : new boolean[] {false, true}) {
        if (!interrupted || call.isSureWhenInterrupted(state)) {
          outcomes.put(
              state + " " + call + (interrupted ? " interrupted" : ""),
              ContractOutcome.of(executors.get(), state, call, interrupted));
        }
      }
    }
    return outcomes;
  }

  /**
   * Where executors of one worker each do other than the JDK's pool.
   *
   * @param otherwise where they mean to, and the outcome that they give; all of it must be so
   */
  static List<String> differences(
      State state, Supplier<ExecutorService> executors, Map<String, String> otherwise)
      throws Exception {
    Map<String, String> measure = ofTheJdk(state);
    List<String> differences = new ArrayList<>();
    of(state, executors)
        .forEach((name, outcome) -> {
          String meant = otherwise.getOrDefault(name, measure.get(name));
          if (!outcome.equals(meant)) {
            differences.add(name + ": " + outcome + ", and not as meant: " + meant);
          } else if (otherwise.containsKey(name) && outcome.equals(measure.get(name))) {
            differences.add(name + ": no longer a difference");
          }
        });
    return differences;
  }

  private static synchronized Map<String, String> ofTheJdk(State state) throws Exception {
    Map<String, String> measure = OF_THE_JDK.get(state);
    if (measure == null) {
      measure = of(state, () -> Executors.newFixedThreadPool(1));
      OF_THE_JDK.put(state, measure);
    }
    return measure;
  }
}
