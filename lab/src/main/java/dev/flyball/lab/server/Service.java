package dev.flyball.lab.server;

import dev.flyball.lab.harness.HostCalibration;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The description of what a kind of request does: a value, from which {@link #prepare} makes the
 * work on this machine.
 */
@FunctionalInterface
public interface Service {

  /** Nothing at all: an empty response. */
  Service NOTHING = folder -> reply -> {};

  /**
   * Makes what the work needs (files, calibration), once, before the first request.
   *
   * @param folder where files may be left; what is in it is deleted with the server
   */
  Work prepare(Path folder) throws IOException;

  /** A request's work on its worker. Safe for use by any number of workers at a time. */
  @FunctionalInterface
  interface Work {

    /**
     * Does it, on the calling thread, from beginning to end.
     *
     * @param reply takes the body of the response
     * @throws InterruptedException when the worker is told to stop; the work is then not finished
     */
    void perform(OutputStream reply) throws IOException, InterruptedException;
  }

  /** Waiting, as for an answer from somewhere else: no CPU is used. */
  static Service waiting(Duration pause) {
    return folder -> reply -> HostCalibration.waitUntil(System.nanoTime() + pause.toNanos());
  }

  /**
   * So much CPU time, as digits of pi, the first of them again and again; how often is measured on
   * this machine. The reply is the last four.
   */
  static Service cpu(Duration cpuTime) {
    return folder -> {
      long rounds = Math.max(1, Math.round(Pi.ROUNDS_PER_NANO * cpuTime.toNanos()));
      return reply -> {
        int[] groups = Pi.compute(rounds);
        String last = String.valueOf(groups[groups.length - 1]);
        reply.write(last.getBytes(StandardCharsets.US_ASCII));
      };
    };
  }

  /**
   * A file that is read and sent, and waiting for the remainder of {@code serviceTime}.
   *
   * <p>The last piece of the file is sent when the time is over, so the client's response is not
   * whole before the service ends. When reading and sending take longer than the time, there is no
   * waiting and the service takes what it takes. The file is soon in the page cache: what is real
   * is the system calls, the copying and the bytes on the socket, not the disk.
   */
  static Service file(int fileBytes, Duration serviceTime) {
    return folder -> {
      byte[] content = new byte[fileBytes];
      new Random(fileBytes).nextBytes(content);
      Path file = Files.write(folder.resolve(fileBytes + ".bin"), content);
      return reply -> {
        long endNanos = System.nanoTime() + serviceTime.toNanos();
        byte[] piece = new byte[16 * 1024];
        try (InputStream in = Files.newInputStream(file)) {
          int left = fileBytes;
          while (left > piece.length) {
            int read = in.read(piece);
            reply.write(piece, 0, read);
            left -= read;
          }
          byte[] rest = in.readNBytes(left);
          HostCalibration.waitUntil(endNanos);
          reply.write(rest);
        }
      };
    };
  }

  /** One after the other, on the same worker; the reply is all their replies. */
  static Service inOrder(Service... steps) {
    return folder -> {
      List<Work> works = new ArrayList<>();
      for (Service step : steps) {
        works.add(step.prepare(folder));
      }
      return reply -> {
        for (Work work : works) {
          work.perform(reply);
        }
      };
    };
  }

  /**
   * The first digits of pi by the spigot of Rabinowitz and Wagon (1995): small whole numbers in one
   * array.
   *
   * <p>Pi is 2 + 1/3 (2 + 2/5 (2 + 3/7 (2 + ...))): the number 2.222... in the mixed base 1/3, 2/5,
   * 3/7. To make four decimals of it, every place is multiplied by ten thousand and reduced modulo
   * its base, from the far end to the front; what overflows at the front are the next digits.
   */
  final class Pi {

    private static final int GROUPS = 6;
    private static final int PLACES_PER_GROUP = 14;
    private static final int GROUP = 10_000;

    /** How often a processor computes them in a nanosecond; measured at first use. */
    static final double ROUNDS_PER_NANO = HostCalibration.stepsPerNano(Pi::compute);

    private Pi() {}

    /** Computes them so often, at least once, and returns them in groups of four. */
    static int[] compute(long rounds) {
      int[] groups = new int[GROUPS];
      int[] places = new int[PLACES_PER_GROUP * GROUPS + 1];
      for (long round = 0; round < rounds; round++) {
        Arrays.fill(places, GROUP / 5);
        int carry = 0;
        for (int group = 0; group < GROUPS; group++) {
          int front = 0;
          for (int place = PLACES_PER_GROUP * (GROUPS - group); place > 0; place--) {
            int value = front * place + GROUP * places[place];
            places[place] = value % (2 * place - 1);
            front = value / (2 * place - 1);
          }
          groups[group] = carry + front / GROUP;
          carry = front % GROUP;
        }
      }
      return groups;
    }
  }
}
