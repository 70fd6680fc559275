package dev.flyball.dashboard;

import dev.flyball.expose.view.PoolView;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A place with the pools that a test puts there. */
final class MadeUpPools implements PoolSource {

  final List<WatchedPool> there = new CopyOnWriteArrayList<>();
  volatile String lost = "";
  volatile WatchedProgram program = WatchedProgram.UNKNOWN;

  @Override
  public String name() {
    return "made up";
  }

  @Override
  public Optional<WatchedProgram> program() {
    return Optional.of(program);
  }

  @Override
  public List<WatchedPool> pools() {
    if (!lost.isEmpty()) {
      throw new IllegalStateException(lost);
    }
    return List.copyOf(there);
  }

  MadeUpPools with(String name, Supplier<PoolView> view) {
    return with(
        name,
        view,
        () -> {
          throw new IllegalStateException("pool '" + name + "' has no governor");
        });
  }

  MadeUpPools with(String name, Supplier<PoolView> view, Supplier<PoolSwitches> switches) {
    there.add(new MadeUpPool(name, view, switches));
    return this;
  }

  /** A pool that looks as it is told to, and has the switches that it is given. */
  private record MadeUpPool(String name, Supplier<PoolView> look, Supplier<PoolSwitches> hand)
      implements WatchedPool {

    @Override
    public String id() {
      return "pool:" + name;
    }

    @Override
    public Optional<PoolView> view() {
      return Optional.of(look.get());
    }

    @Override
    public PoolSwitches switches() {
      return hand.get();
    }
  }
}
