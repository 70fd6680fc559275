package dev.flyball.policy;

import java.util.Arrays;
import java.util.Collections;
import java.util.IllegalFormatException;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Why a size was chosen: which part decided, in which regime, by which figures; and a sentence of
 * it all in one line, for a person, which is made when it is read.
 *
 * <p>A governor asks its policy up to ten times a second, a simulator a million times, and few of
 * the reasons are ever read; to write the numbers into a sentence takes longer than to decide. So a
 * reason keeps its format and the arguments, and makes text and figures when they are wanted.
 *
 * <p>A format is as for {@link String#format}, without indices of arguments, and a number in it may
 * have a name, in braces after the percent sign: {@code "tries %{workers}d workers beside
 * %{held}d"}.
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

  private static final Pattern NAME = Pattern.compile("%\\{(\\w+)\\}");
  private static final Pattern SPECIFIER =
      Pattern.compile("%(?:\\{(\\w+)\\})?[-#+ 0,(]*[0-9]*(?:\\.[0-9]+)?([a-zA-Z%])");

  private final String format;
  private final Object[] arguments;
  private final @Nullable Regime regime;
  private final @Nullable String part;
  private @Nullable String text; // made once or several times, always the same

  private Reason(
      @Nullable Regime regime, @Nullable String part, String format, Object... arguments) {
    this.regime = regime;
    this.part = part;
    this.format = format;
    this.arguments = arguments;
  }

  /** A reason in plain words; a percent sign is one. */
  public static Reason of(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("why must say a reason but was blank");
    }
    return new Reason(null, null, text);
  }

  /**
   * A reason with figures in it.
   *
   * @param format as for {@link String#format}, with names; a mistake in it is found when it is
   *     read, and then the text says so
   * @param arguments immutable values: numbers, strings, other reasons; without any the format is
   *     plain words
   */
  public static Reason of(String format, Object... arguments) {
    return arguments.length == 0 ? of(format) : new Reason(null, null, format, arguments.clone());
  }

  /**
   * The reason of a part in a regime; its text begins with the regime's word.
   *
   * @param format as for {@link #of(String, Object...)}
   */
  public static Reason in(Regime regime, String format, Object... arguments) {
    return new Reason(regime, regime.word(), regime.word() + ": " + format, arguments.clone());
  }

  /**
   * The reason of a part that overrules others, such as a guard.
   *
   * @param part the part's name, such as {@code rescue}
   * @param format as for {@link #of(String, Object...)}
   */
  public static Reason by(String part, String format, Object... arguments) {
    return new Reason(null, part, format, arguments.clone());
  }

  /** This reason and another, as in: fixed at 9; the queue is not looked at. */
  public Reason and(Reason other) {
    return new Reason(regime, part, "%s; %s", this, other);
  }

  /** This reason and another with figures in it, as for {@link #of(String, Object...)}. */
  public Reason and(String otherFormat, Object... arguments) {
    return and(of(otherFormat, arguments));
  }

  /** This reason, and another that decided in its place, as in: fixed at 9; limits allow 8. */
  public Reason overruledBy(Reason other) {
    String decided = other.part == null ? part : other.part;
    return new Reason(regime, decided, "%s; %s", this, other);
  }

  /** What limits the target, as far as the policy tells. */
  public Optional<Regime> regime() {
    return Optional.ofNullable(regime);
  }

  /** The part that decided, such as {@code behind} or {@code limits}; empty where nobody says. */
  public Optional<String> part() {
    return Optional.ofNullable(part);
  }

  /** The figures that have a name, of all the reasons that this is made of; the last wins. */
  public SortedMap<String, Double> figures() {
    SortedMap<String, Double> figures = new TreeMap<>();
    addTo(figures);
    return Collections.unmodifiableSortedMap(figures);
  }

  private void addTo(SortedMap<String, Double> figures) {
    Matcher specifier = SPECIFIER.matcher(arguments.length == 0 ? "" : format);
    int next = 0;
    while (specifier.find() && next < arguments.length) {
      if ("%n".contains(specifier.group(2))) {
        continue;
      }
      Object argument = arguments[next++];
      if (argument instanceof Reason inner) {
        inner.addTo(figures);
      } else if (argument instanceof Number number && specifier.group(1) != null) {
        figures.put(specifier.group(1), number.doubleValue());
      }
    }
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
      return String.format(Locale.ROOT, NAME.matcher(format).replaceAll("%"), arguments);
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
