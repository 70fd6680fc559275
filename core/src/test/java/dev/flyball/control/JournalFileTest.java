package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flyball.policy.Advice;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.standard.FlyballPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a journal file holds, and what becomes of it when it is full, taken or unwritable. */
class JournalFileTest {

  @TempDir private Path folder;

  private static Governor governor() {
    return Governor.of("orders", new ScriptedTarget(), FlyballPolicy.standard())
        .clock(() -> 0)
        .build();
  }

  @Test
  void aLifeIsABeginningAndALineForEachDecision() throws IOException {
    Path path = folder.resolve("orders.jsonl");
    try (Governor governor = governor();
        JournalFile file = JournalFile.of(governor, path)) {
      governor.step();
      governor.limits(dev.flyball.policy.Limits.of(2, 9));
      assertThat(file.lost()).isZero();
    }
    List<String> lines = Files.readAllLines(path);
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0))
        .startsWith("{\"journal\":\"flyball-journal/1\",\"target\":\"orders\"")
        .contains("\"policy\":\"flyball-policy/1 standard.FlyballPolicy{");
    assertThat(lines.get(1))
        .startsWith("{\"number\":1,")
        .contains("\"cause\":\"policy\"", "\"seen\":{\"flow.arrived\":");
    assertThat(lines.get(2)).contains("\"cause\":\"limits\"", "\"min\":2,\"max\":9");
  }

  @Test
  void anotherLifeIsAppendedAndAClosedFileTakesNothing() throws IOException {
    Path path = folder.resolve("orders.jsonl");
    try (Governor governor = governor()) {
      JournalFile.of(governor, path).close();
      governor.step();
      JournalFile.of(governor, path);
      governor.step();
    }
    assertThat(Files.readAllLines(path)).hasSize(3);
  }

  @Test
  void aFileHasOneWriter() throws IOException {
    Path path = folder.resolve("orders.jsonl");
    try (Governor governor = governor();
        Governor other = governor()) {
      JournalFile.of(governor, path);
      assertThatThrownBy(() -> JournalFile.of(other, path))
          .isInstanceOf(IOException.class)
          .hasMessage("journal must be written by one governor but another writes " + path);
    }
  }

  /** The system's lock belongs to a process, and goes when any of its files on that path closes. */
  @Test
  void aWriterThatIsRefusedLeavesTheFileToTheFirstOne() throws Exception {
    Path path = folder.resolve("orders.jsonl");
    try (Governor governor = governor();
        Governor other = governor()) {
      JournalFile file = JournalFile.of(governor, path);
      assertThatThrownBy(() -> JournalFile.of(other, path)).hasMessageContaining("another writes");
      assertThatThrownBy(() -> JournalFile.of(other, folder.resolve("x/../orders.jsonl")))
          .isInstanceOf(IOException.class);
      assertThat(another(path)).contains("another writes " + path);
      file.close();
      assertThat(another(path)).isEqualTo("written");
      JournalFile.of(other, path).close();
    }
  }

  /** What another process says that writes a journal there. */
  private static String another(Path path) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                JournalFileTest.class.getName(),
                path.toString())
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said;
  }

  /** Another process. */
  @SuppressWarnings("SystemOut") // another process is to hear it
  public static void main(String... path) {
    try (Governor governor = governor();
        JournalFile file = JournalFile.of(governor, Path.of(path[0]))) {
      System.out.print(file.lost() == 0 ? "written" : "lost");
    } catch (IOException e) {
      System.out.print(e.getMessage());
    }
  }

  @Test
  void aFileWhoseFirstLineFailsIsLeft() throws IOException {
    Path path = folder.resolve("orders.jsonl");
    Governor failing =
        Governor.of("orders", new ScriptedTarget(), FlyballPolicy.standard())
            .clock(() -> {
              throw new IllegalStateException("on purpose");
            })
            .build();
    try (failing;
        Governor governor = governor()) {
      assertThatThrownBy(() -> JournalFile.of(failing, path)).hasMessage("on purpose");
      JournalFile file = JournalFile.of(governor, path);
      governor.step();
      assertThat(file.lost()).isZero();
    }
    assertThat(Files.readAllLines(path)).hasSize(2);
  }

  @Test
  void aFileThatIsFullIsPutAsideAndTheNextBeginsWithThePolicyOfThatMoment() throws IOException {
    Path path = folder.resolve("orders.jsonl");
    try (Governor governor = governor()) {
      JournalFile.of(governor, path, 65_536);
      for (int i = 0; i < 200; i++) {
        governor.step();
      }
    }
    Path aside = folder.resolve("orders.jsonl.1");
    assertThat(Files.size(aside)).isBetween(65_536L, 70_000L);
    assertThat(Files.size(path)).isLessThan(70_000);
    assertThat(Files.readAllLines(aside).get(0)).startsWith("{\"journal\":");
    assertThat(Files.readAllLines(path).get(0)).startsWith("{\"journal\":");
    assertThatThrownBy(() -> JournalFile.of(governor(), path, 100))
        .hasMessage("bytesMax must be at least 65536 but was 100");
  }

  @Test
  void aFullDiskCostsTheLinesAndNothingElse() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    try (Governor governor = governor()) {
      JournalFile file = JournalFile.of(governor, full);
      governor.step();
      governor.step();
      assertThat(file.lost()).isEqualTo(2);
      assertThat(governor.journal().decisions()).hasSize(2);
    }
  }

  /** As by a program that rotates logs by a copy. */
  @Test
  void aFileThatAnotherProgramHasCutBeginsAnew() throws IOException {
    Path path = folder.resolve("orders.jsonl");
    try (Governor governor = governor()) {
      JournalFile file = JournalFile.of(governor, path);
      governor.step();
      Files.write(path, new byte[0]);
      governor.step();
      governor.step();
      assertThat(file.lost()).isEqualTo(1);
    }
    List<String> lines = Files.readAllLines(path);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).startsWith("{\"journal\":").contains("\"lost\":1");
    assertThat(lines.get(1)).startsWith("{\"number\":3,");
  }

  @Test
  void aPolicyThatCannotBeWrittenIsSaidToBeSo() throws IOException {
    Path path = folder.resolve("orders.jsonl");
    try (Governor governor =
        Governor.of(
                "orders", new ScriptedTarget(), seen -> new Advice(3, "three", new FixedSize(3)))
            .build()) {
      JournalFile.of(governor, path);
    }
    assertThat(Files.readString(path))
        .contains("\"policyUnwritten\":\"a policy's state must be made of records");
  }

  @Test
  void aLineThatWasCutOffIsRemovedByTheNextLife() throws IOException {
    Path path = folder.resolve("orders.jsonl");
    Files.writeString(path, "{\"number\":1}\n{\"number\":2,\"at");
    try (Governor governor = governor()) {
      JournalFile.of(governor, path);
    }
    List<String> lines = Files.readAllLines(path);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).isEqualTo("{\"number\":1}");
    assertThat(lines.get(1)).startsWith("{\"journal\":");
  }

  @Test
  void aFileThatIsNoJournalIsRefusedAsItIs() throws IOException {
    Path path = folder.resolve("settings.json");
    Files.writeString(path, "{\"colour\": \"blue\"}");
    try (Governor governor = governor()) {
      assertThatThrownBy(() -> JournalFile.of(governor, path))
          .isInstanceOf(IOException.class)
          .hasMessage("journal must end in a line of a journal but " + path + " does not");
    }
    assertThat(path).hasContent("{\"colour\": \"blue\"}");
  }

  @Test
  void anInterruptedThreadWritesItsDecisionToo() throws IOException {
    Path path = folder.resolve("orders.jsonl");
    try (Governor governor = governor()) {
      JournalFile file = JournalFile.of(governor, path);
      Thread.currentThread().interrupt();
      governor.pin(5);
      assertThat(Thread.interrupted()).isTrue();
      governor.step();
      assertThat(file.lost()).isZero();
    }
    assertThat(Files.readAllLines(path)).hasSize(3);
  }

  @Test
  void aFileThatCannotBeRenamedGrowsOnWithoutLosingALine() throws IOException {
    Path path = folder.resolve("orders.jsonl");
    Files.createDirectories(folder.resolve("orders.jsonl.1").resolve("in the way"));
    int decisions = 200;
    try (Governor governor = governor()) {
      JournalFile file = JournalFile.of(governor, path, 65_536);
      for (int i = 0; i < decisions; i++) {
        governor.step();
      }
      assertThat(file.lost()).isZero();
    }
    assertThat(Files.readAllLines(path).stream().filter(line -> line.startsWith("{\"number\":")))
        .hasSize(decisions);
  }
}
