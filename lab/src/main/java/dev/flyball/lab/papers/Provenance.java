package dev.flyball.lab.papers;

import dev.flyball.lab.report.Command;
import dev.flyball.lab.report.Facts;
import dev.flyball.lab.report.Machine;
import dev.flyball.lab.report.Report;
import dev.flyball.lab.report.RunReport;

/** Where figures come from: commit, machine, and the command that makes them again. */
public final class Provenance {

  private Provenance() {}

  /** The commit this program was built from, as its launcher tells. */
  public static String commit() {
    return System.getProperty("flyball.commit", "unknown");
  }

  /** The page, with the parameters, the machine and the command below. */
  public static Report addTo(Report report, Facts parameters, String command) {
    Facts facts = Machine.here().addTo(parameters.and("commit", commit()));
    return report.with(facts).with(new Command("Do it again", command));
  }

  /** The figures, with commit, machine and command behind. */
  public static RunReport addTo(RunReport report, String command) {
    return report
        .with("commit", commit())
        .with("machine", Machine.here().extra())
        .with("command", command);
  }
}
