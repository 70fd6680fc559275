package dev.flyball.base;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * Inputs that are valid but for some mutations, thrown at what reads them.
 *
 * <p>{@code -Dfuzz.inputs=100000} says how many, {@code -Dseed=} replays a run from that input on.
 * What reads an input may refuse it by an {@link IllegalArgumentException} of one line; all else
 * that it throws is a defect. Neither heap nor descriptors may grow from a tenth of the inputs on.
 */
public final class Fuzzing {

  private static final int LENGTH_MAX = 40_000;

  /** What is left over at the end, of classes and caches, is a part of this. */
  private static final long GROWTH_BYTES_MAX = 16_000_000;

  private static final int GROWTH_DESCRIPTORS_MAX = 8;

  private static final List<String> NUMBERS =
      List.of("0", "-1", "1e999", "NaN", "2147483648", "9223372036854775808", "0x1p1023", "1e-400");

  private final List<String> valid;
  private final List<String> words;

  /** What reads inputs. */
  @FunctionalInterface
  public interface Reader {

    /** Reads one; an {@link IllegalArgumentException} refuses it. */
    void read(String input) throws Exception;
  }

  /**
   * Inputs of one grammar.
   *
   * @param valid inputs that are read, to be mutated
   * @param words what has a meaning in the grammar, to be put where it does not belong
   */
  public Fuzzing(List<String> valid, List<String> words) {
    this.valid = List.copyOf(valid);
    this.words = List.copyOf(words);
  }

  /** How many inputs a run has: as many as asked for, else these few. */
  public static int inputs(int few) {
    return Integer.getInteger("fuzz.inputs", few);
  }

  /** Reads as many mutated inputs as asked for, else these few. */
  public void run(String what, int few, Reader reader) throws Exception {
    for (String text : valid) {
      reader.read(text);
    }
    int inputs = inputs(few);
    long seed = Long.getLong("seed", System.nanoTime());
    int refused = 0;
    long slowestNanos = 0;
    Resources before = Resources.now();
    for (int i = 0; i < inputs; i++) {
      if (i == inputs / 10) {
        before = Resources.now();
      }
      String input = input(new Dice(seed + i));
      long beganNanos = System.nanoTime();
      refused += isRefused(input, seed + i, reader) ? 1 : 0;
      slowestNanos = Math.max(slowestNanos, System.nanoTime() - beganNanos);
    }
    Resources after = Resources.now();
    System.out.printf(
        Locale.ROOT,
        "%d %s: %d refused, slowest %.1f ms, heap %+.1f MB, descriptors %+d (-Dseed=%d)%n",
        inputs,
        what,
        refused,
        slowestNanos / 1e6,
        (after.heapBytes() - before.heapBytes()) / 1e6,
        after.descriptors() - before.descriptors(),
        seed);
    after.requireNoGrowthSince(before);
    assertThat(refused).as("refused of " + inputs).isGreaterThan(inputs / 100);
  }

  private static boolean isRefused(String input, long seed, Reader reader) {
    try {
      reader.read(input);
      return false;
    } catch (IllegalArgumentException e) {
      assertThat(String.valueOf(e.getMessage()))
          .as("what refuses -Dseed=%d: %s", seed, input)
          .isNotBlank()
          .doesNotContain("\n");
      return true;
    } catch (Exception | Error e) {
      throw new AssertionError("-Dseed=" + seed + ": " + input, e);
    }
  }

  /** What a process holds. */
  public record Resources(long heapBytes, long descriptors) {

    /** What it holds now that it needs. */
    public static Resources now() {
      System.gc();
      long heapBytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      return new Resources(heapBytes, descriptorsNow());
    }

    private static long descriptorsNow() {
      return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
          ? unix.getOpenFileDescriptorCount()
          : 0;
    }

    /** Fails where the process holds much more than before. */
    public void requireNoGrowthSince(Resources before) {
      assertThat(heapBytes - before.heapBytes)
          .as("growth of the heap")
          .isLessThan(GROWTH_BYTES_MAX);
      assertThat(descriptors - before.descriptors)
          .as("growth of descriptors")
          .isLessThan(GROWTH_DESCRIPTORS_MAX);
    }
  }

  /** A valid input with one to three mutations. */
  public String input(Dice dice) {
    StringBuilder text = new StringBuilder(one(valid, dice));
    for (int i = dice.below(3); i >= 0; i--) {
      mutate(text, dice);
      text.setLength(Math.min(text.length(), LENGTH_MAX));
    }
    return text.toString();
  }

  private void mutate(StringBuilder text, Dice dice) {
    int from = dice.below(text.length() + 1);
    int to = Math.min(text.length(), from + (1 << dice.below(8)));
    String span = text.substring(from, to);
    switch (dice.below(8)) {
      case 0 -> text.delete(from, to);
      case 1 -> text.insert(from, one(words, dice));
      case 2 -> text.replace(from, to, one(words, dice));
      case 3 -> text.replace(from, Math.min(to, from + 3), one(NUMBERS, dice));
      case 4 -> text.insert(from, (char) dice.below(dice.below(4) == 0 ? 0x10000 : 0x80));
      case 5 -> text.insert(dice.below(text.length() + 1), span);
      case 6 -> text.insert(from, repeated(span, dice));
      default -> text.append(one(valid, dice));
    }
  }

  private static String repeated(String span, Dice dice) {
    return span.repeat(Math.min(1 << dice.below(14), LENGTH_MAX / Math.max(1, span.length())));
  }

  private static <T> T one(List<T> all, Dice dice) {
    return all.get(dice.below(all.size()));
  }
}
