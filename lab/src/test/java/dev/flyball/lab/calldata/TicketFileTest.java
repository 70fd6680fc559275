package dev.flyball.lab.calldata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.lab.calldata.TicketAccount.Numbers;
import dev.flyball.lab.calldata.TicketFiles.TicketFile;
import dev.flyball.lab.harness.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TicketFileTest {

  @TempDir Path parent;
  private TemporaryFolder folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = TemporaryFolder.createIn(parent, "tickets-");
  }

  @Test
  void aLineThatFindsTooLittleRoomIsNotThere() throws IOException {
    TicketFiles files = new TicketFiles(folder);
    Path path = folder.path().resolve("tickets-1.csv");
    try (TicketFile file = files.open()) {
      file.append("1,one\n");
      files.leave(4);
      assertThatThrownBy(() -> file.append("2,two\n"))
          .isInstanceOf(IOException.class)
          .hasMessage("No space left on device: a quota had 4 bytes left");
      assertThat(path).hasContent("1,one\n");
      files.leave(100);
      file.append("3,three\n");
    }
    assertThat(path).hasContent("1,one\n3,three\n");
  }

  @Test
  void roomThatWasTakenForNothingIsGivenBack() throws IOException {
    TicketFiles files = new TicketFiles(folder);
    files.leave(5);
    try (TicketFile file = files.open()) {
      assertThatThrownBy(() -> file.append("1,too long\n")).isInstanceOf(IOException.class);
      file.append("2,2\n");
    }
    assertThat(folder.path().resolve("tickets-1.csv")).hasContent("2,2\n");
  }

  @Test
  void eachThreadHasAFileAndAllAreRead() throws IOException {
    TicketFiles files = new TicketFiles(folder);
    try (TicketFile one = files.open();
        TicketFile two = files.open()) {
      one.append("1,a\n");
      two.append("2,b\n");
      two.append("1,again\n");
    }
    Numbers numbers = files.numbers();
    assertThat(numbers.size()).isEqualTo(2);
    assertThat(numbers.again()).isEqualTo(1);
    assertThat(List.of(numbers.outside(1), numbers.outside(2))).containsExactly(1L, 0L);
    assertThat(Files.exists(folder.path().resolve("tickets-2.csv"))).isTrue();
  }
}
