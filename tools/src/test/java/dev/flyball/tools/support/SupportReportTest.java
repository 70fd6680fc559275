package dev.flyball.tools.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a report says where something cannot be read, and what it never says. */
class SupportReportTest {

  private final SupportReport report = new SupportReport();

  @Test
  void aSectionThatCannotBeReadSaysWhyAndTheOthersAreThere() {
    report.section("one", () -> List.of("1 is 1"));
    report.section(
        "two",
        () -> {
          throw new IOException("two is away");
        });
    report.section("three", () -> List.of("3 is 3"));
    assertThat(report.text())
        .isEqualTo(
            """
            == one ==
            1 is 1

            == two ==
            cannot be read: two is away

            == three ==
            3 is 3
            """);
    assertThat(report.missing()).containsExactly("two: two is away");
  }

  @Test
  void aFailureWithoutAMessageIsNamed() {
    report.section(
        "one",
        () -> {
          throw new IllegalStateException();
        });
    assertThat(report.missing()).containsExactly("one: IllegalStateException");
  }

  @Test
  void aLineCanNeitherBreakNorSpeakToTheTerminal() {
    report.section("one", () -> List.of("pool 'a\nb\u001b[2J'"));
    assertThat(report.text()).isEqualTo("== one ==\npool 'a\\u000Ab\\u001B[2J'\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "jdbc:mariadb://me:S3CR@db:3306/x | jdbc:mariadb://***@db:3306/x",
        "https://S3CR@host/ and ftp://a:S3CR@b | https://***@host/ and ftp://***@b",
        "user=me password=S3CR, next | user=me password=***, next",
        "PASSWORD: S3CR | PASSWORD: ***",
        "?pwd=S3CR&x=1 | ?pwd=***&x=1",
        "{\"api-key\": \"S3CR ET\", \"x\": 1} | {\"api-key\": ***, \"x\": 1}",
        "dbPassword='S3CR ET' | dbPassword=***",
        "client_secret=S3CR) failed | client_secret=***) failed",
        "Authorization: Bearer S3CR | Authorization: Bearer ***",
        "access-token.value=S3CR | access-token.value=***",
        "limits 1..4 allow 4 of 9 | limits 1..4 allow 4 of 9",
        "the token bucket is empty | the token bucket is empty",
        "2026-11-27T10:00:00Z a: b | 2026-11-27T10:00:00Z a: b",
      })
  void whatLooksLikeASecretIsTakenOut(String line, String shown) {
    report.section("one", () -> List.of(line));
    report.section(
        "two",
        () -> {
          throw new IOException(line);
        });
    assertThat(report.text())
        .isEqualTo("== one ==\n" + shown + "\n\n== two ==\ncannot be read: " + shown + "\n")
        .doesNotContain("S3CR");
    assertThat(report.missing()).containsExactly("two: " + shown);
  }
}
