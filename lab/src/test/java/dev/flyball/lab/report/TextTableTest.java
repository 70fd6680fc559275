package dev.flyball.lab.report;

import static dev.flyball.lab.report.Table.Column.number;
import static dev.flyball.lab.report.Table.Column.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.report.text.TextWidth;
import dev.flyball.lab.report.text.TextWidth.TextSparkline;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Text in columns: widths as a terminal counts them. */
class TextTableTest {

  @Test
  void textStandsLeftAndNumbersStandRight() {
    Table table =
        Table.of("speed", text("policy"), number("p95", "ms"))
            .row("flyball", "44.8")
            .row("fixed", "1234567.5");
    assertThat(table.text())
        .isEqualTo(
            """
            policy     p95, ms
            -------  ---------
            flyball       44.8
            fixed    1234567.5
            """);
  }

  @Test
  void aWideCharacterTakesTwoColumnsAndACombiningMarkNone() {
    assertThat(TextWidth.columns("größe")).isEqualTo(5);
    assertThat(TextWidth.columns("gro\u0308ße")).isEqualTo(5);
    assertThat(TextWidth.columns("数据")).isEqualTo(4);
    assertThat(TextWidth.columns("🚀")).isEqualTo(2);
    Table table = Table.of("any", text("a"), number("b")).row("数据", "1").row("xxxx", "1");
    assertThat(table.lines().subList(2, 4)).containsExactly("数据  1", "xxxx  1");
  }

  @Test
  void cuttingNeverBreaksACharacter() {
    assertThat(TextWidth.cut("数据", 3)).isEqualTo("数");
    assertThat(TextWidth.cut("a🚀b", 2)).isEqualTo("a");
    assertThat(TextWidth.cut("a🚀b", 3)).isEqualTo("a🚀");
    assertThat(TextWidth.cut("gro\u0308ße", 3)).isEqualTo("gro\u0308");
    assertThat(TextWidth.cut("abc", 0)).isEmpty();
  }

  @Test
  void whatWouldSpeakToTheTerminalIsShownByItsCode() {
    assertThat(TextWidth.printable("a\u001b[2Jb\nc\u202ed\u009be"))
        .isEqualTo("a\\u001B[2Jb\\u000Ac\\u202Ed\\u009Be");
    Table table = Table.of("any", text("a")).row("x\ny");
    assertThat(table.lines()).contains("x\\u000Ay");
  }

  @Test
  void aRowThatIsTooShortIsRefused() {
    Table table = Table.of("any", text("a"), text("b"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.row("only"))
        .withMessage("row must have 2 cells but had 1");
    assertThatIllegalArgumentException().isThrownBy(() -> Table.of("any"));
  }

  @Test
  void aSparklineGoesFromZeroToTheHighest() {
    assertThat(TextSparkline.of(List.of(0.0, 4.0, 8.0), 60, true)).isEqualTo("▁▅█");
    assertThat(TextSparkline.of(List.of(0.0, 4.0, 8.0), 2, false)).isEqualTo("=#");
    assertThat(TextSparkline.of(List.of(0.0, 0.0), 60, true)).isEqualTo("▁▁");
    assertThat(TextSparkline.of(List.of(5.0, Double.NaN, 5.0), 60, true)).isEqualTo("█ █");
    assertThat(TextSparkline.of(List.of(), 60, true)).isEmpty();
  }

  @Test
  void aTableThatIsTooWideLosesItsLastColumns() {
    Table table =
        Table.of("any", text("policy"), number("regret"), number("p95"))
            .row("littles-law", "1.30", "2");
    assertThat(table.width()).isEqualTo(24);
    assertThat(table.fitting(24)).isEqualTo(table);
    assertThat(table.fitting(23).columns()).hasSize(2);
    assertThat(table.fitting(1).lines()).containsExactly("policy", "-----------", "littles-law");
  }
}
