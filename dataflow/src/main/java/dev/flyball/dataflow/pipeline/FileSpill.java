package dev.flyball.dataflow.pipeline;

import dev.flyball.policy.Require;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Puts records aside as bytes in the files of one folder, and reads them back in order.
 *
 * <p>Files are written one after the other, to a new one when the last has reached its size, and
 * deleted once they are read; so the disk is needed for what waits, and one file. Records that a
 * program left in the folder when it ended are there for the next one, those of the first file that
 * were read already once more.
 *
 * <p>Nothing is forced to the disk: records survive the program, not the machine.
 *
 * @param <T> the records
 */
public final class FileSpill<T> implements Spill<T> {

  /** Bytes of a file after which the next one is begun. */
  public static final long FILE_BYTES = 64L << 20;

  private static final String SUFFIX = ".spill";

  private final Path folder;
  private final RecordFormat<T> format;
  private final long fileBytes;
  private final Deque<SpillFile> files = new ArrayDeque<>();
  private long written;
  private long size;

  private FileSpill(Path folder, RecordFormat<T> format, long fileBytes) {
    this.folder = folder;
    this.format = format;
    this.fileBytes = fileBytes;
  }

  /**
   * Puts aside in a folder, which is made if it is not there.
   *
   * @throws IOException when the folder cannot be made, or what is in it cannot be read
   */
  public static <T> FileSpill<T> in(Path folder, RecordFormat<T> format) throws IOException {
    return in(folder, format, FILE_BYTES);
  }

  /** The same, with files of about so many bytes. */
  public static <T> FileSpill<T> in(Path folder, RecordFormat<T> format, long fileBytes)
      throws IOException {
    Require.countAtLeast("file-bytes", 1, fileBytes);
    Files.createDirectories(folder);
    FileSpill<T> spill = new FileSpill<>(folder, format, fileBytes);
    spill.takeOver();
    return spill;
  }

  private void takeOver() throws IOException {
    List<Path> left;
    try (Stream<Path> all = Files.list(folder)) {
      left = all.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    }
    for (Path path : left) {
      SpillFile file = SpillFile.open(path);
      files.add(file);
      size += file.unread();
      written = Long.parseLong(path.getFileName().toString().replace(SUFFIX, "")) + 1;
    }
  }

  @Override
  public void append(T record) throws IOException {
    byte[] bytes = format.write(record);
    SpillFile last = files.peekLast();
    if (last == null || last.bytes() >= fileBytes) {
      String next = String.format(Locale.ROOT, "%019d%s", written, SUFFIX);
      last = SpillFile.open(folder.resolve(next));
      written++;
      files.add(last);
    }
    last.append(bytes);
    size++;
  }

  @Override
  public T remove() throws IOException {
    SpillFile first = files.element();
    size--;
    byte[] bytes;
    try {
      bytes = first.read();
    } finally {
      if (first.unread() == 0) {
        doneWith(first);
      }
    }
    return format.read(bytes);
  }

  /** The last one is used again, or each record that comes and goes would need a new one. */
  private void doneWith(SpillFile file) throws IOException {
    if (files.size() == 1) {
      file.empty();
    } else {
      files.remove(file);
      file.delete();
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void close() throws IOException {
    for (SpillFile file : files) {
      if (file.unread() == 0) {
        file.delete();
      } else {
        file.close();
      }
    }
    files.clear();
  }
}
