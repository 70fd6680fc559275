package dev.flyball.tools.cli.shared;

import dev.flyball.lab.report.PictureFiles;
import dev.flyball.lab.report.Report;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The folder for a page's pictures as files: an option that several commands share. */
public final class PicturesOption {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--pictures",
      paramLabel = "FOLDER",
      description = "Write the page's pictures to FOLDER too, each as SVG and as PNG.")
  private @Nullable String folder;

  /**
   * Checks the place; empty where no pictures are asked for.
   *
   * @throws ParameterException when nothing can be written there
   */
  public Optional<PictureFiles> check() {
    return Arguments.checked(
        spec, "--pictures", () -> Optional.ofNullable(folder).map(PictureFiles::check));
  }

  /** Writes the pictures, and says where they are unless nothing is to be said. */
  public static void write(PictureFiles files, Report page, PrintWriter out, boolean quiet) {
    List<Path> written = files.write(page);
    if (!quiet && !written.isEmpty()) {
      out.println("The pictures: " + written.size() + " files, from " + written.get(0) + " on");
    }
  }
}
