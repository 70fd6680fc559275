package dev.flyball.tools.cli.shared;

import dev.flyball.lab.report.Findings;
import dev.flyball.lab.report.PictureFiles;
import dev.flyball.lab.report.RunOutput;
import dev.flyball.lab.report.Section;
import dev.flyball.lab.report.Table;
import dev.flyball.tools.cli.terminal.FittedPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The destinations of an experiment's findings: options that several commands share.
 *
 * <p>Both places are tried before the experiment begins, so that no run is lost to a typing error.
 */
public final class Outputs {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures as JSON to FILE; - is standard output.")
  private @Nullable String json;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write the page with the pictures to FILE (default: flyball-NAME.html here).")
  private @Nullable String report;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write the figures as CSV to FILE, a line for each run; - is standard output.")
  private @Nullable String csv;

  @Mixin private PicturesOption pictures;

  /** The places, known to be writable. */
  public record Places(
      Optional<RunOutput> json,
      Optional<RunOutput> csv,
      RunOutput report,
      String reportPath,
      Optional<PictureFiles> pictures,
      boolean quiet) {}

  /**
   * Checks the places.
   *
   * @param name the default name of the page
   * @throws ParameterException when one of them cannot be written
   */
  public Places check(String name) {
    String reportPath = report == null ? "flyball-" + name + ".html" : report;
    differ("--json", json, "--report", reportPath);
    differ("--csv", csv, "--report", reportPath);
    differ("--json", json, "--csv", csv);
    return new Places(
        Optional.ofNullable(json).map(path -> Arguments.output(spec, "--json", path)),
        Optional.ofNullable(csv).map(path -> Arguments.output(spec, "--csv", path)),
        Arguments.output(spec, "--report", reportPath),
        reportPath,
        pictures.check(),
        Stream.of(json, csv, reportPath)
            .anyMatch(path -> path != null && RunOutput.isStandardOutput(path)));
  }

  private void differ(
      String option, @Nullable String path, String other, @Nullable String otherPath) {
    if (path == null || otherPath == null) {
      return;
    }
    if (RunOutput.isStandardOutput(path) && RunOutput.isStandardOutput(otherPath)) {
      throw new ParameterException(
          spec.commandLine(), option + " and " + other + " must not both be - (standard output)");
    }
    if (place(path).equals(place(otherPath))) {
      throw new ParameterException(
          spec.commandLine(),
          option + " and " + other + " must be two files but were both " + path);
    }
  }

  /** Where a path leads, through links and dots; it need not exist. */
  private static Path place(String path) {
    Path file = Path.of(path).toAbsolutePath();
    try {
      return Files.exists(file)
          ? file.toRealPath()
          : file.resolveSibling("").toRealPath().resolve(file.getName(file.getNameCount() - 1));
    } catch (IOException refusedLater) {
      return file.normalize();
    }
  }

  /**
   * Writes the findings to each place separately, so that a full disk for one does not affect the
   * others. Shows them last, since the output may accept nothing more.
   *
   * @throws UncheckedIOException when one of them could not be written
   */
  static void write(Findings findings, Places places, CommandLine command, Shown shown) {
    PrintWriter out = command.getOut();
    Optional<UncheckedIOException> json =
        places.json().flatMap(place -> tried(() -> place.write(findings.figures())));
    Optional<UncheckedIOException> csv =
        places.csv().flatMap(place -> tried(() -> place.writeText(findings.figures().csv())));
    Optional<UncheckedIOException> page = tried(() -> places.report().write(findings.page()));
    if (!places.quiet()) {
      shown.show(findings, out);
    }
    if (page.isEmpty() && !places.quiet()) {
      out.println("The page with the pictures: " + places.reportPath());
    }
    Optional<UncheckedIOException> files =
        places
            .pictures()
            .flatMap(place ->
                tried(() -> PicturesOption.write(place, findings.page(), out, places.quiet())));
    out.flush();
    rethrow(List.of(json, csv, page, files));
  }

  /** The form of findings on a terminal. */
  @FunctionalInterface
  public interface Shown {
    void show(Findings findings, PrintWriter out);
  }

  /** Writes something; what went wrong, for {@link #rethrow} when all have been tried. */
  public static Optional<UncheckedIOException> tried(Runnable writing) {
    try {
      writing.run();
      return Optional.empty();
    } catch (UncheckedIOException e) {
      return Optional.of(e);
    }
  }

  /**
   * Throws what went wrong, as one that says all of it.
   *
   * @throws UncheckedIOException when anything did
   */
  public static void rethrow(List<Optional<UncheckedIOException>> tried) {
    List<UncheckedIOException> failed = tried.stream().flatMap(Optional::stream).toList();
    if (failed.size() == 1) {
      throw failed.get(0);
    }
    if (!failed.isEmpty()) {
      String all = failed.stream().map(Throwable::getMessage).collect(Collectors.joining("; "));
      UncheckedIOException thrown = new UncheckedIOException(all, failed.get(0).getCause());
      failed.stream().skip(1).forEach(thrown::addSuppressed);
      throw thrown;
    }
  }

  /** The tables as far as they fit; where the widest does not, its most important columns. */
  static void show(Findings findings, PrintWriter out) {
    int columns = FittedPage.columns();
    boolean first = true;
    for (Section section : findings.page().sections()) {
      if (section instanceof Table table) {
        if (table.width() <= columns) {
          FittedPage.print(table.title(), table, columns, out);
        } else if (first) {
          FittedPage.print(table.title(), findings.figures().narrowTable(), columns, out);
        }
        first = false;
      }
    }
    FittedPage.print(findings.page().headline(), columns, out);
  }
}
