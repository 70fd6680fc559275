package dev.flyball.tools.cli.race;

import dev.flyball.control.Decision;
import dev.flyball.control.Decision.Cause;
import dev.flyball.lab.journal.JournalReader;
import dev.flyball.lab.journal.JournalReader.JournalLine.Beginning;
import dev.flyball.lab.journal.JournalReader.JournalLine.Decided;
import dev.flyball.lab.journal.Replay;
import dev.flyball.lab.report.JsonFields;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.lab.report.text.TextWidth;
import dev.flyball.policy.Observation;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code flyball replay}: a journal, decision by decision, and what another policy would say. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "A journal, decision by decision: what was seen, what was decided, which part decided, why.",
      "",
      "The policy that the journal began with is asked again, on what was seen then, and has to say"
          + " the same. Another policy, named with --policy, is asked instead and compared. It sees"
          + " what the recorded sizes brought, not what its own would have: its first difference is"
          + " exact, the later ones are less and less so.",
      "",
      "Shown are the decisions that changed the size, were made by hand or failed, or would be"
          + " another one now. Exit code 1 when the policy of the journal does not say the same."
    })
public final class ReplayCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @SuppressWarnings("FieldCanBeFinal") // picocli writes it
  @Parameters(paramLabel = "FILE", description = "A journal, as of: flyball demo --journal FILE.")
  private Path file = Path.of("");

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description = "Ask this policy instead of the recorded one.")
  private @Nullable String policy;

  @Option(names = "--all", description = "Show every decision.")
  private boolean all;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write what is shown as JSON to FILE; - is standard output.")
  private @Nullable String json;

  private final List<JsonFields> rows = new ArrayList<>();
  private long decisions;
  private long changes;
  private long differences;
  private double recordedSizes;
  private double sizesNow;
  private long sizesCompared;
  private Optional<Decided> firstDifference = Optional.empty();

  @Override
  public Integer call() throws IOException {
    Optional<RunOutput> output;
    Optional<SizingPolicy> other;
    try {
      output = Optional.ofNullable(json).map(RunOutput::check);
      other = Optional.ofNullable(policy).map(Policies::parse);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    boolean quiet = json != null && RunOutput.isStandardOutput(json);
    PrintWriter out =
        quiet ? new PrintWriter(PrintWriter.nullWriter()) : spec.commandLine().getOut();
    try (JournalReader journal = JournalReader.of(file)) {
      Replay.run(journal, other, beginning -> began(beginning, out), step -> asked(step, out));
    } catch (NoSuchFileException e) {
      throw new ParameterException(spec.commandLine(), "there is no file " + file, e);
    } catch (IllegalArgumentException e) {
      out.flush();
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    out.println();
    summary().forEach(out::println);
    out.flush();
    output.ifPresent(place -> place.writeText(figures().json()));
    return policy == null && differences > 0 ? 1 : 0;
  }

  private static void began(Beginning beginning, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: %s, limits %s, %s%n",
        TextWidth.printable(beginning.at()),
        TextWidth.printable(beginning.target()),
        beginning.state().limits(),
        beginning.lost() == 0
            ? "a journal begins"
            : "the journal goes on; " + beginning.lost() + " decisions could not be written");
  }

  private void asked(Replay.Step step, PrintWriter out) {
    Decided recorded = step.recorded();
    boolean other = policy == null ? !step.agrees() : advisesOtherwise(step);
    decisions++;
    changes += recorded.from() == recorded.to() ? 0 : 1;
    if (other) {
      differences++;
      firstDifference = firstDifference.or(() -> Optional.of(recorded));
    }
    if (recorded.advised().isPresent() && step.advised().isPresent()) {
      sizesCompared++;
      recordedSizes += recorded.advised().getAsInt();
      sizesNow += step.advised().getAsInt();
    }
    boolean failed =
        recorded.cause() == Cause.POLICY_FAILED || recorded.cause() == Cause.TARGET_FAILED;
    boolean byHand = recorded.seen().isEmpty();
    if (all || other || failed || byHand || recorded.from() != recorded.to()) {
      show(step, other, out);
      if (json != null) {
        rows.add(row(step, other));
      }
    }
  }

  private static boolean advisesOtherwise(Replay.Step step) {
    return step.recorded().advised().isPresent()
        && !step.advised().equals(step.recorded().advised());
  }

  private static void show(Replay.Step step, boolean other, PrintWriter out) {
    Decided recorded = step.recorded();
    out.printf(
        Locale.ROOT,
        "%n#%d  %s  %s  %s%n",
        recorded.number(),
        TextWidth.printable(recorded.at()),
        recorded.from() == recorded.to()
            ? "stays at " + recorded.to()
            : recorded.from() + " to " + recorded.to(),
        TextWidth.printable(recorded.decidedBy()));
    recorded.seen().ifPresent(seen -> out.println("  saw   " + sentence(seen)));
    out.println("  why   " + TextWidth.printable(recorded.why()));
    if (other) {
      Decision now = step.again().orElseThrow();
      out.printf(
          Locale.ROOT,
          "  now   %s: %s%n",
          now.advised().isPresent() ? String.valueOf(now.advised().getAsInt()) : "no advice",
          TextWidth.printable(now.why()));
    }
  }

  /** What was seen, in one line. */
  private static String sentence(Observation seen) {
    return String.format(
        Locale.ROOT,
        "%d workers, %.1f busy, %d waiting; %.1f/s came, %.1f/s done%s%s%s",
        seen.size().workersTarget(),
        seen.size().busyMean(),
        seen.size().queuedAtEnd(),
        seen.arrivalRatePerSecond(),
        seen.throughputPerSecond(),
        millis(", served in ", seen.meanServiceSeconds()),
        millis(", waited ", seen.meanWaitSeconds()),
        seen.flow().failed() == 0 ? "" : ", " + seen.flow().failed() + " failed");
  }

  private static String millis(String words, OptionalDouble seconds) {
    return seconds.isEmpty()
        ? ""
        : String.format(Locale.ROOT, "%s%.1f ms", words, seconds.getAsDouble() * 1e3);
  }

  private List<String> summary() {
    List<String> lines = new ArrayList<>();
    lines.add(decisions + " decisions, " + changes + " changed the size.");
    String first =
        firstDifference.map(it -> ", first #" + it.number() + " in line " + it.line()).orElse("");
    if (policy == null) {
      lines.add(
          differences == 0
              ? "Asked again, the policy says the same each time."
              : "Asked again, the policy says something else "
                  + differences
                  + " times"
                  + first
                  + ".");
    } else {
      lines.add(policy + " wants another size " + differences + " times" + first + ".");
      if (sizesCompared > 0) {
        lines.add(
            String.format(
                Locale.ROOT,
                "Mean size wanted: %.1f then, %.1f by %s.",
                recordedSizes / sizesCompared,
                sizesNow / sizesCompared,
                policy));
      }
    }
    return lines;
  }

  private static JsonFields row(Replay.Step step, boolean other) {
    Decided recorded = step.recorded();
    JsonFields row =
        JsonFields.of("line", recorded.line())
            .and("number", recorded.number())
            .and("at", recorded.at())
            .and("decidedBy", recorded.decidedBy())
            .and("from", recorded.from())
            .and("to", recorded.to())
            .and("why", recorded.why())
            .and("seen", recorded.seen().map(ReplayCommand::sentence).orElse(""))
            .and("differs", other);
    return other
        ? row.and("whyNow", step.again().orElseThrow().why())
            .and("wantedNow", step.advised().orElse(0))
        : row;
  }

  private JsonFields figures() {
    return JsonFields.of("file", file.toString())
        .and("policy", policy == null ? "" : policy)
        .and("decisions", decisions)
        .and("changes", changes)
        .and("differences", differences)
        .and("rows", rows);
  }
}
