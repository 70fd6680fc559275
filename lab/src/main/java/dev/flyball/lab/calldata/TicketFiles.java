package dev.flyball.lab.calldata;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The files of one run, in a folder of their own: a new one for each thread that writes. Safe for
 * any thread.
 *
 * @param folder where they are
 * @param quota how much may be written to all of them
 * @param group after how many lines each file waits for the disk; 0 for never
 * @param opened how many files were made
 */
record TicketFiles(Path folder, DiskQuota quota, int group, AtomicInteger opened) {

  static TicketFiles in(Path folder, int group) {
    return new TicketFiles(folder, new DiskQuota(), group, new AtomicInteger());
  }

  TicketFile open() throws IOException {
    Path path = folder.resolve("tickets-" + opened.incrementAndGet() + ".csv");
    return new TicketFile(path, quota, group);
  }

  /** The tickets that are in the files; whole lines only, as readers see them. */
  Numbers numbers() throws IOException {
    Numbers numbers = new Numbers();
    for (Path file : files()) {
      try (BufferedReader lines = Files.newBufferedReader(file)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          numbers.add(Long.parseLong(line.substring(0, line.indexOf(','))));
        }
      }
    }
    return numbers;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
