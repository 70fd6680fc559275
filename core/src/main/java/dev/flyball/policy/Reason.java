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
 * The reason for a size: the part that decided, the regime, the figures, and a sentence for a
 * person that holds all of it in one line.
 *
 * <p>A governor asks its policy up to ten times a second, a simulator a million times, and few
 * reasons are ever read. Formatting the sentence takes longer than deciding. So a reason keeps its
 * format and the arguments, and makes text and figures on demand.
 *
 * <p>A format is as for {@link String#format}, without argument indices. A number in it may have a
 * name, in braces after the percent sign: {@code "tries %{workers}d workers beside %{held}d"}.
 *
 * <p>The arguments must be immutable values: numbers, strings, other reasons. They live as long as
 * the reason does, which may be as long as a journal; so an argument is never a policy or an
 * observation.
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

  /** Makes a reason of plain text; a percent sign stands for itself. */
  public static Reason of(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("why must say a reason but was blank");
    }
    return new Reason(null, null, text);
  }

  /**
   * Makes a reason with figures in it.
   *
   * @param format as for {@link String#format}, with names; a mistake in it shows in the text when
   *     that is read
   * @param arguments immutable values: numbers, strings, other reasons; without arguments the
   *     format is plain text
   */
  public static Reason of(String format, Object... arguments) {
    return arguments.length == 0 ? of(format) : new Reason(null, null, format, arguments.clone());
  }

  /**
   * Makes the reason of a part in a regime; its text begins with the regime's word.
   *
   * @param format as for {@link #of(String, Object...)}
   */
  public static Reason in(Regime regime, String format, Object... arguments) {
    return new Reason(regime, regime.word(), regime.word() + ": " + format, arguments.clone());
  }

  /**
   * Makes the reason of a part that overrules others, such as a guard.
   *
   * @param part the part's name, such as {@code rescue}
   * @param format as for {@link #of(String, Object...)}
   */
  public static Reason by(String part, String format, Object... arguments) {
    return new Reason(null, part, format, arguments.clone());
  }

  /** This reason followed by another, as in: fixed at 9; the queue is not looked at. */
  public Reason and(Reason other) {
    return new Reason(regime, part, "%s; %s", this, other);
  }

  /** This reason followed by another with figures, as for {@link #of(String, Object...)}. */
  public Reason and(String otherFormat, Object... arguments) {
    return and(of(otherFormat, arguments));
  }

  /** This reason, overruled by another, as in: fixed at 9; limits allow 8. */
  public Reason overruledBy(Reason other) {
    String decided = other.part == null ? part : other.part;
    return new Reason(regime, decided, "%s; %s", this, other);
  }

  /** The limiting resource of the target; empty if the policy does not say. */
  public Optional<Regime> regime() {
    return Optional.ofNullable(regime);
  }

  /** The part that decided, such as {@code behind} or {@code limits}; empty if no part is named. */
  public Optional<String> part() {
    return Optional.ofNullable(part);
  }

  /** The named figures of this reason and of all reasons in it; of equal names, the last. */
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

  /** Whether the text has been made. */
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
      // Reading a reason, such as in the message of a rejection, must not fail because its format
      // is wrong.
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
