package dev.flyball.sim;

import dev.flyball.admission.Admission;
import dev.flyball.base.Require;
import dev.flyball.policy.PollInterval;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.scenario.Host;
import dev.flyball.sim.scenario.Pool;
import dev.flyball.sim.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A named rule for the sizes of a scenario's pools. */
public interface Contender {

  /** The name of its row on every board. */
  String name();

  /**
   * Makes the sizer of one pool, for each pool and run anew.
   *
   * @param pool the index of the pool
   * @param plan the pool
   * @param host the machine as it is at the beginning
   * @param seed the seed of the sizer's own random numbers, if it needs any
   */
  Sizer sizer(int pool, Pool plan, Host host, long seed);

  /**
   * The rule for who gets into a pool; empty for first come, first served, as far as there is room.
   */
  default Optional<Admission> admission(Pool plan) {
    return Optional.empty();
  }

  /**
   * The same rule, where it is stated in what the pool counts.
   *
   * @param counts the pool's counts, which go on
   */
  default Optional<Admission> admission(Pool plan, PoolCounts counts) {
    return admission(plan);
  }

  /** The contender of one run: the same, unless it knows something of the run in advance. */
  default Contender forRun(Scenario scenario, long seed) {
    return this;
  }

  /** How many tasks may wait in a pool: as many as it says itself, unless the contender differs. */
  default int queueCapacity(Pool plan) {
    return plan.queueCapacity();
  }

  /** The way a pool's size is chosen. */
  sealed interface Sizer {

    /** The size that a pool begins with: its own, unless a plan or a policy has another. */
    default int firstSize(Pool plan) {
      return plan.initial();
    }

    /**
     * A policy, asked by a {@link dev.flyball.control.Governor} when it wants to be.
     *
     * @param policy the policy
     * @param traits what pool it governs
     */
    record Governed(SizingPolicy policy, PoolTraits traits) implements Sizer {

      /** One of a pool of ours. */
      public Governed(SizingPolicy policy) {
        this(policy, PoolTraits.OURS);
      }

      @Override
      public int firstSize(Pool plan) {
        return plan.limits().clamp(policy.firstSize(plan.initial()));
      }
    }

    /** Sizes known in advance; the first is in force from the beginning. */
    record Planned(List<SizeAt> plan) implements Sizer {
      public Planned {
        plan = List.copyOf(plan);
        Require.atLeast("number of planned sizes", 1, plan.size());
      }

      @Override
      public int firstSize(Pool pool) {
        return plan.get(0).workers();
      }

      /** One size throughout. */
      public static Planned always(int workers) {
        return new Planned(List.of(new SizeAt(0, workers)));
      }
    }

    /** A limit that learns from every task that ends. */
    record PerTask(TaskLimit limit) implements Sizer {}
  }

  /** A size from a moment on, in workers. */
  record SizeAt(long atNanos, int workers) {
    public SizeAt {
      Require.countAtLeast("atNanos", 0, atNanos);
      Require.atLeast("workers", 1, workers);
    }
  }

  /** A limit that learns from each task. */
  interface TaskLimit {

    /**
     * Records a task that ended.
     *
     * @param startNanos when it started, on the run's clock
     * @param serviceNanos how long it took, start to end
     * @param inFlight tasks that ran when it started, itself among them
     * @param failed whether it ended in an error
     * @return the size wanted from now on, in workers
     */
    int ended(long startNanos, long serviceNanos, int inFlight, boolean failed);
  }

  /** A policy of the catalogue, as specified by {@code name(parameter=value,...)}. */
  static Contender policy(String specification) {
    Policies.parse(specification); // an unknown one must fail at once
    return of(
        specification,
        (pool, plan, host, seed) -> new Sizer.Governed(Policies.parse(specification)));
  }

  /** The same number of workers throughout, within the pool's limits. */
  static Contender fixed(String name, int workers) {
    return of(name, (pool, plan, host, seed) -> Sizer.Planned.always(plan.limits().clamp(workers)));
  }

  /** As many workers as the pool's limits allow. */
  static Contender unbounded() {
    return of("unbounded", (pool, plan, host, seed) -> Sizer.Planned.always(plan.limits().max()));
  }

  /** As many workers as the host has cores at the beginning, times a factor, rounded up. */
  static Contender coresTimes(String name, double factor) {
    return of(
        name,
        (pool, plan, host, seed) ->
            Sizer.Planned.always(plan.limits().clamp((int) Math.ceil(host.cores() * factor))));
  }

  /**
   * The same contender under another name, whose policies are asked at the given interval. A policy
   * with an interval of its own keeps it; a contender without policies does not change.
   */
  static Contender asked(Duration every, String name, Contender contender) {
    return of(
        name,
        (pool, plan, host, seed) -> {
          Sizer sizer = contender.sizer(pool, plan, host, seed);
          return sizer instanceof Sizer.Governed governed
              ? new Sizer.Governed(
                  new AskedEvery(governed.policy(), PollInterval.every(every)), governed.traits())
              : sizer;
        });
  }

  /**
   * The same contender, named so, with policies that govern pools of others. A contender without
   * policies does not change.
   */
  static Contender governing(PoolTraits traits, Contender contender) {
    return of(
        contender.name() + " (" + traits.words() + ")",
        (pool, plan, host, seed) -> {
          Sizer sizer = contender.sizer(pool, plan, host, seed);
          return sizer instanceof Sizer.Governed governed
              ? new Sizer.Governed(governed.policy(), traits)
              : sizer;
        });
  }

  /** A contender with a name, from how it sizes a pool. */
  static Contender of(String name, Sizing sizing) {
    return of(name, sizing, Optional.empty(), OptionalInt.empty());
  }

  /** The same sizes under another name, with a rule for who gets in. */
  static Contender admitting(String name, Admission rule, Contender contender) {
    return of(name, contender::sizer, Optional.of(rule), OptionalInt.empty());
  }

  /**
   * The same sizes under another name as a limit in front of the tasks: one that finds no worker
   * free is turned away at once.
   */
  static Contender rejecting(String name, Contender contender) {
    return of(name, contender::sizer, Optional.empty(), OptionalInt.of(0));
  }

  private static Contender of(
      String name, Sizing sizing, Optional<Admission> rule, OptionalInt queueCapacity) {
    Require.notBlank("name", name);
    return new Contender() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Sizer sizer(int pool, Pool plan, Host host, long seed) {
        return sizing.sizer(pool, plan, host, seed);
      }

      @Override
      public Optional<Admission> admission(Pool plan) {
        return rule;
      }

      @Override
      public int queueCapacity(Pool plan) {
        return queueCapacity.orElse(plan.queueCapacity());
      }
    };
  }

  /** The way a contender sizes a pool; see {@link Contender#sizer}. */
  @FunctionalInterface
  interface Sizing {
    Sizer sizer(int pool, Pool plan, Host host, long seed);
  }
}
