package dev.flyball.policy;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

record KneeSearch(
    double givenUp,
    double travel,
    Curve curve,
    Visit visit,
    long saturatedNanos,
    double tried,
    int advised,
    int strange,
    boolean limited,
    int probe,
    int probeBatches,
    int held,
    long heldNanos,
    int tests) {

  private static final double GAIN_MIN = 0.15;

  record Step(int size, String why, KneeSearch next) {}

  static KneeSearch of(double givenUp, double travel) {
    return new KneeSearch(
        givenUp, travel, Curve.UNKNOWN, Visit.NONE, 0, 0, 0, 0, false, 0, 0, 0, 0, 0);
  }

  static boolean saturated(Observation seen) {
    double there = Math.min(seen.size().workersAsked(), seen.size().workersMean());
    double cores = seen.host().cores();
    double ready = seen.times().runQueueWaitNanosSum().orElse(0);
    boolean cpu = ready > 0.2 * seen.busyNanos() || seen.host().processBusyCores().orElse(0) > 0.9 * cores;
    return !cpu && seen.size().queuedMean() > 0
        && seen.size().queuedAtEnd() > 0
        && seen.size().busyMean() >= 0.9 * there;
  }

  // ---- What is learned

  KneeSearch with(Observation seen) {
    long now = seen.window().endNanos();
    int asked = seen.size().workersAsked();
    Visit stay = visit.with(seen, curve.calm().seconds());
    double best = tried * StrictMath.exp(-seen.window().lengthNanos() / 60e9);
    best = best < 1 || stay.tasks() >= seen.size().busyMean() ? Math.max(best, asked) : best;
    boolean full = saturated(seen);
    long since = !full ? 0 : saturatedNanos == 0 ? now : saturatedNanos;
    int odd = full ? strangeness(seen, stay, since) : 0;
    Curve known = odd >= 2 ? Curve.UNKNOWN : curve;
    if (!full) {
      known = Visit.shrinking(seen) ? known : known.calm(seen);
      stay = stay.gathered(Batch.EMPTY);
    } else if (stay.settled() && visit.settled() && visit.size() == asked) {
      Batch more = stay.batch().with(seen);
      if (more.full() && more.steady()) {
        known = known.with(asked, more.slowness(), now);
      }
      stay = stay.gathered(more.full() ? Batch.EMPTY : more);
    }
    known = known.fresh(now, 60e9);
    boolean flat = known.levelsOff(GAIN_MIN) || limited && known.told().size() > 1;
    return new KneeSearch(
        givenUp, travel, known, stay, since, best, advised, odd, flat, probe, probeBatches, held, heldNanos, tests);
  }

  /** For how many windows in a row tasks took much longer than so few more workers explain. */
  private int strangeness(Observation seen, Visit stay, long since) {
    Optional<Reading> calm = curve.calm().reading();
    boolean moved = stay.sinceNanos() > since;
    double work = Batch.work(seen);
    if (moved || calm.isEmpty() || seen.size().workersAsked() >= 2 * calm.get().workers()) {
      return 0;
    }
    if (work == 0) {
      return strange;
    }
    return seen.times().serviceNanosSum() / work > 2 * calm.get().slowness() ? strange + 1 : 0;
  }

  // ---- What is done

  Step step(Observation seen, int wanted) {
    Step step = decide(seen, wanted);
    KneeSearch k = step.next;
    return new Step(
        step.size,
        step.why,
        new KneeSearch(
            givenUp, travel, k.curve, k.visit, k.saturatedNanos, k.tried, step.size, k.strange, k.limited, k.probe, k.probeBatches, k.held, k.heldNanos, k.tests));
  }

  private Step decide(Observation seen, int wanted) {
    int asked = seen.size().workersAsked();
    if (!saturated(seen)) {
      int reach = Workers.rounded(Math.max(asked, travel * travel * Math.max(tried, 1)));
      int bound = limited ? Math.min(reach, Workers.roundedUp(curve.knee(givenUp))) : reach;
      return wanted > bound ? stay(bound, "no more than " + bound + " until it is tried") : stay(wanted, "");
    }
    if (wanted < asked) {
      return stay(wanted, "");
    }
    return limited ? search(seen, wanted) : ascend(seen, wanted);
  }

  /** Between what is too few and what is of no more use. */
  private Step search(Observation seen, int wanted) {
    int asked = seen.size().workersAsked();
    long now = seen.window().endNanos();
    int batches = curve.at(asked).map(Reading::batches).orElse(0);
    if (asked == probe && batches < probeBatches && visit.seconds(now) < 30) {
      return stay(asked, "behind: measures " + asked);
    }
    int knee = Workers.rounded(Math.min(wanted, curve.knee(givenUp)));
    List<Reading> above = curve.above(knee);
    List<Reading> below = curve.below(knee);
    if (knee > 1 && (below.isEmpty() || below.get(below.size() - 1).workers() < knee / 2.3)) {
      return probing((int) Math.max(1, Math.floor(knee * (below.isEmpty() ? 0.5 : 0.7))), 6);
    }
    if (wanted > 1.15 * knee && (above.isEmpty() || above.get(0).workers() > 2.3 * knee)) {
      return probing((int) Math.min(wanted, Math.ceil(1.3 * knee)), 6);
    }
    if (Math.abs(asked - knee) > Math.max(0.9, 0.07 * knee)) {
      return probing(knee, 4);
    }
    boolean same = Math.abs(asked - held) <= Math.max(1, 0.1 * held);
    if (!same) {
      return holding(asked, now, Math.max(0, tests - 2));
    }
    if (now - heldNanos > 3e9 * (1 << Math.min(5, tests))) {
      KneeSearch next = holding(held, now, tests + 1).next;
      int other = tests % 2 == 0 ? (int) Math.min(wanted, Math.ceil(1.25 * asked)) : (int) Math.max(1, Math.floor(0.8 * asked));
      return next.probing(other, curve.at(other).map(Reading::batches).orElse(0) + 6);
    }
    return stay(asked, String.format(Locale.ROOT, "behind: holds %d", asked));
  }

  /** Upward, by large steps, each of which must have paid. */
  private Step ascend(Observation seen, int wanted) {
    int asked = seen.size().workersAsked();
    long now = seen.window().endNanos();
    Optional<Reading> mine = curve.at(asked);
    int batches = mine.map(Reading::batches).orElse(0);
    List<Reading> told = curve.told();
    boolean first = visit.sinceNanos() <= saturatedNanos;
    if (first) {
      boolean unknown = Double.isNaN(curve.calm().seconds()) && told.isEmpty();
      boolean waits = visit.patient(now) && now - saturatedNanos < 10e9;
      if (unknown && asked > 16 && waits) {
        return stay(asked, "measures " + asked + " first");
      }
      if (asked > 16 && Double.isNaN(curve.calm().seconds()) && told.size() == 1 && told.get(0).workers() == asked) {
        return stay(asked / 2, "tries half first");
      }
      return unknown || batches >= 2 || now - saturatedNanos >= 3e8
          ? up(asked, wanted)
          : stay(asked, "measures " + asked + " first");
    }
    if (!visit.settled()) {
      return stay(asked, "one round at " + asked + " first");
    }
    Optional<Reading> best = curve.best();
    if (best.isPresent()
        && Reading.apart(Math.min(asked, best.get().workers()), Math.max(asked, best.get().workers()))
        && visit.seconds(now) > 0.4 + 2 * easeSeconds()
        && visit.throughput(now) < 0.6 * best.get().throughput()) {
      return back(best.get(), "throughput fell");
    }
    List<Reading> below = curve.below(asked);
    boolean capped = advised > asked && batches >= 8 && asked > 1;
    if (below.isEmpty()) {
      if (batches < 2 && visit.patient(now)) {
        return stay(asked, "measures " + asked);
      }
      return capped ? stay((int) Math.max(1, Math.floor(asked * 0.5)), "cannot grow: tries half") : up(asked, wanted);
    }
    if (mine.isEmpty()) {
      return visit.patient(now) ? stay(asked, "measures " + asked) : up(asked, wanted);
    }
    Reading near = below.get(below.size() - 1);
    double gain = Math.min(Reading.gain(near, mine.get()), Reading.gain(below.get(0), mine.get()));
    if (gain >= 0.8) {
      return up(asked, wanted);
    }
    if (batches < 4 && visit.patient(now)) {
      return stay(asked, String.format(Locale.ROOT, "measures %d: gain %.2f", asked, gain));
    }
    double error = Reading.gainError(near, mine.get());
    if (gain < GAIN_MIN && 1 - gain > 2 * error) {
      return mine.get().error() < 0.1 || !visit.patient(now)
          ? back(near, String.format(Locale.ROOT, "no gain seen (%.2f)", gain))
          : stay(asked, "measures " + asked);
    }
    return up(asked, wanted);
  }

  private double easeSeconds() {
    double seconds = curve.calm().seconds();
    return Double.isNaN(seconds) ? 0.1 : seconds;
  }

  private Step back(Reading to, String why) {
    int size = Workers.rounded(to.workers());
    return stay(size, why + ": back to " + size);
  }

  private Step stay(int size, String why) {
    return new Step(size, why, this);
  }

  private Step probing(int size, int batches) {
    return new Step(
        size,
        "behind: tries " + size,
        new KneeSearch(
            givenUp, travel, curve, visit, saturatedNanos, tried, advised, strange, limited, size, batches, held, heldNanos, tests));
  }

  private Step holding(int size, long now, int count) {
    return new Step(
        size,
        "behind: holds " + size,
        new KneeSearch(
            givenUp, travel, curve, visit, saturatedNanos, tried, advised, strange, limited, probe, probeBatches, size, now, count));
  }

  private Step up(int asked, int wanted) {
    List<Reading> told = curve.told();
    boolean others = told.stream().anyMatch(r -> Math.abs(r.workers() - asked) > 0.05 * asked);
    boolean unknown;
    boolean pays = !others || curve.below(asked).stream().allMatch(low -> curve.at(asked).filter(r -> Reading.gain(low, r) > 0.7).isPresent()) && curve.above(asked).isEmpty();
    boolean cold = Double.isNaN(curve.calm().seconds()) && asked <= 16;
    unknown = asked > 16 && Double.isNaN(curve.calm().seconds());
    double step = cold ? travel * travel : travel;
    double most = Math.ceil(asked * (unknown || !pays ? Math.min(2, travel) : step));
    if (!told.isEmpty()) {
      Reading best = curve.best().orElseThrow();
      Reading largest = told.get(told.size() - 1);
      if (Reading.apart(asked, largest.workers())
          && largest.throughput() < 0.85 * best.throughput()) {
        most = Math.min(most, StrictMath.sqrt(best.workers() * largest.workers()));
      }
    }
    int up = (int) Math.min(wanted, Math.max(asked, most));
    return stay(up, "tasks wait: tries " + up);
  }
}
