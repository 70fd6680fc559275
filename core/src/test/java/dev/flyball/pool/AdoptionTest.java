package dev.flyball.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.Flyball;
import dev.flyball.base.Await;
import dev.flyball.control.Resizable;
import dev.flyball.policy.Limits;
import dev.flyball.pool.foreign.ForeignPool;
import dev.flyball.pool.foreign.ForeignPoolProvider;
import dev.flyball.pool.foreign.PoolReading;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a pool of any kind is adopted and given back, also where its adapter fails. */
@Timeout(60)
class AdoptionTest {

  private final Scripted pool = new Scripted();

  /** A pool that fails where it is told to. */
  private static final class Scripted implements ForeignPool {

    private final AtomicInteger restored = new AtomicInteger();
    private volatile String failing = "";
    private volatile boolean ended;
    private volatile int size = 8;
    private volatile int sizeMin = 1;

    private void mayFail(String step) {
      if (failing.contains(step)) {
        throw new UnsupportedOperationException(step);
      }
    }

    @Override
    public String kind() {
      mayFail("kind");
      return "scripted pool";
    }

    @Override
    public PoolReading read() {
      mayFail("read");
      return new PoolReading(size, size, 0, 0, 0, 0);
    }

    @Override
    public void resize(int workers) {
      size = workers;
    }

    @Override
    public void restore() {
      restored.incrementAndGet();
      mayFail("restore");
      size = 8;
    }

    @Override
    public boolean isEnded() {
      return ended;
    }

    @Override
    public int sizeMin() {
      return sizeMin;
    }

    @Override
    public boolean hasThreads() {
      return true;
    }
  }

  private void assertIsFree() {
    pool.failing = "";
    Flyball.govern("free", pool).close();
  }

  @Test
  void saysWhyAPoolCannotBeAdoptedAlsoWhereItCannotBePutBack() {
    pool.failing = "read, restore";
    assertThatThrownBy(() -> Flyball.govern("fails", pool))
        .hasMessage("read")
        .satisfies(
            e -> assertThat(e.getSuppressed()).singleElement().asString().contains("restore"));
    assertIsFree();
  }

  @Test
  void aPoolThatDoesNotSayWhatItIsIsNotKept() {
    pool.failing = "kind";
    assertThatThrownBy(() -> Flyball.govern("fails", pool)).hasMessage("kind");
    assertIsFree();
  }

  /** A pool that only a provider from outside this project knows. */
  private record Theirs(ForeignPool pool) {}

  /** That provider, which is found by the context class loader. */
  public static final class Provider implements ForeignPoolProvider {

    @Override
    public Optional<ForeignPool> adopt(Object pool) {
      return pool instanceof Theirs theirs ? Optional.of(theirs.pool) : Optional.empty();
    }
  }

  @Test
  void aPoolThatAProviderKnowsIsGovernedOnce(@TempDir Path folder) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(ForeignPoolProvider.class.getName()), Provider.class.getName());
    Thread here = Thread.currentThread();
    ClassLoader before = here.getContextClassLoader();
    Theirs theirs = new Theirs(pool);
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      here.setContextClassLoader(loader);
      AdoptedPool adopted = Flyball.govern("first", theirs);
      assertThatThrownBy(() -> Flyball.govern("second", theirs))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("pool must be governed once but is so already: Theirs");
      adopted.close();
      Flyball.govern("third", theirs).close();
    } finally {
      here.setContextClassLoader(before);
    }
  }

  @Test
  void aPoolThatCannotBePutBackMayBeAdoptedAgain() {
    AdoptedPool adopted = Flyball.govern("fails", pool);
    pool.failing = "restore";
    adopted.close();
    assertIsFree();
  }

  @Test
  void aPoolThatHasEndedIsGivenBackOnce() throws Exception {
    int threads = 4;
    ExecutorService callers = Executors.newFixedThreadPool(threads);
    List<Future<?>> calls = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      calls.add(
          callers.submit(() -> {
            for (int times = 0; times < 1000; times++) {
              Scripted own = new Scripted();
              own.ended = true;
              AdoptedPool adopted = AdoptedPool.named("ended", own).build();
              adopted.close();
              Await.until(
                  () -> own.restored.get() > 0); // where the poller closes it, that one does
              assertThat(own.restored).hasValue(1);
            }
            return null;
          }));
    }
    callers.shutdown();
    for (Future<?> call : calls) {
      call.get();
    }
  }

  @Test
  void buildingTwiceIsLikeBuildingOnce() {
    pool.sizeMin = 5;
    AdoptionBuilder plan = AdoptedPool.named("twice", pool).adviseOnly();
    for (int i = 0; i < 2; i++) {
      try (AdoptedPool adopted = plan.build()) {
        assertThat(adopted.governor().orElseThrow().limits())
            .isEqualTo(Limits.of(5, Integer.MAX_VALUE));
        adopted.governor().orElseThrow().close();
        Resizable hand = adopted.control();
        assertThat(hand.observe().times().cpuNanosSum()).isEmpty();
        Optional<Resizable.Room> room = hand.room();
        assertThat(room.orElseThrow().bound())
            .contains("processor time of its threads is not known");
      }
    }
  }
}
