package dev.flyball.tools.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

class StandardOutputTest {

  private static StandardOutput failing(String why) {
    return new StandardOutput(
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(why);
          }
        });
  }

  @Test
  void aReaderWhoHasSeenEnoughIsNoLoss() {
    StandardOutput output = failing("Broken pipe");
    assertThatThrownBy(() -> output.write('x')).isInstanceOf(IOException.class);
    assertThat(output.lost()).isFalse();
  }

  @Test
  void aFullDiskIs() {
    StandardOutput output = failing("No space left on device");
    assertThatThrownBy(() -> output.write('x')).isInstanceOf(IOException.class);
    assertThat(output.lost()).isTrue();
  }

  @Test
  void allBytesArrive() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    StandardOutput output = new StandardOutput(bytes);
    output.write(new byte[] {1, 2, 3, 4}, 1, 2);
    output.write(-1);
    assertThat(bytes.toByteArray()).containsExactly(2, 3, -1);
    assertThat(output.lost()).isFalse();
  }
}
