package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.base.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is read again by a parser that others wrote. */
class JsonTest {

  private record Inner(String text, double number) {}

  private record Outer(Inner inner, List<Inner> list, Map<String, Double> map, boolean flag) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "<script>alert(1)</script>",
        "a\nb\r\tc\u0000d\u0007e\u007f\u009f",
        "\"quoted\" \\ back",
        "\u2028\u2029\u202e\ufeff",
        "😀 größer",
      })
  void aTextIsReadAsItWas(String text) {
    assertThat(Watcher.JSON.readTree(Json.rounded(text)).asString()).isEqualTo(text);
    assertThat(Json.rounded(text)).doesNotContain("\n", "\r");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud83d", "\ude00", "a\ud83db", "\ude00\ud83d"})
  void halfACharacterIsWrittenByItsNumber(String text) {
    String written =
        new String(Json.rounded(text).getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    assertThat(written).contains("\\ud").doesNotContain("?");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "5, 5",
    "-5, -5",
    "0.1, 0.1",
    "0.0000014, 0.000001",
    "12.34567, 12.346",
    "-0.5, -0.5",
    "123.456, 123.5",
    "999999.96, 1000000",
    "1e14, 100000000000000",
    "1e16, 1.0E16",
    "1e-9, 1.0E-9",
    "NaN, null",
    "Infinity, null",
    "-Infinity, null",
    "0.100001, 0.100001",
    "1.005, 1.005"
  })
  void numbersAreRoundedToWhatAPageCanShow(double number, String written) {
    assertThat(Json.rounded(number)).isEqualTo(written);
  }

  @Test
  void recordsListsAndMapsAreNested() {
    Outer value =
        new Outer(
            new Inner("x", 1),
            List.of(new Inner("y", 2), new Inner("z", Double.NaN)),
            Map.of("to \"it\"", 3.5),
            true);
    assertThat(Json.rounded(value))
        .isEqualTo(
            "{\"inner\":{\"text\":\"x\",\"number\":1},"
                + "\"list\":[{\"text\":\"y\",\"number\":2},{\"text\":\"z\",\"number\":null}],"
                + "\"map\":{\"to \\\"it\\\"\":3.5},\"flag\":true}");
    assertThat(Json.rounded(List.of(List.of(), Map.of()))).isEqualTo("[[],{}]");
  }
}
