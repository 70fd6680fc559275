package dev.flyball.policy;

import java.util.Arrays;
import java.util.IllegalFormatException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A reason in one line, for a person: a sentence that is made when it is read.
 *
 * <p>A governor asks its policy up to ten times a second, a simulator a million times, and few of
 * the reasons are ever read; to write the numbers into a sentence takes longer than to decide. So a
 * reason keeps its format and the arguments, and makes the text the first time it is wanted.
 *
 * <p>The arguments must be immutable values: numbers, strings, other reasons. They live as long as
 * the reason does, which may be as long as a journal; so never a policy and never an observation.
 *
 * <p>Two reasons are equal when their texts are.
 *
 * <p><b>Threads.</b> Immutable. Threads that read the same reason for the first time at once each
 * make the same text.
 */
public final class Reason {

  private final String format;
  private final Object[] arguments;
  private @Nullable String text; // made once or several times, always the same

  private Reason(String format, Object... arguments) {
    this.format = format;
    this.arguments = arguments;
  }

  /** A reason in plain words; a percent sign is one. */
  public static Reason of(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("why must say a reason but was blank");
    }
    return new Reason(text);
  }

  /**
   * A reason with figures in it.
   *
   * @param format as for {@link String#format}; a mistake in it is found when it is read, and then
   *     the text says so
   * @param arguments immutable values: numbers, strings, other reasons; without any the format is
   *     plain words
   */
  public static Reason of(String format, Object... arguments) {
    return arguments.length == 0 ? of(format) : new Reason(format, arguments.clone());
  }

  /** This reason and another, as in: fixed at 9; a step is at most 2 workers. */
  public Reason and(Reason other) {
    return new Reason("%s; %s", this, other);
  }

  /** This reason and another with figures in it, as for {@link #of(String, Object...)}. */
  public Reason and(String otherFormat, Object... arguments) {
    return and(of(otherFormat, arguments));
  }

  /** The sentence. */
  public String text() {
    String made = text;
    if (made == null) {
      made = made();
      text = made;
    }
    return made;
  }

  /** Whether the text was made yet. */
  public boolean isMade() {
    return text != null;
  }

  private String made() {
    if (arguments.length == 0) {
      return format;
    }
    try {
      return String.format(Locale.ROOT, format, arguments);
    } catch (IllegalFormatException e) {
      // What is read, such as the message of a rejection, must not fail for want of its reason.
      return "no such format: " + format + " of " + Arrays.toString(arguments);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Reason reason && text().equals(reason.text());
  }

  @Override
  public int hashCode() {
    return text().hashCode();
  }

  /** The same as {@link #text()}. */
  @Override
  public String toString() {
    return text();
  }
}
