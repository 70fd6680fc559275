package dev.flyball.lab.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A slower disk under a server: a shared library, compiled from {@code slow_fsync.c} on the spot,
 * that the server is started with and that sleeps in every flush.
 *
 * <p>A flush of a data centre's disk takes a fraction of a millisecond, that of a common one some
 * two; what a thread pool's size does depends on it, so an experiment has to be able to choose.
 */
final class SlowFsync {

  private static final String SOURCE = "slow_fsync.c";

  private SlowFsync() {}

  /** Compiles the library into {@code folder}, and answers with the environment that loads it. */
  static Map<String, String> environment(Path folder, Duration delay) {
    if (delay.isZero()) {
      return Map.of();
    }
    return Map.of(
        "LD_PRELOAD", compiled(folder).toString(),
        "FLYBALL_FSYNC_MICROS", Long.toString(delay.toNanos() / 1_000));
  }

  private static Path compiled(Path folder) {
    Path source = folder.resolve(SOURCE);
    Path library = folder.resolve("slow_fsync.so");
    try (InputStream text = SlowFsync.class.getResourceAsStream(SOURCE)) {
      Files.copy(Objects.requireNonNull(text, SOURCE), source);
    } catch (IOException e) {
      throw new ServerFailedException("slow_fsync.c cannot be written to " + folder, e);
    }
    compile(source, library);
    return library;
  }

  private static void compile(Path source, Path library) {
    List<String> command =
        List.of("cc", "-O2", "-shared", "-fPIC", "-o", library + "", source + "", "-ldl");
    try {
      Process compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (compiler.waitFor() != 0) {
        throw new ServerFailedException("cc cannot compile slow_fsync.c: " + output.strip());
      }
    } catch (IOException e) {
      throw new ServerFailedException(
          "a delay of fsync needs a C compiler, and there is no cc on the PATH;"
              + " install one (Debian: apt install gcc libc6-dev), or do without the delay",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailedException("interrupted while slow_fsync.c was compiled", e);
    }
  }
}
