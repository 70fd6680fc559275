package dev.flyball.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactTest {

  @Test
  void readsWhatMavenLists(@TempDir Path folder) throws IOException {
    Path list =
        Files.writeString(
            folder.resolve("list"),
            """

            The following files have been resolved:
               org.jspecify:jspecify:jar:1.0.1:compile -- module org.jspecify
               dev.flyball:flyball:jar:tests:0.9.0:test
               com.zaxxer:HikariCP:jar:7.1.0:provided (optional)
            \u001B[0m   org.apache.maven.plugins:maven-jar-plugin:jar:3.5.0
            """);
    assertThat(Artifact.listed(list))
        .containsExactly(
            new Artifact("com.zaxxer:HikariCP", "7.1.0"),
            new Artifact("dev.flyball:flyball", "0.9.0"),
            new Artifact("org.apache.maven.plugins:maven-jar-plugin", "3.5.0"),
            new Artifact("org.jspecify:jspecify", "1.0.1"));
  }
}
