package dev.flyball.lab.server;

import dev.flyball.base.Require;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The reading of a file into the response, padded by waiting to a given time of service.
 *
 * <p>The last piece of the file is sent when the time is over, so the client's response is not
 * whole before the service ends. When reading and sending take longer than the time, there is no
 * waiting and the service takes what it takes. The file is soon in the page cache: what is real is
 * the system calls, the copying and the bytes on the socket, not the disk.
 *
 * @param fileBytes the size of the file, from 1 byte to 1 GB
 * @param serviceTime the time from the beginning of the reading to the end of the response
 */
record FileService(int fileBytes, Duration serviceTime) implements Service {

  private static final int PIECE_BYTES = 16 * 1024;

  FileService {
    Require.between("fileBytes", 1, 1_000_000_000, fileBytes);
    Require.notNegative("serviceTime", serviceTime);
  }

  @Override
  public Work prepare(Site site) throws IOException {
    Path file = site.file(fileBytes);
    return reply -> send(file, reply);
  }

  private void send(Path file, Reply reply) throws IOException, InterruptedException {
    long endNanos = System.nanoTime() + serviceTime.toNanos();
    byte[] piece = new byte[Math.min(PIECE_BYTES, fileBytes)];
    reply.length(fileBytes);
    try (InputStream in = Files.newInputStream(file)) {
      int left = fileBytes;
      while (left > piece.length) {
        read(in, file, piece, piece.length);
        reply.write(piece, 0, piece.length);
        left -= piece.length;
      }
      read(in, file, piece, left);
      WaitService.waitUntil(endNanos);
      reply.write(piece, 0, left);
    }
  }

  private void read(InputStream in, Path file, byte[] piece, int length) throws IOException {
    int read = in.readNBytes(piece, 0, length);
    if (read < length) {
      throw new EOFException(file + " must have " + fileBytes + " bytes but ended earlier");
    }
  }
}
