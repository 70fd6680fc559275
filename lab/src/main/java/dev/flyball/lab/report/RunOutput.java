package dev.flyball.lab.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The place a report is written to, known to be writable before the run that makes the report.
 *
 * <p>A file is written beside its place and then moved there, so a reader sees the old file or the
 * whole new one. A link is followed, and one to nothing is refused. A pipe or a device is written
 * to as it is, since it cannot be replaced. {@code -} is standard output, which is flushed and left
 * open.
 *
 * <p>For one thread.
 */
public final class RunOutput {

  /** What stands for standard output. */
  public static final String STANDARD_OUTPUT = "-";

  /** Opened anew, it would truncate the file that a shell has put behind standard output. */
  private static final String STANDARD_OUTPUT_DEVICE = "/dev/stdout";

  private final String name;
  private final Place place;

  private RunOutput(String name, Place place) {
    this.name = name;
    this.place = place;
  }

  /**
   * The output at this path, or an error that says why nothing could be written there.
   *
   * @param path a file, or {@code -} for standard output
   * @throws IllegalArgumentException if the path cannot be written
   */
  public static RunOutput check(String path) {
    return check(path, System.out);
  }

  /** As {@link #check(String)}, with the stream that {@code -} stands for. */
  public static RunOutput check(String path, OutputStream standardOutput) {
    if (isStandardOutput(path)) {
      return new RunOutput("standard output", bytes -> writeTo(standardOutput, bytes));
    }
    try {
      return new RunOutput(path, placeOf(Path.of(path)));
    } catch (InvalidPathException e) {
      throw refused(path, e.getReason(), e);
    } catch (IOException e) {
      throw refused(path, reason(e), e);
    }
  }

  /** Whether a path stands for standard output. */
  public static boolean isStandardOutput(String path) {
    return path.equals(STANDARD_OUTPUT) || path.equals(STANDARD_OUTPUT_DEVICE);
  }

  public void write(RunReport report) {
    writeText(report.json());
  }

  public void write(Report report) {
    writeText(HtmlReport.of(report));
  }

  /** Writes this text, as UTF-8, in place of all that was there. */
  public void writeText(String text) {
    writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes these bytes, such as a picture, in place of all that was there. */
  public void writeBytes(byte[] bytes) {
    try {
      place.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " could not be written: " + reason(e), e);
    }
  }

  private static Place placeOf(Path given) throws IOException {
    if (given.toString().isEmpty()) {
      throw new IOException("it is empty");
    }
    if (Files.isDirectory(given)) {
      throw new IOException("it is a folder");
    }
    if (Files.isSymbolicLink(given) && !Files.exists(given)) {
      throw new IOException("it is a link to nothing, " + Files.readSymbolicLink(given));
    }
    if (Files.exists(given) && !Files.isRegularFile(given)) {
      return bytes -> Files.write(given, bytes, StandardOpenOption.WRITE);
    }
    if (Files.exists(given) && !Files.isWritable(given)) {
      throw new IOException("the file may not be written");
    }
    Path file = Files.exists(given) ? given.toRealPath() : given.toAbsolutePath();
    if (!Files.isDirectory(file.resolveSibling(""))) {
      throw new IOException("there is no folder " + file.resolveSibling(""));
    }
    Files.delete(Files.createFile(beside(file)));
    return bytes -> replace(file, bytes);
  }

  private static void replace(Path file, byte[] bytes) throws IOException {
    Path beside = beside(file);
    try {
      try (FileChannel channel =
          FileChannel.open(beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
          channel.write(left);
        }
        channel.force(true);
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(beside);
    }
  }

  /** A name that no other process takes; not a temporary file, whose permissions are narrower. */
  private static Path beside(Path file) {
    return file.resolveSibling(
        "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
  }

  private static void writeTo(OutputStream stream, byte[] bytes) throws IOException {
    stream.write(bytes);
    stream.flush();
    if (stream instanceof PrintStream silent && silent.checkError()) {
      throw new IOException("it took no more");
    }
  }

  private static IllegalArgumentException refused(String path, String why, Exception cause) {
    return new IllegalArgumentException(
        "output must be a file that can be written, or - for standard output, but was '"
            + path
            + "': "
            + why,
        cause);
  }

  /** The file system's own exceptions say only the path; their type says what was wrong. */
  private static String reason(IOException e) {
    String message = String.valueOf(e.getMessage());
    return e.getClass() == IOException.class
        ? message
        : e.getClass().getSimpleName() + ": " + message;
  }

  /** The destination of a report's bytes. */
  @FunctionalInterface
  private interface Place {
    void write(byte[] bytes) throws IOException;
  }
}
