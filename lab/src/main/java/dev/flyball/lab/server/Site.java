package dev.flyball.lab.server;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The place where work is prepared: a temporary folder for the files it reads, which is deleted
 * when the site is closed.
 */
public final class Site implements AutoCloseable {

  private final Path folder;

  private Site(Path folder) {
    this.folder = folder;
  }

  /** A site in a new folder of the system's temporary folder. */
  public static Site open() throws IOException {
    return new Site(Files.createTempDirectory("flyball-lab-"));
  }

  Path folder() {
    return folder;
  }

  /**
   * A file of so many bytes, written if it is not there yet. Its content is a function of its
   * position and not compressible by repetition.
   */
  Path file(int bytes) throws IOException {
    Path file = folder.resolve(bytes + ".bin");
    if (Files.notExists(file)) {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 64 * 1024)) {
        for (int position = 0; position < bytes; position++) {
          out.write(byteAt(position));
        }
      }
    }
    return file;
  }

  /** The byte that every file of every site has at a position. */
  static byte byteAt(int position) {
    int mixed = (position + 1) * 0x9E3779B1;
    return (byte) ((mixed ^ (mixed >>> 15)) >>> 7);
  }

  @Override
  public void close() {
    try (Stream<Path> tree = Files.walk(folder)) {
      List<Path> leavesFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path path : leavesFirst) {
        Files.delete(path);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("could not delete the folder " + folder, failure);
    }
  }
}
