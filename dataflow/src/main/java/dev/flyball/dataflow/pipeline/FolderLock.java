package dev.flyball.dataflow.pipeline;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps a folder for one user of this machine's programs, by a lock on a file in it. The file
 * stays: were it deleted, another program could lock the deleted one.
 */
final class FolderLock implements AutoCloseable {

  private static final String NAME = "spill.lock";

  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the folder.
   *
   * @throws IOException when another one has it, in this program or another, or it cannot be locked
   */
  static FolderLock of(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw inUse(folder, "by another program");
      }
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw inUse(folder, "by this program");
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    return new FolderLock(channel);
  }

  private static IOException inUse(Path folder, String by) {
    return new IOException(folder + " must be free but is in use " + by);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
