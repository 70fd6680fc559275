package dev.flyball.lab.race;

import dev.flyball.admission.DeadlineAdmission;
import dev.flyball.lab.peers.NetflixLimits;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.sim.Contender;
import dev.flyball.sim.race.shedding.ControlledDelay;
import java.util.ArrayList;
import java.util.List;

/**
 * The contenders of a goodput race: sizes together with a choice of who gets in.
 *
 * <ul>
 *   <li>{@code flyball}: the default policy with the standard rule, as every pool has it, and the
 *       same first come, first served.
 *   <li>The limits of Netflix's concurrency-limits as their servlet filter has them: a task that
 *       finds the limit reached is turned away at once. Settings are the library's own, see {@link
 *       NetflixLimits}.
 *   <li>Resilience4j's bulkhead with its default of 25 calls and no wait: the same with a fixed
 *       limit.
 *   <li>A pool of 200 threads, as servlet containers have it, and threads without bound, each with
 *       an unbounded queue, first come, first served.
 *   <li>Fixed sizes with {@link ControlledDelay}.
 * </ul>
 */
public final class GoodputContenders {

  private static final int BULKHEAD = 25;
  private static final int THREADS = 200;

  private GoodputContenders() {}

  /** All of them. */
  public static List<Contender> all() {
    Contender bulkhead = Contender.fixed(BULKHEAD + " threads", BULKHEAD);
    Contender threads = Contender.fixed(THREADS + " threads", THREADS);
    List<Contender> all =
        new ArrayList<>(
            List.of(
                admitting(Contender.policy(Policies.STANDARD)),
                Contender.of(
                    Policies.STANDARD + " (no admission)",
                    Contender.policy(Policies.STANDARD)::sizer)));
    Contenders.of(List.of("netflix-gradient2", "netflix-vegas", "netflix-aimd"))
        .forEach(limit -> all.add(rejecting(limit)));
    all.add(Contender.rejecting("bulkhead " + BULKHEAD + " (rejects)", bulkhead));
    all.add(threads);
    all.add(Contender.unbounded());
    List.of(bulkhead, threads, Contender.unbounded()).forEach(size -> all.add(delayed(size)));
    return List.copyOf(all);
  }

  /**
   * The contenders that these specifications name: rows of the board by their names; else what
   * {@link Contenders#of} knows, another library's limits so that they turn away what they have no
   * room for, sizes with a rule as {@code SIZES, RULE}, see {@link ClassContenders}, and all others
   * with the standard rule.
   */
  public static List<Contender> of(List<String> specifications) {
    return specifications.stream().map(GoodputContenders::of).toList();
  }

  private static Contender of(String specification) {
    return all().stream()
        .filter(row -> row.name().equals(specification))
        .findFirst()
        .or(() -> ClassContenders.named(specification))
        .or(() -> NetflixLimits.named(specification).map(GoodputContenders::rejecting))
        .orElseGet(() -> admitting(Contenders.of(List.of(specification)).get(0)));
  }

  private static Contender admitting(Contender sizes) {
    return Contender.admitting(sizes.name(), DeadlineAdmission.standard(), sizes);
  }

  private static Contender rejecting(Contender limit) {
    return Contender.rejecting(limit.name() + " (rejects)", limit);
  }

  private static Contender delayed(Contender sizes) {
    return Contender.admitting(sizes.name() + ", codel", ControlledDelay.published(), sizes);
  }
}
