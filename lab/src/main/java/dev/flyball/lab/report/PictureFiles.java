package dev.flyball.lab.report;

import dev.flyball.lab.report.Section.Photograph;
import dev.flyball.lab.report.Section.Picture;
import dev.flyball.lab.report.chart.Drawing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * The pictures of a page as files of their own, known to be writable before the run that makes
 * them.
 *
 * <p>Each chart is {@code 01-its-title.svg}, which is light or dark as its reader prefers, and
 * {@code 01-its-title.png}, on light paper, with two pixels for each of the page's; a photograph is
 * a PNG only. Files of these names are replaced, others stay.
 */
public final class PictureFiles {

  private static final int WIDTH_PIXELS = 880;
  private static final int NAME_LENGTH_MAX = 50;

  private final Path folder;

  private PictureFiles(Path folder) {
    this.folder = folder;
  }

  /**
   * The files in this folder, which is made if there is none.
   *
   * @throws IllegalArgumentException if nothing could be written there
   */
  public static PictureFiles check(String folder) {
    try {
      Path made = Files.createDirectories(Path.of(folder));
      Files.delete(Files.createTempFile(made, ".flyball", ".part"));
      return new PictureFiles(made);
    } catch (InvalidPathException | IOException e) {
      throw new IllegalArgumentException(
          "pictures must go to a folder that can be written but was '" + folder + "': " + e, e);
    }
  }

  /**
   * Writes all pictures of a page.
   *
   * @return the files, in the order of the page
   * @throws UncheckedIOException when one of them could not be written
   */
  public List<Path> write(Report page) {
    List<Path> files = new ArrayList<>();
    int number = 0;
    for (Section section : page.sections()) {
      if (section instanceof Picture picture) {
        number++;
        Drawing drawing = picture.chart().draw(WIDTH_PIXELS, true);
        byte[] svg = drawing.svg().getBytes(StandardCharsets.UTF_8);
        files.add(write(number, picture.chart().title(), "svg", svg));
        byte[] png = drawing.png();
        files.add(write(number, picture.chart().title(), "png", png));
      } else if (section instanceof Photograph photograph) {
        number++;
        byte[] png = Base64.getDecoder().decode(photograph.pngBase64());
        files.add(write(number, photograph.title(), "png", png));
      }
    }
    return List.copyOf(files);
  }

  private Path write(int number, String title, String kind, byte[] bytes) {
    String name = String.format(Locale.ROOT, "%02d-%s.%s", number, name(title), kind);
    Path file = folder.resolve(name);
    RunOutput.check(file.toString()).writeBytes(bytes);
    return file;
  }

  /** The title in small letters, digits and dashes. */
  private static String name(String title) {
    String name = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    name = name.substring(0, Math.min(name.length(), NAME_LENGTH_MAX));
    name = name.replaceAll("^-|-$", "");
    return name.isEmpty() ? "picture" : name;
  }
}
