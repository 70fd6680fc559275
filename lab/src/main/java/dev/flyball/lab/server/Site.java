package dev.flyball.lab.server;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The place where work is prepared: a temporary folder for the files it reads, which is deleted
 * when the site is closed.
 */
public final class Site implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Site.class.getName());
  private static final int DELETIONS_MAX = 3;

  private final Path folder;

  /** Deletes the folder when the process is told to stop before the site is closed. */
  private final Thread atExit = new Thread(this::delete, "flyball-lab-site");

  private Site(Path folder) {
    this.folder = folder;
  }

  /** A site in a new folder of the system's temporary folder. */
  public static Site open() throws IOException {
    Site site = new Site(Files.createTempDirectory("flyball-lab-"));
    Runtime.getRuntime().addShutdownHook(site.atExit);
    return site;
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
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException stopping) {
      // The hook runs, or has run; deleting twice does no harm.
    }
    delete();
  }

  /** Deletes the remaining files; another process may be doing the same. */
  private void delete() {
    for (int tries = 0; tries < DELETIONS_MAX && Files.exists(folder); tries++) {
      try (Stream<Path> tree = Files.walk(folder)) {
        for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (IOException | UncheckedIOException failure) {
        LOG.log(
            System.Logger.Level.DEBUG, "not all of " + folder + " could be deleted yet", failure);
      }
    }
  }
}
