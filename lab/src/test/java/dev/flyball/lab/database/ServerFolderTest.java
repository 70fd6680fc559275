package dev.flyball.lab.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.lab.harness.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server's folder, and what stays of it when it cannot be filled. */
class ServerFolderTest {

  @TempDir Path dir;

  @Test
  void holdsACopyOfTheData() throws IOException {
    Path data = Files.createDirectory(dir.resolve("data"));
    Files.writeString(data.resolve("row"), "1");
    ServerFolder folder = ServerFolder.filled(TemporaryFolder.createIn(dir, "root"), data);
    assertThat(folder.data().resolve("row")).hasContent("1");
    assertThat(folder.temporary()).isEmptyDirectory();
  }

  @Test
  void isGoneWhenItCannotBeFilled() throws IOException {
    TemporaryFolder root = TemporaryFolder.createIn(dir, "root");
    assertThatThrownBy(() -> ServerFolder.filled(root, dir.resolve("missing")))
        .isInstanceOf(IOException.class);
    assertThat(dir).isEmptyDirectory();
  }
}
