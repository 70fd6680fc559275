package dev.flyball.policy;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

record KneeSearch(
    double gainMin,
    double travel,
    Curve curve,
    Batch batch,
    int at,
    long sinceNanos,
    double ended,
    double proven,
    int advised,
    int held,
    int confirmed,
    int probe,
    int onset,
    long onsetNanos,
    int strange,
    double done,
    long roundNanos) {

  record Step(int size, String why, KneeSearch next) {}

  static KneeSearch of(double gainMin, double travel) {
    return new KneeSearch(gainMin, travel, Curve.UNKNOWN, Batch.EMPTY, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  static boolean saturated(Observation seen) {
    int asked = seen.size().workersAsked();
    return seen.size().queuedMean() > 0
        && seen.size().queuedAtEnd() > 0
        && seen.size().busyMean() >= 0.9 * Math.min(asked, seen.size().workersMean());
  }

  private static boolean shrinking(Observation seen) {
    return seen.size().busyMean() > 1.1 * seen.size().workersAsked() + 1;
  }

  private KneeSearch with(Curve known, Batch gathered, Observation seen, double best) {
    int asked = seen.size().workersAsked();
    boolean same = asked == at;
    return new KneeSearch(
        gainMin,
        travel,
        known.fresh(seen.window().endNanos(), 60e9),
        gathered,
        asked,
        same ? sinceNanos : seen.window().endNanos(),
        Math.min(1e15, (same ? ended : 0) + seen.flow().completed()),
        best,
        advised,
        held,
        confirmed,
        probe,
        !saturated(seen) ? 0 : onset == 0 ? asked : onset,
        onset == 0 ? seen.window().endNanos() : onsetNanos,
        strangeness(seen),
        same ? done + Batch.work(seen) : 0,
        !same ? 0 : roundNanos == 0 && round(asked, seen.window().endNanos()) ? seen.window().endNanos() : roundNanos);
  }

  KneeSearch with(Observation seen) {
    long now = seen.window().endNanos();
    int asked = seen.size().workersAsked();
    boolean same = asked == at;
    double count = (same ? ended : 0) + seen.flow().completed();
    double best = proven * StrictMath.exp(-seen.window().lengthNanos() / 60e9);
    if (count >= Math.max(1, seen.size().busyMean()) || best < 1) {
      best = Math.max(best, asked);
    }
    if (!saturated(seen)) {
      return with(shrinking(seen) ? curve : curve.calm(seen), Batch.EMPTY, seen, best);
    }
    if (strangeness(seen) >= 2) {
      return with(Curve.UNKNOWN, Batch.EMPTY, seen, best);
    }
    Curve known = curve;
    if (!same || !round(asked, now) || shrinking(seen)) {
      return with(known, Batch.EMPTY, seen, best);
    }
    Batch gathered = batch.with(seen);
    if (now - sinceNanos > 3e9 * (1 << Math.min(5, confirmed)) && curve.above(asked).isPresent()) {
      return with(curve.upTo(asked), Batch.EMPTY, seen, best).again(now);
    }
    if (!gathered.full()) {
      return with(known, gathered, seen, best);
    }
    return with(
        gathered.steady() ? known.with(asked, gathered.slowness(), now) : known,
        Batch.EMPTY,
        seen,
        best);
  }

  private KneeSearch again(long now) {
    return new KneeSearch(gainMin, travel, curve, batch, at, now, ended, proven, advised, held, confirmed + 1, probe, onset, onsetNanos, strange, done, roundNanos);
  }

  /** For how many windows in a row tasks took much longer than the size can explain. */
  private int strangeness(Observation seen) {
    Optional<Reading> calm = curve.calm().reading();
    boolean moved = seen.size().workersAsked() != at || sinceNanos > onsetNanos || onset == 0;
    if (!saturated(seen) || moved || calm.isEmpty() || seen.size().workersAsked() >= 2 * calm.get().workers()) {
      return 0;
    }
    double work = Batch.work(seen);
    if (work == 0) {
      return strange;
    }
    return seen.times().serviceNanosSum() / work > 2 * calm.get().slowness() ? strange + 1 : 0;
  }

  /** Whether what ends now was begun at this size. */
  private boolean round(int asked, long now) {
    double seconds = curve.calm().seconds();
    return ended >= asked || now - sinceNanos > 3e9 * seconds;
  }

  Step step(Observation seen, int wanted) {
    Step step = decide(seen, wanted);
    KneeSearch k = step.next;
    return new Step(
        step.size,
        step.why,
        new KneeSearch(gainMin, travel, k.curve, k.batch, k.at, k.sinceNanos, k.ended, k.proven, step.size, k.held, k.confirmed, k.probe, k.onset, k.onsetNanos, k.strange, k.done, k.roundNanos));
  }

  private Step decide(Observation seen, int wanted) {
    int asked = seen.size().workersAsked();
    Optional<Double> knee = curve.knee(gainMin);
    if (!saturated(seen)) {
      double reach = Math.max(asked, travel * Math.max(proven, 1));
      int bound = Workers.rounded(Math.min(reach, knee.orElse(Double.MAX_VALUE)));
      return wanted > bound ? stay(bound, "no more than " + bound + " until it is tried") : stay(wanted, "");
    }
    if (wanted <= asked) {
      return stay(wanted, "");
    }
    return knee.isPresent() ? limited(seen, wanted, Workers.rounded(knee.get())) : unlimited(seen, wanted);
  }

  private Step limited(Observation seen, int wanted, int top) {
    int asked = seen.size().workersAsked();
    Optional<Reading> mine = curve.at(asked);
    boolean known = mine.isPresent() && mine.get().solid() && mine.get().error() < 0.1;
    boolean sure = mine.isPresent() && mine.get().solid() && (mine.get().error() < 0.1 || mine.get().batches() >= 12);
    if (asked == probe && !sure) {
      return stay(asked, "measures " + asked);
    }
    if (Math.abs(top - asked) > Math.max(0.9, 0.05 * asked)) {
      return stay(Math.min(top, wanted), "something behind is the limit: nothing is gained beyond " + top);
    }
    Optional<Reading> low = curve.below(asked);
    if (known && asked > 1 && (low.isEmpty() || low.get().workers() < asked / 2.3)) {
      return probing(Workers.rounded(Math.min(asked - 1, asked * (low.isEmpty() ? 0.5 : 0.7))));
    }
    Optional<Reading> high = curve.readings().stream().filter(r -> r.batches() >= 2 && Reading.apart(asked, r.workers())).findFirst();
    if (known && high.isPresent() && high.get().error() > 0.12 && high.get().batches() < 12 && high.get().workers() <= wanted) {
      return probing(Workers.rounded(high.get().workers()));
    }
    if (known && confirmed == 0 && high.isPresent() && high.get().workers() > 1.6 * asked) {
      int middle = Math.min(wanted, Workers.rounded(StrictMath.sqrt(asked * high.get().workers())));
      if (middle > asked) {
        return probing(middle);
      }
    }
    return new Step(
        asked,
        String.format(Locale.ROOT, "something behind is the limit: holds %d", asked),
        holding(asked));
  }

  private Step unlimited(Observation seen, int wanted) {
    int asked = seen.size().workersAsked();
    long now = seen.window().endNanos();
    double seconds = Double.isNaN(curve.calm().seconds()) ? 0.1 : curve.calm().seconds();
    boolean patient = roundNanos == 0 || now - roundNanos < Math.max(roundNanos - sinceNanos, 4e8);
    Optional<Reading> mine = curve.at(asked);
    if (asked <= onset) {
      boolean begun = Double.isNaN(curve.calm().seconds()) && curve.readings().isEmpty() || mine.filter(reading -> reading.batches() >= 2).isPresent() || now - onsetNanos >= 3e8;
      boolean tried = curve.readings().stream().anyMatch(r -> Reading.apart(asked, r.workers()));
      return begun ? up(asked, wanted, tried ? 2 : travel) : stay(asked, "measures " + asked + " first");
    }
    if (!round(asked, now) || shrinking(seen)) {
      return stay(asked, "one round at " + asked + " first");
    }
    Optional<Reading> best = curve.readings().stream().filter(r -> r.batches() >= 2).max(java.util.Comparator.comparingDouble(Reading::throughput));
    double elapsed = now - sinceNanos;
    if (best.isPresent() && Reading.apart(best.get().workers(), asked) && elapsed > 2e9 * seconds + 4e8
        && done / elapsed < 0.6 * best.get().throughput()) {
      int back = Workers.rounded(best.get().workers());
      return stay(back, "throughput fell: back to " + back);
    }
    Optional<Reading> low = curve.readings().stream().filter(r -> r.batches() >= 2 && Reading.apart(r.workers(), asked)).findFirst();
    Optional<Reading> near = curve.readings().stream().filter(r -> r.batches() >= 2 && Reading.apart(r.workers(), asked)).reduce((a, b) -> b);
    boolean capped = advised > asked && mine.filter(r -> r.solid() && r.error() < 0.1).isPresent() && asked > 1;
    if (low.isEmpty()) {
      if (patient && mine.filter(r -> r.batches() >= 2).isEmpty()) {
        return stay(asked, "measures " + asked);
      }
      return capped ? probing(Workers.rounded(Math.min(asked - 1, asked * 0.5))) : up(asked, wanted, travel);
    }
    if (mine.isEmpty()) {
      return patient ? stay(asked, "measures " + asked) : up(asked, wanted, 2);
    }
    Reading here = mine.get();
    double gain = Math.min(Reading.gain(near.get(), here), Reading.gain(low.get(), here));
    boolean changed = false;
    double factor = travel;
    if (gain < 0.8 && !changed) {
      if (!here.solid() && patient) {
        return stay(asked, String.format(Locale.ROOT, "measures %d: gain %.2f", asked, gain));
      }
      double error = Reading.gainError(near.get(), here);
      if (gain < gainMin && 1 - gain > 2 * error) {
        int back = Workers.rounded(near.get().workers());
        return here.error() < 0.1 || !patient
            ? stay(back, String.format(Locale.ROOT, "no gain seen from %d to %d (%.2f): back", back, asked, gain))
            : stay(asked, "measures " + asked);
      }
      boolean retried = held > 0 && asked <= 1.4 * held && asked > held;
      if (retried && gain - error < gainMin && here.batches() < 60) {
        return stay(asked, "measures " + asked);
      }
      factor = 2;
    }
    return up(asked, wanted, factor);
  }

  private Step stay(int size, String why) {
    return new Step(size, why, this);
  }

  private Step probing(int size) {
    return new Step(
        size,
        "tries " + size,
        new KneeSearch(gainMin, travel, curve, batch, at, sinceNanos, ended, proven, advised, held, confirmed, size, onset, onsetNanos, strange, done, roundNanos));
  }

  private Step up(int asked, int wanted, double factor) {
    List<Reading> known = curve.readings().stream().filter(r -> r.batches() >= 2).toList();
    boolean others = known.stream().anyMatch(r -> Math.abs(r.workers() - asked) > 0.05 * asked);
    double most = Math.ceil(asked * (others || asked > 16 && Double.isNaN(curve.calm().seconds()) ? Math.min(2, factor) : factor));
    if (held > 0 && Math.abs(held - asked) <= 0.1 * asked) {
      most = Math.ceil(1.25 * asked);
    }
    if (!known.isEmpty()) {
      Reading best = known.stream().max(java.util.Comparator.comparingDouble(Reading::throughput)).get();
      Reading largest = known.get(known.size() - 1);
      if (largest.throughput() < 0.85 * best.throughput()) {
        most = Math.min(most, StrictMath.sqrt(best.workers() * largest.workers()));
      }
    }
    int up = (int) Math.min(wanted, Math.max(asked, most));
    return stay(up, "tasks wait: tries " + up);
  }

  private KneeSearch holding(int size) {
    return Math.abs(size - held) <= 0.3 * size
        ? this
        : new KneeSearch(gainMin, travel, curve, batch, at, sinceNanos, ended, proven, advised, size, 0, probe, onset, onsetNanos, strange, done, roundNanos);
  }
}
