package dev.flyball.lab.tuning;

import dev.flyball.control.Governor;
import dev.flyball.control.Resizable;
import dev.flyball.lab.database.Profile;
import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;

/** A server whose throughput is a known function of its size, with a clock that only jumps. */
public final class MadeUpLoadedServer implements TestServer.UnderLoad {

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final int STATEMENTS = 20;

  private IntToDoubleFunction curve;
  private final List<Integer> sizes = new ArrayList<>();
  private int size = 2;
  private long now;
  private Working governing = Working.NOBODY;
  private int secondsUntilInterrupt = Integer.MAX_VALUE;
  private boolean closed;

  public MadeUpLoadedServer(IntToDoubleFunction transactionsPerSecond) {
    this.curve = transactionsPerSecond;
  }

  public void interruptAfter(int seconds) {
    secondsUntilInterrupt = seconds;
  }

  /** Every size that was set or governed, second by second. */
  List<Integer> sizes() {
    return sizes;
  }

  public boolean closed() {
    return closed;
  }

  @Override
  public ServerSecond next() throws InterruptedException {
    if (secondsUntilInterrupt-- <= 0) {
      throw new InterruptedException("for a test");
    }
    now += SECOND_NANOS;
    sizes.add(size);
    long transactions = Math.round(curve.applyAsDouble(size));
    governing.step();
    ServerSecond.Latency latency =
        new ServerSecond.Latency(
            transactions == 0 ? OptionalDouble.empty() : OptionalDouble.of(64_000.0 / transactions),
            OptionalDouble.empty());
    return new ServerSecond(
        now / 1e9, 1, transactions, transactions * STATEMENTS, 0, latency, size);
  }

  @Override
  public void size(int groups) {
    size = groups;
  }

  @Override
  public Governing govern(SizingPolicy policy) {
    governing = new Working(this, policy, true);
    return governing;
  }

  @Override
  public Governing advise(SizingPolicy policy) {
    governing = new Working(this, policy, false);
    return governing;
  }

  @Override
  public void turn(Profile next) {
    curve = groups -> (next == Profile.READ_WRITE ? 50 : 100) * Math.min(groups, 16);
  }

  @Override
  public void turnIoBound(Profile next) {
    curve = groups -> 50 * Math.min(groups, 16);
  }

  @Override
  public void close() {
    closed = true;
  }

  private Observation observe() {
    long completed = Math.round(curve.applyAsDouble(size));
    return Observation.of(now - SECOND_NANOS, SECOND_NANOS)
        .workers(size)
        .busy(size)
        .queued(64, 64)
        .arrived(completed)
        .started(completed)
        .completed(completed)
        .serviceNanos(size * SECOND_NANOS)
        .responseNanos(size * SECOND_NANOS)
        .cores(2)
        .build();
  }

  /** A real governor, stepped by hand. */
  private static final class Working implements Governing, Resizable {
    private static final Working NOBODY = new Working();

    private final List<Move> moves = new ArrayList<>();
    private final List<Governor> governor = new ArrayList<>();
    private final List<MadeUpLoadedServer> loaded = new ArrayList<>();

    private Working() {}

    Working(MadeUpLoadedServer loaded, SizingPolicy policy, boolean governs) {
      this.loaded.add(loaded);
      Governor made = Governor.of("made-up", this, policy).clock(() -> loaded.now).build();
      if (!governs) {
        made.adviseOnly();
      }
      made.addListener(decision -> moves.add(Move.of(decision, loaded.now / 1e9)));
      governor.add(made);
    }

    void step() {
      governor.forEach(Governor::step);
    }

    @Override
    public Observation observe() {
      return loaded.get(0).observe();
    }

    @Override
    public void resize(int workers) {
      loaded.get(0).size = workers;
    }

    @Override
    public List<Move> moves() {
      return List.copyOf(moves);
    }

    @Override
    public void close() {
      governor.forEach(Governor::close);
      loaded.forEach(open -> open.governing = NOBODY);
    }
  }
}
