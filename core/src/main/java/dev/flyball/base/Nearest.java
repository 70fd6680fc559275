package dev.flyball.base;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** The message for a name that is not known, with the one that was probably meant. */
public final class Nearest {

  private Nearest() {}

  /** As in: unknown policy 'fixd'; did you mean 'fixed'? known: fixed, request-rate. */
  public static String unknown(String what, String name, List<String> known) {
    StringBuilder message = new StringBuilder("unknown " + what + " '" + OneLine.of(name) + "'");
    int bestEdits = Math.max(2, name.length() / 3) + 1;
    String best = "";
    for (String candidate : known) {
      int edits = edits(name, candidate);
      if (edits < bestEdits) {
        bestEdits = edits;
        best = candidate;
      }
    }
    message.append(best.isEmpty() ? ";" : "; did you mean '" + best + "'?");
    return message.append(" known: ").append(String.join(", ", known)).toString();
  }

  /**
   * The one of that name.
   *
   * @throws IllegalArgumentException with the message above when there is none
   */
  public static <T> T named(
      String what, String name, Collection<T> all, Function<? super T, String> nameOf) {
    return all.stream()
        .filter(one -> nameOf.apply(one).equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(unknown(what, name, all.stream().map(nameOf).toList())));
  }

  /** How many letters must be put in, taken out or changed to make one word of the other. */
  public static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column < row.length; column++) {
      row[column] = column;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
