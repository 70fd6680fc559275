package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of records: what a caller, a killed program, a full disk or another program does to them.
 */
class FileSpillTest {

  /** Texts as their bytes. */
  private static final class Texts implements RecordFormat<String> {
    @Override
    public byte[] write(String record) {
      return record.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String read(byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  @TempDir private Path folder;

  private FileSpill<String> open() throws IOException {
    return FileSpill.in(folder, new Texts(), 20);
  }

  private static List<String> readAll(FileSpill<String> spill) throws IOException {
    List<String> all = new ArrayList<>();
    while (spill.size() > 0) {
      all.add(spill.remove());
    }
    return all;
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".spill")).findFirst().orElseThrow();
    }
  }

  @Test
  void anInterruptedThreadWritesAndReads() throws Exception {
    try (FileSpill<String> spill = open()) {
      Thread.currentThread().interrupt();
      spill.append("one");
      spill.append("two");
      assertThat(spill.remove()).isEqualTo("one");
      assertThat(Thread.interrupted()).isTrue();
      spill.append("three");
      assertThat(readAll(spill)).containsExactly("two", "three");
    }
  }

  @Test
  void cutsThePieceOfARecordThatAKilledProgramLeft() throws Exception {
    try (FileSpill<String> spill = open()) {
      spill.append("whole");
    }
    Path file = onlyFile();
    long whole = Files.size(file);
    try (RandomAccessFile tail = new RandomAccessFile(file.toFile(), "rw")) {
      tail.seek(whole);
      tail.writeInt(100);
      tail.write(new byte[40]); // were it left, zeros would be read as records of no content
    }
    try (FileSpill<String> spill = open()) {
      assertThat(Files.size(file)).isEqualTo(whole);
      spill.append("next");
    }
    try (FileSpill<String> spill = open()) {
      assertThat(readAll(spill)).containsExactly("whole", "next");
    }
  }

  @Test
  void keepsARecordThatWasReadWhenItsFileCannotBeDeleted() throws Exception {
    try (FileSpill<String> spill = open()) {
      spill.append("fills the first file");
      Path first = onlyFile();
      spill.append("second");
      Files.delete(first);
      Files.createDirectories(first.resolve("in the way"));
      assertThat(readAll(spill)).containsExactly("fills the first file", "second");
    }
  }

  @Test
  void aRecordThatIsNotThereAsAWholeHarmsNoLaterOne() throws Exception {
    try (FileSpill<String> spill = open()) {
      spill.append("first of a file");
      Path file = onlyFile();
      try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
        cut.setLength(6);
      }
      assertThatThrownBy(spill::remove).isInstanceOf(IOException.class);
      spill.append("after it");
      assertThat(readAll(spill)).containsExactly("after it");
    }
  }

  @Test
  void refusesAFileOfAnotherKind() throws Exception {
    Path foreign = Files.writeString(folder.resolve("x.spill"), "what is this");
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(foreign.toString())
        .hasMessageContaining("19 digits");
    Files.delete(foreign);
    open().close();
  }

  @Test
  void whatCannotBeTakenOverIsLetGo() throws Exception {
    try (FileSpill<String> spill = open()) {
      spill.append("fills the first file");
    }
    Path bad = folder.resolve("0000000000000000009.spill");
    Files.write(bad, new byte[] {-1, -1, -1, -1, 0, 0});
    long before = openFiles();
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("length at byte 0 must be at least 0 but was -1");
    assertThat(openFiles()).isEqualTo(before);
  }

  /** Of this process in this folder; 0 where the system does not tell. */
  private long openFiles() throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    if (!Files.isDirectory(descriptors)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(descriptors)) {
      return all.filter(this::isOpenHere).count();
    }
  }

  private boolean isOpenHere(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(folder.toRealPath());
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }

  @Test
  void oneFolderIsForOneSpill() throws Exception {
    try (FileSpill<String> spill = open()) {
      spill.append("mine");
      assertThatThrownBy(this::open)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use")
          .hasMessageContaining(folder.toString());
    }
    try (FileSpill<String> next = open()) {
      assertThat(readAll(next)).containsExactly("mine");
    }
  }

  @Test
  void isNothingToWriteToOnceItIsClosed() throws Exception {
    FileSpill<String> spill = open();
    spill.close();
    spill.close();
    assertThatThrownBy(() -> spill.append("late")).isInstanceOf(IOException.class);
  }
}
