package dev.flyball.sim.scenario;

import dev.flyball.admission.Importance;
import dev.flyball.base.Nearest;
import dev.flyball.files.Field;
import dev.flyball.files.Section;
import dev.flyball.files.Units;
import dev.flyball.sim.scenario.Kind.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A reader of one pool's kinds of task. */
final class KindReader {

  private static final double SHARES_SLACK = 1e-9;

  private static final int RETRIES_MAX = 100;
  private static final long RETRY_PAUSE_NANOS = 100_000_000;

  private final List<String> behind;

  /** A reader of kinds that may call what stands behind under these names. */
  KindReader(List<String> behind) {
    this.behind = behind;
  }

  /**
   * The kinds of a pool.
   *
   * @param counted the shares where the arrivals themselves say of which kind they are
   */
  List<Kind> kinds(Field field, Optional<List<Double>> counted) {
    List<Field> named = field.named();
    List<Kind> kinds = new ArrayList<>();
    for (int i = 0; i < named.size(); i++) {
      Section section = section(named.get(i));
      kinds.add(
          kind(
              section,
              counted.isPresent() ? counted(section, counted.get(), i) : share(section, named)));
    }
    requireWhole(field, kinds.stream().map(Kind::share).toList());
    return kinds;
  }

  /** That shares add up to 1. */
  static void requireWhole(Field field, List<Double> shares) {
    double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
    if (Math.abs(sum - 1) > SHARES_SLACK) {
      throw field.mistake("sum of the shares must be 1 but was " + Units.plain(sum));
    }
  }

  private static Section section(Field field) {
    return field.section(
        "share",
        "cpu",
        "wait",
        "call",
        "steps",
        "fails",
        "timeout",
        "retries",
        "retry-pause",
        "importance",
        "tenant",
        "deadline");
  }

  private static double counted(Section section, List<Double> shares, int kind) {
    section.refuse("where a trace says the kind of each task", "share");
    return shares.get(kind);
  }

  private static double share(Section section, List<Field> named) {
    if (named.size() == 1 && !section.has("share")) {
      return 1;
    }
    return section.require("share").number(0, 1);
  }

  private Kind kind(Section section, double share) {
    Field field = section.field();
    double fails = section.find("fails").map(given -> given.number(0, 1)).orElse(0.0);
    List<Step> steps = steps(section);
    if (steps.isEmpty()) {
      throw field.mistake(
          field.name() + " must have at least one of cpu, wait, call, steps but had none");
    }
    RetryRule retryRule = retryRule(section);
    return field.make(() ->
        new Kind(
            field.name(),
            share,
            steps,
            fails,
            retryRule,
            importance(section),
            section.find("tenant").map(Field::nameText).orElse(""),
            deadline(section)));
  }

  private static OptionalLong deadline(Section section) {
    Optional<Field> given = section.find("deadline");
    return given.isPresent() ? OptionalLong.of(given.get().nanos(1)) : OptionalLong.empty();
  }

  private static Importance importance(Section section) {
    return section
        .find("importance")
        .map(given -> given.make(() -> Importance.of(given.text())))
        .orElse(Importance.NORMAL);
  }

  private static RetryRule retryRule(Section section) {
    int retries = section.find("retries").map(given -> given.whole(0, RETRIES_MAX)).orElse(0);
    long timeoutNanos = section.find("timeout").map(given -> given.nanos(1)).orElse(Long.MAX_VALUE);
    if (retries == 0) {
      section.refuse("without retries", "retry-pause");
      return new RetryRule(timeoutNanos, 0, 0);
    }
    return new RetryRule(
        timeoutNanos,
        retries,
        section.find("retry-pause").map(given -> given.nanos(0)).orElse(RETRY_PAUSE_NANOS));
  }

  private List<Step> steps(Section section) {
    List<Step> steps = new ArrayList<>();
    section.find("steps").ifPresent(list -> list.items().forEach(item -> oneStep(item, steps)));
    if (!steps.isEmpty()) {
      section.refuse("beside steps", "cpu", "wait", "call");
    }
    for (String key : List.of("cpu", "wait", "call")) {
      section.find(key).ifPresent(given -> add(given, steps));
    }
    return steps;
  }

  private void oneStep(Field item, List<Step> steps) {
    add(item.section("cpu", "wait", "call").one("cpu", "wait", "call"), steps);
  }

  private void add(Field given, List<Step> steps) {
    switch (given.name()) {
      case "cpu" -> steps.add(new Step.Cpu(DistributionReader.distribution(given)));
      case "wait" -> steps.add(new Step.Wait(DistributionReader.distribution(given)));
      default -> given.named().forEach(call -> steps.add(call(call)));
    }
  }

  private Step call(Field call) {
    if (!behind.contains(call.name())) {
      throw call.atKey().mistake(Nearest.unknown("name behind", call.name(), behind));
    }
    return new Step.Call(call.name(), DistributionReader.distribution(call));
  }
}
