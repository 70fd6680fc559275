package dev.flyball.lab.report;

import dev.flyball.base.Require;
import dev.flyball.lab.report.chart.Chart;
import java.util.ArrayList;
import java.util.List;

/** One part of a {@link Report}, shown in the order in which the report has them. */
public sealed interface Section
    permits Table,
        Printed,
        Section.Paragraph,
        Section.Picture,
        Section.Photograph,
        Section.Facts,
        Section.CommandSection {

  /**
   * The command lines that repeat a run.
   *
   * @param title the section's heading
   * @param lines what to type, line by line
   */
  public record CommandSection(String title, String lines) implements Section {

    public CommandSection {
      Require.notBlank("title", title);
      Require.notBlank("lines", lines);
    }
  }

  /**
   * A picture that was taken, such as of a window; it travels inside the page.
   *
   * @param title the section's heading
   * @param pngBase64 the picture as PNG, in base 64
   * @param width its width in pixels
   * @param height its height in pixels
   * @param caption what to see in it, in a sentence; shown below, and read out for the picture
   */
  public record Photograph(String title, String pngBase64, int width, int height, String caption)
      implements Section {

    public Photograph {
      Require.notBlank("title", title);
      Require.notBlank("pngBase64", pngBase64);
      Require.atLeast("width", 1, width);
      Require.atLeast("height", 1, height);
      Require.notBlank("caption", caption);
    }
  }

  /**
   * A chart in a report.
   *
   * @param chart what is drawn
   * @param caption what to see in it, in a sentence; shown below, and read out for the picture
   */
  public record Picture(Chart chart, String caption) implements Section {

    public Picture {
      Require.notBlank("caption", caption);
    }
  }

  /**
   * Plain text between the other sections.
   *
   * @param text the text, without any markup
   */
  public record Paragraph(String text) implements Section {

    public Paragraph {
      Require.notBlank("text", text);
    }
  }

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
}
