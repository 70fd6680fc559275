package dev.flyball.lab.load;

import dev.flyball.base.Require;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The kinds of request a load is made of, and how much of the load each one is.
 *
 * @param parts the kinds; their shares add up to 1
 */
public record KindMix(List<Part> parts) {

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]+");

  /**
   * One kind of the mix.
   *
   * @param id the name of the kind, the last step of its path on the server
   * @param share how much of the load it is, above 0 and at most 1
   */
  public record Part(String id, double share) {
    public Part {
      if (!ID.matcher(id).matches()) {
        throw new IllegalArgumentException(
            "id must be letters, digits, '.', '_' or '-' but was \"" + id + '"');
      }
      Require.above("share", 0, share);
      Require.between("share", 0, 1, share);
    }
  }

  public KindMix {
    parts = List.copyOf(parts);
    double sum = parts.stream().mapToDouble(Part::share).sum();
    if (!(Math.abs(sum - 1) < 1e-9)) {
      throw new IllegalArgumentException("sum of the shares must be 1 but was " + sum);
    }
    Set<String> seen = new HashSet<>();
    for (Part part : parts) {
      if (!seen.add(part.id())) {
        throw new IllegalArgumentException(
            "ids must all differ but \"" + part.id() + "\" was there twice");
      }
    }
  }

  /** A load of one kind. */
  public static KindMix only(String id) {
    return new KindMix(List.of(new Part(id, 1)));
  }

  /** The index of the kind that a number from 0 to 1 falls on. */
  int at(double point) {
    double left = point;
    for (int kind = 0; kind < parts.size() - 1; kind++) {
      left -= parts.get(kind).share();
      if (left < 0) {
        return kind;
      }
    }
    return parts.size() - 1;
  }
}
