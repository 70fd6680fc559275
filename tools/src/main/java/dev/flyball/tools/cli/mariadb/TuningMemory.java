package dev.flyball.tools.cli.mariadb;

import dev.flyball.control.PolicyFile;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Guards;
import dev.flyball.policy.catalogue.Memory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a tuner has learned of its workloads, kept in a file between runs, and what other runs have
 * learned, as a training set.
 *
 * <p>Any thread may save.
 */
final class TuningMemory {

  private final Optional<PolicyFile> file;
  private final List<Learned> learned;

  /** What one file holds. */
  private record Learned(Path path, Memory memory) {}

  private TuningMemory(Optional<PolicyFile> file, List<Learned> learned) {
    this.file = file;
    this.learned = List.copyOf(learned);
  }

  /**
   * Reads the files.
   *
   * @param remember the file that is read if it is there, and written
   * @param training files that are only read, the most trusted first
   * @throws IllegalArgumentException when one cannot be read, or holds nothing learned
   */
  static TuningMemory open(@Nullable String remember, List<String> training) {
    List<Learned> learned = new ArrayList<>();
    Optional<PolicyFile> file =
        Optional.ofNullable(remember).map(path -> new PolicyFile(Path.of(path)));
    file.filter(PolicyFile::exists).ifPresent(present -> learned.add(read(present)));
    file.ifPresent(TuningMemory::checkFolder); // a file that is there is replaced by a new one
    training.forEach(path -> learned.add(read(new PolicyFile(Path.of(path)))));
    return new TuningMemory(file, learned);
  }

  private static void checkFolder(PolicyFile file) {
    Path folder = file.path().toAbsolutePath().getParent();
    if (folder == null || (Files.exists(folder) && !Files.isWritable(folder))) {
      throw new IllegalArgumentException(file.path() + " must be in a folder that can be written");
    }
  }

  private static Learned read(PolicyFile file) {
    try {
      return Memory.of(file.read())
          .map(memory -> new Learned(file.path(), memory))
          .orElseThrow(() ->
              new IllegalArgumentException(
                  file.path()
                      + " must hold what was learned of workloads but holds a policy that"
                      + " remembers none"));
    } catch (IOException e) {
      throw new IllegalArgumentException(file.path() + " must be readable but was not: " + e, e);
    }
  }

  /** Whether there is a file to write to, or anything was read. */
  boolean isWanted() {
    return file.isPresent() || !learned.isEmpty();
  }

  /**
   * The policy with all that was learned.
   *
   * @param origin where it learns now
   */
  SizingPolicy recalling(SizingPolicy policy, SortedMap<String, String> origin) {
    return Guards.recall(policy, learned.stream().map(Learned::memory).toList(), origin);
  }

  /** What was read, and where it was learned elsewhere than here; a line each. */
  List<String> words(SortedMap<String, String> here) {
    List<String> lines = new ArrayList<>();
    for (Learned from : learned) {
      Memory memory = from.memory();
      lines.add(
          from.path()
              + ": "
              + memory.workloads()
              + " workloads, sizes found "
              + memory.sizesFound());
      new TreeMap<>(here)
          .forEach((name, value) -> {
            String there = memory.origin().get(name);
            if (there != null && !there.equals(value)) {
              lines.add("  learned with %s %s, here it is %s".formatted(name, there, value));
            }
          });
    }
    file.filter(now -> learned.stream().noneMatch(from -> from.path().equals(now.path())))
        .ifPresent(now -> lines.add(now.path() + ": nothing is learned yet"));
    return lines;
  }

  /**
   * Writes what a policy has learned, where there is a file to write to.
   *
   * @throws UncheckedIOException when it cannot be written
   */
  synchronized void save(SizingPolicy policy) {
    if (file.isPresent()) {
      try {
        file.get().write(policy);
      } catch (IOException e) {
        throw new UncheckedIOException(file.get().path() + " cannot be written: " + e, e);
      }
    }
  }
}
