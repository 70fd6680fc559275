package dev.flyball.lab.papers;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.report.Printed;
import dev.flyball.lab.report.Printed.Claim;
import dev.flyball.lab.tuning.CellResult;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.Repeated;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The printed claims of the article on the database's thread pool, beside the measurements here.
 */
final class AdaptiveThreadPoolClaims {

  /** The profiles for which the article reports a gain. */
  private static final List<Profile> GAINING = List.of(Profile.READ_WRITE, Profile.NEW_ORDER);

  /** Those for which it reports no noticeable one. */
  private static final List<Profile> NOT_GAINING = List.of(Profile.POINT_SELECT, Profile.READ_ONLY);

  private static final double PRINTED_GAIN_PERCENT = 40;
  private static final double NOTICEABLE_PERCENT = 10;
  private static final int CLOSE_TO_CORES = 2;

  private AdaptiveThreadPoolClaims() {}

  static Printed of(List<CellResult> results) {
    Printed printed =
        Printed.of(
            "Printed beside measured",
            AdaptiveThreadPool.PAPER + "; its table of results is a picture, these are its words");
    for (Profile profile : measured(GAINING, results)) {
      printed = printed.and(gains(profile, results));
    }
    for (Profile profile : measured(NOT_GAINING, results)) {
      printed = printed.and(gainsNothing(profile, results));
    }
    if (!measured(GAINING, results).isEmpty()) {
      printed = printed.and(manyGroups(results));
    }
    return measured(NOT_GAINING, results).isEmpty() ? printed : printed.and(fewGroups(results));
  }

  /** Those that were run at all, for a claim on another says nothing here. */
  private static List<Profile> measured(List<Profile> profiles, List<CellResult> results) {
    return profiles.stream()
        .filter(profile -> of(List.of(profile), results).findAny().isPresent())
        .toList();
  }

  /**
   * "For the sysbench/rw and sysbench/TPC-C workloads it improves performance by more than 40%".
   */
  private static Claim gains(Profile profile, List<CellResult> results) {
    return Claim.measured(
        Cell.nameOf(profile) + ": gain over as many groups as processors, at its largest",
        "%",
        PRINTED_GAIN_PERCENT,
        most(profile, results),
        percent -> percent > PRINTED_GAIN_PERCENT,
        "reproduced if above the printed figure");
  }

  /** "Does not give a noticeable performance improvement for the ps and ro workloads". */
  private static Claim gainsNothing(Profile profile, List<CellResult> results) {
    return Claim.measured(
        Cell.nameOf(profile) + ": no noticeable gain",
        "%",
        Double.NaN,
        most(profile, results),
        percent -> percent < NOTICEABLE_PERCENT,
        "reproduced if below 10 %");
  }

  /** "Optimal TPSize much higher than the number of CPUs is typical for IO-bound workloads". */
  private static Claim manyGroups(List<CellResult> results) {
    return Claim.measured(
        "loads that wait for the disk: the size found is much higher than the processors",
        "groups per processor",
        Double.NaN,
        sizePerCore(GAINING, results),
        perCore -> perCore > CLOSE_TO_CORES,
        "median of read-write and new-order, above 2");
  }

  /**
   * "The optimal TPSize which is close to the number of CPUs is typical for CPU-bound workloads".
   */
  private static Claim fewGroups(List<CellResult> results) {
    return Claim.measured(
        "loads that wait for processors: the size found is close to their number",
        "groups per processor",
        Double.NaN,
        sizePerCore(NOT_GAINING, results),
        perCore -> perCore <= CLOSE_TO_CORES,
        "median of point-select and read-only, up to 2");
  }

  /** The largest gain of a profile over its numbers of connections, in per cent. */
  private static double most(Profile profile, List<CellResult> results) {
    return of(List.of(profile), results)
        .map(CellResult::gain)
        .flatMap(Optional::stream)
        .mapToDouble(gain -> 100 * (gain.median() - 1))
        .max()
        .orElse(Double.NaN);
  }

  private static double sizePerCore(List<Profile> profiles, List<CellResult> results) {
    List<Double> sizes =
        of(profiles, results)
            .filter(result -> result.opt().isPresent())
            .map(result -> (double) result.opt().get() / result.cores())
            .toList();
    return sizes.isEmpty() ? Double.NaN : new Repeated(sizes).median();
  }

  private static Stream<CellResult> of(List<Profile> profiles, List<CellResult> results) {
    return results.stream().filter(result -> profiles.contains(result.cell().profile()));
  }
}
