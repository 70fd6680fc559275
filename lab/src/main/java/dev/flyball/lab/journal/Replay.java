package dev.flyball.lab.journal;

import dev.flyball.control.Decision;
import dev.flyball.control.Decision.Cause;
import dev.flyball.control.Governor;
import dev.flyball.control.GovernorBuilder;
import dev.flyball.control.Journal;
import dev.flyball.control.Resizable;
import dev.flyball.control.ResizeCost;
import dev.flyball.lab.journal.JournalReader.JournalLine;
import dev.flyball.lab.journal.JournalReader.JournalLine.Beginning;
import dev.flyball.lab.journal.JournalReader.JournalLine.Decided;
import dev.flyball.lab.journal.JournalReader.JournalLine.State;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.PolicyText;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * A journal asked again: a real governor is given, one by one, what the recorded one saw.
 *
 * <p>Asked with the policy that the journal began with, every sentence comes back. Asked with
 * another one, it shows what that one would have decided on the same observations. These are what
 * the recorded sizes brought: a policy that would have chosen other sizes would have seen other
 * windows, so its first difference is exact and the later ones are less and less so.
 *
 * <p>Replaying is deterministic: no clock, no thread, no target. For one thread.
 */
public final class Replay {

  private final JournalReader journal;
  private final Optional<SizingPolicy> other;
  private Optional<Governor> governor = Optional.empty();
  private Optional<Decided> playing = Optional.empty();

  private Replay(JournalReader journal, Optional<SizingPolicy> other) {
    this.journal = journal;
    this.other = other;
  }

  /**
   * A recorded decision, and the one that was made on the same observation now.
   *
   * @param recorded the line of the journal
   * @param again the decision now; empty where nothing was asked, since the target failed
   */
  public record Step(Decided recorded, Optional<Decision> again) {

    /**
     * Whether both say the same: size, path and sentence. The sentence of a target that failed ends
     * in the exception that it threw, which a replay does not have.
     */
    public boolean agrees() {
      return again.isEmpty()
          || (again.get().to() == recorded.to()
              && again.get().cause() == recorded.cause()
              && (again.get().why().equals(recorded.why())
                  || recorded.cause() == Cause.TARGET_FAILED));
    }

    /** The size that the policy wanted now. */
    public OptionalInt advised() {
      return again.map(Decision::advised).orElse(OptionalInt.empty());
    }
  }

  /**
   * Replays a whole journal.
   *
   * @param other the policy to ask instead of the recorded one; empty for that
   * @param begun takes each beginning of a life
   * @param asked takes each decision
   * @throws IllegalArgumentException when a line is broken, or its policy cannot be asked
   */
  public static void run(
      JournalReader journal,
      Optional<SizingPolicy> other,
      Consumer<Beginning> begun,
      Consumer<Step> asked)
      throws IOException {
    Replay replay = new Replay(journal, other);
    for (Optional<JournalLine> next = journal.next(); next.isPresent(); next = journal.next()) {
      if (next.get() instanceof Beginning beginning) {
        replay.begin(beginning);
        begun.accept(beginning);
      } else if (next.get() instanceof Decided decided) {
        asked.accept(new Step(decided, replay.ask(decided)));
      }
    }
  }

  private void begin(Beginning beginning) {
    State state = beginning.state();
    GovernorBuilder plan =
        Governor.of(beginning.target(), new Recorded(), policy(state))
            .limits(state.limits())
            .period(Duration.ofNanos(beginning.periodNanos()))
            .clock(() -> playing.map(Decided::atNanos).orElse(0L))
            .journal(Journal.ofLast(1));
    Governor made = (state.size() > 0 ? plan.size(state.size()) : plan).build();
    enter(made, state);
    governor = Optional.of(made);
  }

  private SizingPolicy policy(State state) {
    if (other.isPresent()) {
      return other.get();
    }
    String missing = "the policy is not in the journal, so another one must be named: ";
    String written =
        state.policy().orElseThrow(() -> journal.wrong(missing + state.policyUnwritten()));
    return journal.checked("policy", () -> PolicyText.read(written));
  }

  private Optional<Decision> ask(Decided recorded) {
    Governor asked =
        governor.orElseThrow(() ->
            journal.wrong("the first line must be the beginning of a journal but was a decision"));
    playing = Optional.of(recorded);
    if (recorded.seen().isPresent()) {
      asked.step();
    } else if (recorded.state().isPresent()) {
      byHand(asked, recorded, recorded.state().get());
    } else {
      return Optional.empty();
    }
    return asked.journal().decisions().stream().findFirst();
  }

  private void byHand(Governor asked, Decided recorded, State state) {
    if (!state.limits().equals(asked.limits()) || recorded.cause() == Cause.LIMITS) {
      asked.limits(state.limits());
    } else if (state.mode() != asked.mode() || recorded.cause() != Cause.SWITCHED) {
      enter(asked, state);
    } else {
      asked.policy(other.isPresent() ? asked.policy() : policy(state));
    }
  }

  private void enter(Governor asked, State state) {
    try {
      switch (state.mode()) {
        case GOVERN -> asked.govern();
        case ADVISE_ONLY -> asked.adviseOnly();
        case PINNED -> asked.pin(state.held());
        case OVERRIDDEN -> asked.override(state.held());
      }
    } catch (IllegalArgumentException e) {
      throw journal.wrong("held: " + e.getMessage());
    }
  }

  /** A target that shows what the recorded one showed, and fails where it failed. */
  private final class Recorded implements Resizable {

    @Override
    public Observation observe() {
      return playing
          .flatMap(Decided::seen)
          .orElseThrow(() -> new IllegalStateException("nothing was seen"));
    }

    @Override
    public void resize(int workers) {
      if (playing.map(Decided::cause).equals(Optional.of(Cause.TARGET_FAILED))) {
        throw new IllegalStateException("the recorded target could not be resized");
      }
    }

    @Override
    public ResizeCost resizeCost() {
      Number seconds = playing.map(it -> it.figures().get("resizeCost")).orElse(0);
      return new ResizeCost(
          Duration.ofNanos(Math.round(seconds.doubleValue() * 1e9)), Duration.ZERO);
    }
  }
}
