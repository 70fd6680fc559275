package dev.flyball.lab.report;

import dev.flyball.base.Require;
import java.util.ArrayList;
import java.util.List;

/**
 * Names and what they stand for: parameters, seed, commit, machine.
 *
 * @param title the section's heading
 * @param facts the names and values, in the order in which they are shown
 */
public record Facts(String title, List<Fact> facts) implements Section {

  public Facts {
    Require.notBlank("title", title);
    facts = List.copyOf(facts);
  }

  public static Facts of(String title) {
    return new Facts(title, List.of());
  }

  /** These facts and one more behind them. */
  public Facts and(String name, Object value) {
    List<Fact> more = new ArrayList<>(facts);
    more.add(new Fact(name, value.toString()));
    return new Facts(title, more);
  }

  /**
   * A name and what it stands for.
   *
   * @param name what it is called
   * @param value what it is
   */
  public record Fact(String name, String value) {

    public Fact {
      Require.notBlank("name", name);
    }
  }
}
