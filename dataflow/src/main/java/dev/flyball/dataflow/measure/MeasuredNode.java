package dev.flyball.dataflow.measure;

import dev.flyball.base.Require;
import dev.flyball.dataflow.network.Node;
import dev.flyball.dataflow.network.RateCurve;
import dev.flyball.dataflow.network.Threads;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a network is told of a node that was measured: numbers of {@value #DIGITS} digits, which is
 * more than any measurement has.
 *
 * @param node the node
 * @param rates what was measured
 * @param fit the curve, and how good it is
 * @param plateau where more threads bring nothing
 * @param remarks what a reader of the network should know, in sentences without an end
 */
public record MeasuredNode(
    Node node, NodeRates rates, CurveFit fit, Optional<Plateau> plateau, List<String> remarks) {

  private static final int DIGITS = 6;

  /** Decimals that a file can hold. */
  private static final int DECIMALS_MAX = 18;

  /** Processors that are this busy are what bounds the rate. */
  private static final double CPU_BOUND = 0.8;

  private static final double VARIATION_MAX = 1000;

  /** On a quiet machine a single thread waits for a processor less than a hundredth of its time. */
  private static final double BUSY_MACHINE = 0.1;

  public MeasuredNode {
    remarks = List.copyOf(remarks);
  }

  /**
   * The node.
   *
   * @param rates what was measured
   * @param cores the processors of the machine, as the program may use them
   * @param precision how well rates were to be known; what is known less well is remarked
   */
  public static MeasuredNode of(NodeRates rates, double cores, double precision) {
    Require.above("cores", 0, cores);
    CurveFit fit = CurveFit.of(rates.points());
    RateCurve curve = rounded(fit.curve());
    Optional<Plateau> plateau = Plateau.of(rates.points());
    Node node =
        Node.of(rates.node(), 1)
            .withRate(curve)
            .withService(
                rounded(Math.min(VARIATION_MAX, rates.fewest().variation())),
                cpuShare(rates, curve));
    if (fit.isLaw()) {
      node = node.withThreads(new Threads(1, fit.threadsMax(), false));
    }
    List<String> remarks = new ArrayList<>();
    remarks.add(fit.text());
    busyMachine(rates.fewest(), cores).ifPresent(remarks::add);
    plateau.ifPresent(flat -> remarks.add(remark(flat, rates, cores)));
    rates.beyond(precision).forEach(reading -> remarks.add(remark(reading)));
    if (rates.fewest().cpuSeconds().isEmpty()) {
      remarks.add("processor time is not measured here, so all of the time counts as such");
    }
    return new MeasuredNode(node, rates, fit, plateau, remarks);
  }

  /**
   * So that {@code cpuShare x serviceSeconds(1)} is the processor time of a record, as it was with
   * the fewest threads: with more, a thread that waits for a processor looks as if it waited for
   * something else.
   */
  private static double cpuShare(NodeRates rates, RateCurve curve) {
    double share = rates.fewest().cpuSeconds().orElse(1) * curve.perSecond(1);
    return rates.fewest().cpuSeconds().isEmpty() ? 1 : rounded(Math.min(1, share));
  }

  /** Where no more threads than processors waited for one, others had the processors. */
  private static Optional<String> busyMachine(ThreadsReading fewest, double cores) {
    double share = fewest.readyShare().orElse(0);
    if (share < BUSY_MACHINE || fewest.threads() > cores) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "not to be trusted: the machine was busy with other work, %s waited for a processor"
                + " %.0f %% of the time; measure again on a quiet one",
            threads(fewest.threads()),
            100 * share));
  }

  private static String remark(Plateau flat, NodeRates rates, double cores) {
    double busy =
        rates.readings().stream()
            .filter(reading -> reading.threads() == flat.threads())
            .mapToDouble(reading -> reading.cpuSeconds().orElse(0) * flat.perSecond())
            .sum();
    String from =
        String.format(
            Locale.ROOT, "from %s on more of them gain nothing: ", threads(flat.threads()));
    return busy >= CPU_BOUND * cores
        ? from + "the processors are the bound"
        : from
            + "externally bound (a disk, a database, a lock); batches or a faster target would help";
  }

  private static String remark(ThreadsReading reading) {
    Estimate rate = reading.perSecond();
    return rate.relative().isPresent()
        ? String.format(
            Locale.ROOT,
            "the rate of %s is known to %.0f %% only",
            threads(reading.threads()),
            100 * rate.relative().getAsDouble())
        : "the rate of " + threads(reading.threads()) + " was measured only once";
  }

  private static String threads(int count) {
    return count == 1 ? "1 thread" : count + " threads";
  }

  private static RateCurve rounded(RateCurve curve) {
    if (curve instanceof RateCurve.Scalability law) {
      return new RateCurve.Scalability(
          rounded(law.perThread()), rounded(law.contention()), rounded(law.coherence()));
    }
    if (curve instanceof RateCurve.Measured measured) {
      return new RateCurve.Measured(
          measured.points().stream()
              .map(point ->
                  new RateCurve.Measured.Point(point.threads(), rounded(point.perSecond())))
              .toList());
    }
    return curve;
  }

  private static double rounded(double number) {
    BigDecimal digits =
        new BigDecimal(number).round(new MathContext(DIGITS, RoundingMode.HALF_EVEN));
    return digits
        .setScale(Math.min(DECIMALS_MAX, Math.max(0, digits.scale())), RoundingMode.HALF_EVEN)
        .doubleValue();
  }
}
