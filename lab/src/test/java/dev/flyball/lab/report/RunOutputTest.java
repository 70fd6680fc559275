package dev.flyball.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a report is written, and what is said of a place where it cannot be. */
class RunOutputTest {

  private static final RunReport REPORT = RunReport.of("größe", "real", List.of());

  @TempDir private Path folder;

  @Test
  void writesTheWholeFileAndLeavesNothingBeside() throws IOException {
    Path file = folder.resolve("run.json");
    RunOutput output = RunOutput.check(file.toString());
    assertThat(files()).isEmpty();
    output.write(REPORT);
    output.write(REPORT);
    assertThat(Files.readString(file)).isEqualTo(REPORT.json());
    assertThat(files()).containsExactly("run.json");
  }

  @Test
  void checkingLeavesTheOldFileAsItWas() throws IOException {
    Path file = Files.writeString(folder.resolve("run.json"), "old");
    RunOutput.check(file.toString());
    assertThat(Files.readString(file)).isEqualTo("old");
    assertThat(files()).containsExactly("run.json");
  }

  @Test
  void refusesALinkToNothingAndLeavesIt() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link.html"), folder.resolve("gone.html"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunOutput.check(link.toString()))
        .withMessageContaining("it is a link to nothing, " + folder.resolve("gone.html"));
    assertThat(link).isSymbolicLink();
  }

  @Test
  void followsALink() throws IOException {
    Path file = Files.writeString(folder.resolve("real.json"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);
    RunOutput.check(link.toString()).write(REPORT);
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(file)).isEqualTo(REPORT.json());
  }

  @Test
  void aDashIsStandardOutputWhichStaysOpen() {
    ByteArrayOutputStream standard = new ByteArrayOutputStream();
    RunOutput output = RunOutput.check("-", standard);
    output.writeText("one\n");
    output.writeText("größe\n");
    RunOutput.check("/dev/stdout", standard).writeText("two\n");
    assertThat(standard.toString(StandardCharsets.UTF_8)).isEqualTo("one\ngröße\ntwo\n");
  }

  @Test
  void aPlaceThatCannotBeWrittenIsRefusedBeforeTheRun() throws IOException {
    refused(folder.toString(), "it is a folder");
    refused(folder.resolve("no/such/run.json").toString(), "there is no folder");
    refused("", "it is empty");
    refused("a\0b", "");
    Path file = Files.writeString(folder.resolve("file"), "");
    refused(file.resolve("run.json").toString(), "there is no folder");
  }

  @Test
  void aStandardOutputThatTakesNoMoreIsAnError() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("no space left");
          }
        };
    RunOutput output = RunOutput.check("-", new PrintStream(full, false, StandardCharsets.UTF_8));
    assertThatThrownBy(() -> output.write(REPORT))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("standard output could not be written: it took no more");
  }

  @Test
  void aFolderThatWentAwayMeanwhileIsAnErrorWithItsName() throws IOException {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    RunOutput output = RunOutput.check(gone.resolve("run.json").toString());
    Files.delete(gone);
    assertThatThrownBy(() -> output.write(REPORT))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("could not be written")
        .hasMessageContaining("gone");
  }

  private static void refused(String path, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunOutput.check(path))
        .withMessageStartingWith("output must be a file that can be written")
        .withMessageContaining("'" + path + "'")
        .withMessageContaining(why);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
