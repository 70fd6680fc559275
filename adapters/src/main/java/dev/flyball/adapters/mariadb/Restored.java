package dev.flyball.adapters.mariadb;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The outcome of restoring a server's settings.
 *
 * @param done the statements that the server accepted
 * @param open the statements that it did not accept, to be run by hand
 * @param why the reason why it did not accept them; empty if it accepted all
 */
public record Restored(List<String> done, List<String> open, String why) {

  public Restored {
    done = List.copyOf(done);
    open = List.copyOf(open);
  }

  /** Whether the server has all the settings that it was to have. */
  public boolean complete() {
    return open.isEmpty();
  }

  /** In a sentence, for a person. */
  @Override
  public String toString() {
    if (complete()) {
      return done.isEmpty() ? "nothing differed" : sql(done);
    }
    return "could not be set (" + why + "); run by hand: " + sql(open);
  }

  private static String sql(List<String> statements) {
    return statements.stream().map(text -> text + ";").collect(Collectors.joining(" "));
  }
}
