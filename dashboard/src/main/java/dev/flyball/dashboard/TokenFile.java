package dev.flyball.dashboard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A file with the token, which only its owner may read; it goes when the process ends at the
 * latest.
 */
final class TokenFile {

  private static final System.Logger LOG = System.getLogger(Dashboard.class.getName());

  private final Path file;

  private TokenFile(Path file) {
    this.file = file;
  }

  /**
   * Writes one; another user could read it at no moment.
   *
   * @throws UncheckedIOException when it is there already, or cannot be written
   */
  static TokenFile write(Path file, String token) {
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      throw new UncheckedIOException("the token's file must be new but " + file + " is there", e);
    } catch (UnsupportedOperationException e) {
      throw unwritable(file, new IOException("its file system knows no permissions", e));
    } catch (IOException e) {
      throw unwritable(file, e);
    }
    TokenFile written = new TokenFile(file);
    try {
      file.toFile().deleteOnExit();
      Files.writeString(file, token + "\n", StandardCharsets.US_ASCII);
      return written;
    } catch (IOException e) {
      written.delete();
      throw unwritable(file, e);
    } catch (IllegalStateException e) { // the process is about to end
      written.delete();
      throw e;
    }
  }

  private static UncheckedIOException unwritable(Path file, IOException e) {
    return new UncheckedIOException("the token must be written to " + file + " but: " + e, e);
  }

  /** Deletes it. */
  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "dashboard: " + file + " is left", e);
    }
  }
}
