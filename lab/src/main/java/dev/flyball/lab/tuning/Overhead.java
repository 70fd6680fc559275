package dev.flyball.lab.tuning;

import dev.flyball.policy.SizingPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * The cost to a server of being observed: throughput at a fixed size while a governor only advises,
 * as a share of throughput while there is none, block beside block. Which of the two comes first
 * changes from pair to pair.
 *
 * @param shares one share for each pair of blocks
 * @param looks how often the governor looked in all of them
 */
public record Overhead(Repeated shares, long looks) {

  /** Measures so many pairs of blocks, each block so many seconds. */
  public static Overhead measure(
      LoadedServer loaded, SizingPolicy policy, int pairs, long seconds, Watcher watcher)
      throws InterruptedException {
    List<Double> shares = new ArrayList<>();
    long looks = 0;
    for (int pair = 0; pair < pairs; pair++) {
      boolean watchedFirst = pair % 2 == 0;
      Block first = block(loaded, policy, watchedFirst, seconds, watcher);
      Block second = block(loaded, policy, !watchedFirst, seconds, watcher);
      Block watched = watchedFirst ? first : second;
      Block alone = watchedFirst ? second : first;
      shares.add(Stretch.share(watched.transactionsPerSecond, alone.transactionsPerSecond));
      looks += watched.looks;
    }
    return new Overhead(new Repeated(shares), looks);
  }

  private record Block(double transactionsPerSecond, long looks) {}

  private static Block block(
      LoadedServer loaded, SizingPolicy policy, boolean watched, long seconds, Watcher watcher)
      throws InterruptedException {
    if (!watched) {
      return new Block(transactionsPerSecond(loaded, seconds, watcher), 0);
    }
    try (LoadedServer.Governing governing = loaded.advise(policy)) {
      double reached = transactionsPerSecond(loaded, seconds, watcher);
      return new Block(reached, governing.moves().size());
    }
  }

  private static double transactionsPerSecond(LoadedServer loaded, long seconds, Watcher watcher)
      throws InterruptedException {
    watcher.onSecond(loaded.next(), List.of());
    List<Second> load = new ArrayList<>();
    for (long second = 0; second < seconds; second++) {
      load.add(loaded.next());
      watcher.onSecond(load.get(load.size() - 1), List.of());
    }
    return new Stretch(load).transactionsPerSecond();
  }
}
