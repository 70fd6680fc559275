package dev.flyball.sim.race;

import dev.flyball.admission.Admission;
import dev.flyball.admission.DeadlineAdmission;
import dev.flyball.sim.Contender;
import dev.flyball.sim.Outcome;
import dev.flyball.sim.race.shedding.HalfDeadline;
import java.util.List;
import java.util.Optional;

/** What the runs of a race are judged by, and the oracle searches for. */
public enum Objective {
  /** What a task costs; see {@link Cost}. Who gets in is left to the scenario. */
  COST {
    @Override
    public double of(Outcome outcome) {
      return Cost.secondsPerTask(outcome);
    }

    @Override
    public List<Contender> references() {
      return Race.REFERENCES;
    }

    @Override
    List<Optional<Admission>> rules() {
      return List.of(Optional.empty());
    }
  },

  /**
   * The share of tasks that did not end well within their deadline. The oracle chooses a rule for
   * who gets in, too.
   */
  GOODPUT {
    @Override
    public double of(Outcome outcome) {
      long offered = outcome.offered();
      double good = outcome.pools().stream().mapToDouble(pool -> pool.account().good()).sum();
      return offered == 0 ? 0 : 1 - good / offered;
    }

    @Override
    public List<Contender> references() {
      return List.of();
    }

    @Override
    List<Optional<Admission>> rules() {
      return List.of(Optional.of(DeadlineAdmission.standard()), Optional.of(new HalfDeadline()));
    }
  };

  /** The figure of a run; the smaller the better. */
  public abstract double of(Outcome outcome);

  /** Rows that no contender should lose to, below the contenders. */
  public abstract List<Contender> references();

  /** The rules for who gets in that the oracle may choose from; empty for none. */
  abstract List<Optional<Admission>> rules();
}
