package dev.flyball.lab.flow.tasks;

import dev.flyball.base.Require;
import dev.flyball.dataflow.measure.NodeTasks;
import dev.flyball.dataflow.measure.RecordTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes each record behind the last one, each thread to a file of its own, which starts over when
 * it has grown to {@value #FILE_BYTES} bytes.
 *
 * @param bytes how long a record is, from 1 to {@value #FILE_BYTES}
 * @param fsync whether a record is done with only when it is on the disk
 */
public record WriteFile(int bytes, boolean fsync) implements NodeWork {

  static final int FILE_BYTES = 64 << 20;

  public WriteFile {
    Require.between("bytes", 1, FILE_BYTES, bytes);
  }

  @Override
  public String text() {
    return "writes " + bytes + " bytes to a file" + (fsync ? ", and waits for the disk" : "");
  }

  @Override
  public long diskBytes() {
    return bytes;
  }

  @Override
  public NodeTasks open(WorkSite site) {
    String name = site.newName("write");
    return () ->
        new Writer(site.folder().resolve(name + "-" + Thread.currentThread().getName()), this);
  }

  /** One thread's file. */
  private static final class Writer implements RecordTask {

    private final FileChannel channel;
    private final ByteBuffer content;
    private final boolean fsync;

    Writer(Path file, WriteFile work) throws IOException {
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.DELETE_ON_CLOSE);
      content = ByteBuffer.wrap(Tickets.bytes(work.bytes())).asReadOnlyBuffer();
      fsync = work.fsync();
    }

    @Override
    public void processOne() throws IOException {
      if (channel.position() + content.capacity() > FILE_BYTES) {
        channel.position(0);
      }
      content.rewind();
      while (content.hasRemaining()) {
        channel.write(content);
      }
      if (fsync) {
        channel.force(false);
      }
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException("the file cannot be closed", e);
      }
    }
  }
}
