package dev.flyball.lab.server;

import dev.flyball.base.Require;
import dev.flyball.lab.server.Service.CpuCalibration;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The description of what a kind of request does: a value, from which {@link #prepare} makes the
 * work on this machine.
 */
public interface Service {

  /** Nothing at all: an empty response. */
  Service NOTHING = site -> reply -> {};

  /** Makes what the work needs (files, calibration), once, before the first request. */
  Work prepare(Site site) throws IOException;

  /** Waiting, as for an answer from somewhere else: no CPU is used. */
  static Service waiting(Duration pause) {
    return new WaitService(pause);
  }

  /** So much CPU time, as digits of pi; how many is measured on this machine. */
  static Service cpu(Duration cpuTime) {
    return new CpuService(cpuTime);
  }

  /** The decimals of an irrational number: a given computation rather than a given time. */
  static Service digits(Irrational number, int digits) {
    return new DigitsService(number, digits);
  }

  /**
   * A file that is read and sent, and waiting for the remainder of {@code serviceTime}; the
   * response is not whole before.
   */
  static Service file(int fileBytes, Duration serviceTime) {
    return new FileService(fileBytes, serviceTime);
  }

  /** One after the other, on the same worker. */
  static Service inOrder(Service... steps) {
    return new InOrderService(List.of(steps));
  }

  /**
   * The number of digits that takes a wanted CPU time on this machine.
   *
   * <p>Measured by the CPU clock of the calling thread, so time that others take from it does not
   * count. The computation first runs until it has used {@link #WARM_UP_NANOS}, for the compiler's
   * sake. Then digits are adjusted round by round until two in a row have taken what is wanted,
   * within a tenth, for the compiler may not be done yet: work grows with about the square of the
   * digits, so each round multiplies them by the square root of wanted / measured, where measured
   * is the median of {@link #RUNS} runs. The median, because a run is only ever disturbed upwards,
   * but the minimum is a run that a loaded server never sees again.
   *
   * @param number the number computed
   * @param digits how many digits
   * @param cpuNanos the CPU time that was measured for them, in nanoseconds
   */
  public record CpuCalibration(Irrational number, int digits, long cpuNanos) {

    private static final long WARM_UP_NANOS = 300_000_000;
    private static final int ROUNDS_MAX = 12;
    private static final int SETTLED_ROUNDS = 2;
    private static final double TOLERANCE = 0.1;
    private static final int RUNS = 5;
    private static final int FIRST_GUESS = 200;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /**
     * Measures on the calling thread; takes about half a second and some twenty times the wanted
     * CPU time, three times as much where the CPU time does not settle.
     *
     * @throws UnsupportedOperationException where the JVM has no CPU clock of threads
     */
    public static CpuCalibration digits(Irrational number, Duration cpuTime) {
      if (!THREADS.isCurrentThreadCpuTimeSupported() || !THREADS.isThreadCpuTimeEnabled()) {
        throw new UnsupportedOperationException(
            "CPU work must be calibrated by the CPU clock of threads but this JVM has none");
      }
      long wantedNanos = cpuTime.toNanos();
      int digits = warmUp(number, FIRST_GUESS, wantedNanos);
      long cpuNanos = medianCpuNanos(number, digits);
      int settled = 0;
      for (int round = 0; round < ROUNDS_MAX && settled < SETTLED_ROUNDS; round++) {
        digits = scaled(digits, wantedNanos, cpuNanos);
        cpuNanos = medianCpuNanos(number, digits);
        boolean near = Math.abs(cpuNanos - wantedNanos) <= TOLERANCE * wantedNanos;
        settled = near ? settled + 1 : 0;
      }
      return new CpuCalibration(number, digits, cpuNanos);
    }

    /**
     * Runs the computation while it gets compiled, and steers towards the wanted size meanwhile.
     */
    private static int warmUp(Irrational number, int firstGuess, long wantedNanos) {
      int digits = firstGuess;
      long usedNanos = 0;
      while (usedNanos < WARM_UP_NANOS) {
        long nanos = cpuNanos(number, digits);
        usedNanos += nanos;
        digits = scaled(digits, wantedNanos, nanos);
      }
      return digits;
    }

    private static int scaled(int digits, long wantedNanos, long measuredNanos) {
      double factor = StrictMath.sqrt(wantedNanos / (double) Math.max(1, measuredNanos));
      double steady = Math.max(0.25, Math.min(factor, 4));
      return (int) Math.max(1, Math.min(Math.round(digits * steady), DigitsService.MAX_DIGITS));
    }

    private static long medianCpuNanos(Irrational number, int digits) {
      long[] runs = new long[RUNS];
      for (int run = 0; run < RUNS; run++) {
        runs[run] = cpuNanos(number, digits);
      }
      Arrays.sort(runs);
      return runs[RUNS / 2];
    }

    /** The CPU time of one run on the calling thread. */
    static long cpuNanos(Irrational number, int digits) {
      long startNanos = THREADS.getCurrentThreadCpuTime();
      byte[] computed = number.digits(digits);
      long nanos = THREADS.getCurrentThreadCpuTime() - startNanos;
      if (computed.length != digits) {
        throw new IllegalStateException(
            "number of digits must be " + digits + " but was " + computed.length);
      }
      return nanos;
    }
  }

  /**
   * So much CPU time, made of digits of pi; how many digits that is, is measured when it is
   * prepared.
   *
   * @param cpuTime the CPU time of one request, from 10 microseconds to 10 seconds
   */
  record CpuService(Duration cpuTime) implements Service {

    public CpuService {
      if (cpuTime.compareTo(Duration.ofNanos(10_000)) < 0
          || cpuTime.compareTo(Duration.ofSeconds(10)) > 0) {
        throw new IllegalArgumentException(
            "cpuTime must be from PT0.00001S to PT10S but was " + cpuTime);
      }
    }

    @Override
    public Work prepare(Site site) {
      return new DigitsService(
          Irrational.PI, CpuCalibration.digits(Irrational.PI, cpuTime).digits());
    }
  }

  /**
   * The computation of the decimals of an irrational number; the reply is the last ten of them.
   *
   * @param number the number
   * @param digits how many digits, from 1 to 1,000,000
   */
  record DigitsService(Irrational number, int digits) implements Service, Work {

    static final int MAX_DIGITS = 1_000_000;

    private static final int SHOWN = 10;

    public DigitsService {
      Require.between("digits", 1, MAX_DIGITS, digits);
    }

    @Override
    public Work prepare(Site site) {
      return this;
    }

    @Override
    public void perform(Reply reply) throws IOException {
      byte[] computed = number.digits(digits);
      byte[] shown = Arrays.copyOfRange(computed, Math.max(0, digits - SHOWN), digits);
      for (int i = 0; i < shown.length; i++) {
        shown[i] = (byte) ('0' + shown[i]);
      }
      reply.length(shown.length);
      reply.write(shown, 0, shown.length);
    }
  }

  /**
   * The reading of a file into the response, padded by waiting to a given time of service.
   *
   * <p>The last piece of the file is sent when the time is over, so the client's response is not
   * whole before the service ends. When reading and sending take longer than the time, there is no
   * waiting and the service takes what it takes. The file is soon in the page cache: what is real
   * is the system calls, the copying and the bytes on the socket, not the disk.
   *
   * @param fileBytes the size of the file, from 1 byte to 1 GB
   * @param serviceTime the time from the beginning of the reading to the end of the response
   */
  record FileService(int fileBytes, Duration serviceTime) implements Service {

    private static final int PIECE_BYTES = 16 * 1024;

    public FileService {
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

  /**
   * Several services, one after the other on the same worker; the reply is all their replies.
   *
   * @param steps what is done, in this order
   */
  record InOrderService(List<Service> steps) implements Service {

    public InOrderService {
      steps = List.copyOf(steps);
    }

    @Override
    public Work prepare(Site site) throws IOException {
      List<Work> works = new ArrayList<>();
      for (Service step : steps) {
        works.add(step.prepare(site));
      }
      return reply -> {
        Reply part = withoutLength(reply);
        for (Work work : works) {
          work.perform(part);
        }
      };
    }

    /** A step knows the length of its own part only, so the length of the whole stays open. */
    private static Reply withoutLength(Reply whole) {
      return new Reply() {
        @Override
        public void length(long bytes) {}

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
          whole.write(buffer, offset, length);
        }
      };
    }
  }

  /**
   * Waiting for a time, without CPU.
   *
   * @param pause how long
   */
  record WaitService(Duration pause) implements Service, Work {

    public WaitService {
      Require.notNegative("pause", pause);
    }

    @Override
    public Work prepare(Site site) {
      return this;
    }

    @Override
    public void perform(Reply reply) throws InterruptedException {
      waitUntil(System.nanoTime() + pause.toNanos());
    }

    /** Parks until then, however often it is woken before; ends early only when interrupted. */
    static void waitUntil(long endNanos) throws InterruptedException {
      long leftNanos = endNanos - System.nanoTime();
      while (leftNanos > 0) {
        LockSupport.parkNanos(leftNanos);
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted while waiting");
        }
        leftNanos = endNanos - System.nanoTime();
      }
    }
  }

  /** A request's work on its worker. Safe for use by any number of workers at a time. */
  @FunctionalInterface
  public interface Work {

    /**
     * Does it, on the calling thread, from beginning to end.
     *
     * @throws InterruptedException when the worker is told to stop; the work is then not finished
     */
    void perform(Reply reply) throws IOException, InterruptedException;
  }

  /** The result of a request's work: the bytes of a response body. */
  public interface Reply {

    /** A reply without a reader: for doing the work without a server. */
    Reply DISCARDED =
        new Reply() {
          @Override
          public void length(long bytes) {}

          @Override
          public void write(byte[] buffer, int offset, int length) {}
        };

    /** Says how long the body is going to be; without it, it ends where the work ends. */
    void length(long bytes);

    void write(byte[] buffer, int offset, int length) throws IOException;
  }

  /** A number without an end whose decimals are computed anew each time, to keep a CPU busy. */
  public enum Irrational {

    /**
     * The circle number, by the spigot of Rabinowitz and Wagon (1995): small whole numbers in one
     * array, no allocation on the way, work grows with the square of the digits.
     */
    PI {
      @Override
      byte[] digits(int count) {
        return Spigot.pi(count);
      }
    },

    /**
     * The square root of 2, as the whole root of 2 * 10^(2n): big numbers, allocation, work grows a
     * little slower than the square.
     */
    SQRT_2 {
      @Override
      byte[] digits(int count) {
        BigInteger square = BigInteger.TWO.multiply(BigInteger.TEN.pow(2 * (count - 1)));
        String text = square.sqrt().toString();
        byte[] digits = new byte[count];
        for (int i = 0; i < count; i++) {
          digits[i] = (byte) (text.charAt(i) - '0');
        }
        return digits;
      }
    };

    /** The first {@code count} digits, the one before the point among them. */
    abstract byte[] digits(int count);

    /**
     * The spigot of Rabinowitz and Wagon for the digits of pi.
     *
     * <p>Pi is 2 + 1/3 (2 + 2/5 (2 + 3/7 (2 + ...))): the number 2.222... in the mixed base 1/3,
     * 2/5, 3/7. To make decimals of it, every place is multiplied by ten and reduced modulo its
     * base, from the far end to the front; what overflows at the front is the next digit. A digit
     * may still grow by a carry from behind: a 9 is held back until a digit that is no 9 follows,
     * and a 10 sends its carry through the nines held back.
     */
    static final class Spigot {

      /** Places needed for a decimal are 10/3; a few digits more guard the last one. */
      private static final int GUARD_DIGITS = 10;

      private Spigot() {}

      static byte[] pi(int count) {
        int wanted = count + GUARD_DIGITS;
        int[] places = new int[10 * wanted / 3 + 1];
        Arrays.fill(places, 2);
        byte[] digits = new byte[wanted + 1];
        int written = 0;
        int held = 0;
        int nines = 0;
        while (written < count + 1) {
          int digit = nextDigit(places);
          if (digit == 9) {
            nines++;
            continue;
          }
          boolean carry = digit == 10;
          digits[written++] = (byte) (held + (carry ? 1 : 0));
          for (; nines > 0 && written < count + 1; nines--) {
            digits[written++] = (byte) (carry ? 0 : 9);
          }
          nines = 0;
          held = carry ? 0 : digit;
        }
        return Arrays.copyOfRange(digits, 1, count + 1);
      }

      private static int nextDigit(int[] places) {
        int carry = 0;
        for (int i = places.length - 1; i > 0; i--) {
          int value = 10 * places[i] + carry;
          int base = 2 * i + 1;
          places[i] = value % base;
          carry = value / base * i;
        }
        int front = 10 * places[0] + carry;
        places[0] = front % 10;
        return front / 10;
      }
    }
  }
}
