package dev.flyball.tools.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the launcher and the environment say of the terminal. */
class TerminalTest {

  private static final Map<String, String> USUAL = Map.of("TERM", "xterm", "LANG", "en_GB.UTF-8");

  @Test
  void withoutAWordFromTheLauncherThereIsNoTerminal() {
    Terminal terminal = Terminal.of(new Properties(), USUAL);
    assertThat(terminal).isEqualTo(new Terminal(false, 80, 24, false, true));
  }

  @Test
  void theLauncherSaysWhatThereIs() {
    Terminal terminal = Terminal.of(properties("true", "132", "50"), USUAL);
    assertThat(terminal).isEqualTo(new Terminal(true, 132, 50, true, true));
  }

  @Test
  void aDumbTerminalIsNotDrawnOver() {
    Terminal terminal = Terminal.of(properties("true", "", ""), Map.of("TERM", "dumb"));
    assertThat(terminal.live()).isFalse();
    assertThat(terminal.colour()).isFalse();
  }

  @Test
  void noColorIsHonouredUnlessItIsEmpty() {
    Properties properties = properties("true", "", "");
    assertThat(Terminal.of(properties, Map.of("NO_COLOR", "1")).colour()).isFalse();
    assertThat(Terminal.of(properties, Map.of("NO_COLOR", "")).colour()).isTrue();
  }

  @Test
  void theFirstLocaleVariableThatIsSetDecides() {
    Properties none = new Properties();
    assertThat(Terminal.of(none, Map.of()).unicode()).isFalse();
    assertThat(Terminal.of(none, Map.of("LANG", "C")).unicode()).isFalse();
    assertThat(Terminal.of(none, Map.of("LANG", "de_CH.utf8")).unicode()).isTrue();
    assertThat(Terminal.of(none, Map.of("LC_ALL", "C", "LANG", "C.UTF-8")).unicode()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "wide", "0", "-5", "00", "1e3", "10000", "99999999999", "8\u0660", "\0"})
  void whatIsNoSizeOfATerminalCountsAsNotSet(String value) {
    assertThat(Terminal.of(properties("true", value, value), USUAL))
        .isEqualTo(new Terminal(true, 80, 24, true, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\0", "xterm-\u202e", "dumb ", "\033[2J", "a/../../b"})
  void noVariableOfTheTerminalIsRefused(String value) {
    Map<String, String> environment =
        Map.of("TERM", value, "NO_COLOR", value, "LC_ALL", value, "LC_CTYPE", value, "LANG", value);
    Terminal terminal = Terminal.of(properties("true", "132", "50"), environment);
    assertThat(terminal.columns()).isEqualTo(132);
    assertThat(terminal.unicode()).isFalse();
  }

  @Test
  void onlyTheLauncherSaysWhetherThereIsATerminal() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Terminal.of(properties("yes", "", ""), USUAL))
        .withMessage("flyball.terminal must be true or false but was 'yes'");
  }

  private static Properties properties(String terminal, String columns, String rows) {
    Properties properties = new Properties();
    properties.setProperty(Terminal.TERMINAL_PROPERTY, terminal);
    properties.setProperty(Terminal.COLUMNS_PROPERTY, columns);
    properties.setProperty(Terminal.ROWS_PROPERTY, rows);
    return properties;
  }
}
