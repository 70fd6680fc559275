package dev.flyball.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.policy.Advice;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Seen;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Policies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A policy in a file. */
class PolicyFileTest {

  private static final String SEVEN = "flyball-policy/1 FixedSize{workers=7}";

  @TempDir Path folder;

  private static SizingPolicy learned() {
    SizingPolicy policy = Policies.parse("flyball(recall=true,max=99)");
    for (int window = 0; window < 50; window++) {
      policy = policy.advise(Seen.steady(900 + window, 0.01).at(2 * window, 2).build()).next();
    }
    return policy;
  }

  @Test
  void comesBackAsItWas() throws IOException {
    PolicyFile file = new PolicyFile(folder.resolve("deep").resolve("orders.policy"));
    assertThat(file.exists()).isFalse();
    file.write(learned());
    assertThat(file.exists()).isTrue();
    assertThat(file.read()).isEqualTo(learned());
  }

  @Test
  void isReplacedAsAWholeAndLeavesNothingBehind() throws IOException {
    PolicyFile file = new PolicyFile(folder.resolve("orders.policy"));
    file.write(learned());
    file.write(Policies.parse("fixed(workers=7)"));
    assertThat(Files.readString(file.path())).isEqualTo(SEVEN + "\n");
    SizingPolicy noRecord = seen -> new Advice(1, "one", learned());
    assertThatThrownBy(() -> file.write(noRecord))
        .hasMessageStartingWith("a policy's state must be made of records of the catalogue's");
    assertThat(file.read()).isEqualTo(Policies.parse("fixed(workers=7)"));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file.path());
    }
  }

  @Test
  void saysFilePlaceAndWhatWasExpected() throws IOException {
    Path path = folder.resolve("bad.policy");
    PolicyFile file = new PolicyFile(path);
    assertThatThrownBy(file::read).isInstanceOf(NoSuchFileException.class);
    Files.writeString(path, SEVEN.replace("7", "many") + "\n");
    assertThatThrownBy(file::read)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(path + ", line 1: column 36 must be a number but was 'many}'");
    Files.writeString(path, SEVEN + "\n" + SEVEN + "\n");
    assertThatThrownBy(file::read).hasMessage(path + ", line 2: must be the end but was something");
    Files.writeString(path, "");
    assertThatThrownBy(file::read).hasMessageStartingWith(path + ", line 1: column 1 must ");
    Files.write(path, new byte[] {(byte) 0xff, 'x'});
    assertThatThrownBy(file::read).hasMessage(path + ": must be text in UTF-8 but was not");
    Files.write(path, (SEVEN + "\r\n").getBytes(StandardCharsets.UTF_8));
    assertThat(file.read()).isEqualTo(Policies.parse("fixed(workers=7)"));
  }

  @Test
  void aFileThatIsMissingOrCannotBeReadStartsColdAndStays() throws IOException {
    SizingPolicy cold = new FixedSize(3);
    PolicyFile file = new PolicyFile(folder.resolve("orders.policy"));
    assertThat(file.readOr(cold)).isSameAs(cold);
    Files.writeString(file.path(), "flyball-policy/9 of.AnotherVersion{}\n");
    assertThat(file.readOr(cold)).isSameAs(cold);
    assertThat(file.path()).hasContent("flyball-policy/9 of.AnotherVersion{}");
    file.write(new FixedSize(7));
    assertThat(file.readOr(cold)).isEqualTo(new FixedSize(7));
  }
}
