package dev.flyball.tools.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.report.Headline;
import dev.flyball.lab.report.Section.Paragraph;
import dev.flyball.lab.report.Table;
import dev.flyball.lab.report.Table.Column;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class FittedPageTest {

  private static List<String> shown(int columns) {
    Table table =
        Table.of("Title", Column.text("scenario"), Column.text("figure"), Column.text("because"))
            .row("sine", "throughput", "it is a long story that fits nowhere");
    StringWriter out = new StringWriter();
    FittedPage.show(
        List.of(table, new Paragraph("one two three four five six seven eight")),
        Headline.of("The end of it, said in a sentence.").doubted("the machine was busy"),
        columns,
        new PrintWriter(out));
    return out.toString().lines().toList();
  }

  @Test
  void noLineIsWiderThanTheTerminal() {
    assertThat(shown(24)).allMatch(line -> line.length() <= 24);
    assertThat(shown(24)).contains("scenario  figure", "sine      throughput");
  }

  @Test
  void nothingIsLeftOutWhereThereIsRoom() {
    assertThat(String.join("\n", shown(100)))
        .contains("it is a long story that fits nowhere", "seven eight", "The end of it")
        .containsSubsequence(
            "Do not rely on these figures: the machine was busy.", "The end of it");
  }
}
