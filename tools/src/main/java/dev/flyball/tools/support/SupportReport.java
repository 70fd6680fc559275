package dev.flyball.tools.support;

import dev.flyball.base.OneLine;
import java.util.ArrayList;
import java.util.List;

/**
 * The text for a report of a bug, section by section. A section that cannot be read says why, and
 * the others are there all the same. What looks like a secret is taken out of each line ({@link
 * Redaction}), and nothing in a line can garble a terminal.
 *
 * <p>For one thread.
 */
public final class SupportReport {

  private final StringBuilder text = new StringBuilder();
  private final List<String> missing = new ArrayList<>();

  /** Reads the lines of a section. */
  @FunctionalInterface
  public interface Source {
    /**
     * Reads them.
     *
     * @throws Exception when they cannot be read; its message says why
     */
    List<String> lines() throws Exception;
  }

  /** Adds a section. */
  public void section(String title, Source source) {
    if (text.length() > 0) {
      text.append('\n');
    }
    text.append("== ").append(title).append(" ==\n");
    try {
      source.lines().forEach(this::line);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      miss(title, "interrupted");
    } catch (Exception e) {
      miss(title, e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }
  }

  private void miss(String title, String why) {
    missing.add(title + ": " + Redaction.of(OneLine.of(why)));
    line("cannot be read: " + why);
  }

  private void line(String line) {
    text.append(Redaction.of(OneLine.of(line))).append('\n');
  }

  /** The titles of the sections that could not be read, each with the reason. */
  public List<String> missing() {
    return List.copyOf(missing);
  }

  /** All of it. */
  public String text() {
    return text.toString();
  }
}
