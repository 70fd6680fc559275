package dev.flyball.lab.report;

import dev.flyball.base.Require;
import java.util.List;

/**
 * One experiment of several that make a report.
 *
 * @param name what it is called on the command line and in files
 * @param summary what came out, in a sentence or two
 * @param sections what is shown of it
 * @param figures what is written of it for machines
 */
public record Chapter(String name, String summary, List<Section> sections, JsonFields figures) {

  public Chapter {
    Require.notBlank("name", name);
    Require.notBlank("summary", summary);
    sections = List.copyOf(sections);
  }
}
