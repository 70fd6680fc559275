package dev.flyball.lab.report;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The origin of figures: commit, machine, date, and the command that makes them again. */
public final class Provenance {

  /** What stands for a seed where nothing is left to chance. */
  public static final String NO_SEED = "none, for nothing is left to chance";

  /** What stands for a machine where it makes no difference. */
  private static final String ANY_MACHINE =
      "any, for virtual time gives the same figures on every one";

  private Provenance() {}

  /** The commit this program was built from, as its launcher tells. */
  public static String commit() {
    return System.getProperty("flyball.commit", "unknown");
  }

  /** When this program began, to the second, in UTC. */
  private static String date() {
    long millis = ManagementFactory.getRuntimeMXBean().getStartTime();
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The page, with the parameters, the machine, the date and the command below. */
  public static Report addTo(Report report, Facts parameters, String command) {
    Facts facts = Machine.here().addTo(parameters.and("commit", commit())).and("date", date());
    return report.with(facts).with(new CommandSection("Do it again", command));
  }

  /** The page of a run in virtual time, which is the same, to the byte, on every machine. */
  public static Report addVirtualTo(Report report, Facts parameters, String command) {
    Facts facts = parameters.and("commit", commit()).and("machine", ANY_MACHINE);
    return report.with(facts).with(new CommandSection("Do it again", command));
  }

  /** The figures of a run in virtual time, with commit and command behind. */
  public static RunReport addVirtualTo(RunReport report, String command) {
    return report.with("commit", commit()).with("command", command);
  }

  /** The figures that are no run's, with commit, machine, date and command behind. */
  public static JsonFields addTo(JsonFields figures, String command) {
    return figures
        .and("commit", commit())
        .and("machine", Machine.here().extra())
        .and("date", date())
        .and("command", command);
  }

  /** The figures, with commit, machine, date and command behind. */
  public static RunReport addTo(RunReport report, String command) {
    return report
        .with("commit", commit())
        .with("machine", Machine.here().extra())
        .with("date", date())
        .with("command", command);
  }
}
