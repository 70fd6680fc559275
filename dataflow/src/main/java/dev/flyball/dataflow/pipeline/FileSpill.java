package dev.flyball.dataflow.pipeline;

import dev.flyball.base.Require;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A spill that puts records aside as bytes in the files of one folder, and reads them back in
 * order.
 *
 * <p>Files are written one after the other. A new file begins when the last has reached its size,
 * and a file is deleted once it is read. So the disk needs room for the waiting records, and one
 * file. Records that a program left in the folder when it ended are there for the next program;
 * records of the first file that were read already are read once more. A half-written record of a
 * killed program is cut off.
 *
 * <p>Nothing is forced to the disk: records survive the program, not the machine. The thread that
 * puts a record may be interrupted. One spill at a time uses a folder, until it is closed: it locks
 * the file {@code spill.lock} in it, which stays.
 *
 * @param <T> the type of the records
 */
public final class FileSpill<T> implements Spill<T> {

  /** The size in bytes after which a file is complete and the next one begins. */
  public static final long FILE_BYTES = 64L << 20;

  private static final String SUFFIX = ".spill";
  private static final Pattern NAME = Pattern.compile("\\d{19}\\.spill");

  private final Path folder;
  private final RecordFormat<T> format;
  private final long fileBytes;
  private final FolderLock lock;
  private final Deque<SpillFile> files = new ArrayDeque<>();
  private long written;
  private long size;
  private boolean closed;

  private FileSpill(Path folder, RecordFormat<T> format, long fileBytes, FolderLock lock) {
    this.folder = folder;
    this.format = format;
    this.fileBytes = fileBytes;
    this.lock = lock;
  }

  /**
   * Makes a spill in a folder, which is made if it does not exist.
   *
   * @throws IOException when the folder cannot be made, is in use, or has a file {@code *.spill} in
   *     it that cannot be read or is none of ours
   */
  public static <T> FileSpill<T> in(Path folder, RecordFormat<T> format) throws IOException {
    return in(folder, format, FILE_BYTES);
  }

  /** The same, with files of about so many bytes, at least 1. */
  public static <T> FileSpill<T> in(Path folder, RecordFormat<T> format, long fileBytes)
      throws IOException {
    Require.countAtLeast("file-bytes", 1, fileBytes);
    Files.createDirectories(folder);
    FolderLock lock = FolderLock.of(folder);
    FileSpill<T> spill = new FileSpill<>(folder, format, fileBytes, lock);
    try {
      spill.takeOver();
    } catch (Throwable e) {
      spill.files.forEach(file -> file.closeQuietly(e));
      lock.close();
      throw e;
    }
    return spill;
  }

  private void takeOver() throws IOException {
    List<Path> left;
    try (Stream<Path> all = Files.list(folder)) {
      left = all.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    }
    for (Path path : left) {
      long number = numberOf(path);
      SpillFile file = SpillFile.open(path);
      files.add(file);
      size += file.unread();
      written = number + 1;
    }
  }

  private static long numberOf(Path path) throws IOException {
    String name = path.getFileName().toString();
    try {
      if (NAME.matcher(name).matches()) {
        return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
      }
    } catch (NumberFormatException e) {
      // Above the largest number: it is none of ours.
    }
    throw new IOException(path + " must be named by 19 digits, of a number that fits, but was not");
  }

  @Override
  public void append(T record) throws IOException {
    if (closed) {
      throw new IOException(folder + " must be open but was closed");
    }
    byte[] bytes = format.write(record);
    SpillFile last = files.peekLast();
    if (last == null || last.isFull(fileBytes)) {
      last = SpillFile.open(folder.resolve(String.format(Locale.ROOT, "%019d%s", written, SUFFIX)));
      written++;
      files.add(last);
    }
    last.append(bytes);
    size++;
  }

  @Override
  public T remove() throws IOException {
    if (size == 0) {
      throw new NoSuchElementException(folder + " must hold a record but holds none");
    }
    size--;
    SpillFile first = files.element();
    while (first.unread() == 0
        && files.size() > 1) { // it could not be emptied when the last record was read
      doneWith(first);
      first = files.element();
    }
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

  /**
   * Empties the last file for reuse, since otherwise each record that comes and goes would need a
   * new file; deletes any other. A failure to empty or delete does no harm now: only the next
   * program would read the file once more.
   */
  private void doneWith(SpillFile file) {
    try {
      if (files.size() == 1) {
        file.empty();
      } else {
        files.remove(file);
        file.delete();
      }
    } catch (IOException | RuntimeException e) {
      PipelineLog.tell(Level.WARNING, file + " was read but cannot be done away with", e);
    }
  }

  @Override
  public long size() {
    return size;
  }

  /** Keeps the unread records for the next spill in this folder, and unlocks the folder. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (lock) {
      closeFiles();
    }
  }

  private void closeFiles() throws IOException {
    IOException failure = null;
    for (SpillFile file : files) {
      try {
        if (file.unread() == 0) {
          file.delete();
        } else {
          file.close();
        }
      } catch (IOException e) {
        failure = e;
      }
    }
    files.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
