package dev.flyball.tools.cli.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShellWordTest {

  @Test
  void aWordIsQuotedWhereAShellWouldReadSomethingIntoIt() {
    assertThat(ShellWord.of("docs/networks/call-data.yaml"))
        .isEqualTo("docs/networks/call-data.yaml");
    assertThat(ShellWord.of("decoder.rate=x10")).isEqualTo("decoder.rate=x10");
    assertThat(ShellWord.of("my orders.yaml")).isEqualTo("'my orders.yaml'");
    assertThat(ShellWord.of("it's $HOME")).isEqualTo("'it'\\''s $HOME'");
    assertThat(ShellWord.of("")).isEqualTo("''");
  }
}
