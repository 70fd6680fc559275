package dev.flyball.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What became of a policy in a test: every advice it gave, in order.
 *
 * @param advices the advices
 */
public record Life(List<Advice> advices) {

  /** What a target shows during a window at a size. */
  @FunctionalInterface
  public interface Plant {
    Observation seen(int window, int size);
  }

  public static Life of(SizingPolicy policy, int start, int windows, Plant plant) {
    List<Advice> advices = new ArrayList<>();
    follow(policy, start, windows, plant, advices::add);
    return new Life(advices);
  }

  /** The sizes alone, for long lives: all that the policies of one knew is a lot to keep. */
  public static List<Integer> sizes(SizingPolicy policy, int start, int windows, Plant plant) {
    List<Integer> sizes = new ArrayList<>();
    follow(policy, start, windows, plant, advice -> sizes.add(advice.workers()));
    return sizes;
  }

  private static void follow(
      SizingPolicy policy, int start, int windows, Plant plant, Consumer<Advice> seen) {
    SizingPolicy asked = policy;
    int size = start;
    for (int window = 0; window < windows; window++) {
      Advice advice = asked.advise(plant.seen(window, size));
      seen.accept(advice);
      asked = advice.next();
      size = advice.workers();
    }
  }

  /** The sizes that were asked for after each window. */
  public List<Integer> sizes() {
    return advices.stream().map(Advice::workers).toList();
  }

  public int lastSize() {
    return advices.get(advices.size() - 1).workers();
  }

  public SizingPolicy last() {
    return advices.get(advices.size() - 1).next();
  }

  /** How many reasons contain some words. */
  public long saying(String words) {
    return advices.stream().filter(advice -> advice.why().contains(words)).count();
  }

  /** The first window whose reason contains some words; -1 for none. */
  public int firstSaying(String words) {
    for (int window = 0; window < advices.size(); window++) {
      if (advices.get(window).why().contains(words)) {
        return window;
      }
    }
    return -1;
  }
}
