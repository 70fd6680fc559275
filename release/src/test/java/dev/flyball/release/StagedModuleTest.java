package dev.flyball.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedModuleTest {

  private static final String POM =
      """
      <project>
        <version>1.0</version>
        <name>Sample</name><description>A sample.</description><url>https://example.org</url>
        <licenses><license><name>Apache-2.0</name><url>https://example.org/l</url></license></licenses>
        <developers><developer><name>Someone</name></developer></developers>
        <scm><connection>c</connection><developerConnection>d</developerConnection><url>u</url></scm>
        <dependencies><dependency>
          <groupId>org.example</groupId><artifactId>other</artifactId><version>2.0</version>
        </dependency></dependencies>
      </project>
      """;

  @TempDir private Path temporary;
  private Path folder = Path.of("");

  @BeforeEach
  void stage() throws IOException {
    folder = Files.createDirectories(temporary.resolve("sample/1.0"));
    put("sample-1.0.pom", POM);
    put("sample-1.0-cyclonedx.json", "{}");
    for (String kind : List.of("", "-sources", "-javadoc")) {
      put("sample-1.0" + kind + ".jar", "");
      jar(kind, List.of("META-INF/LICENSE", "META-INF/NOTICE"));
    }
  }

  private void put(String name, String content) throws IOException {
    Files.writeString(folder.resolve(name), content);
    for (String ending : List.of(".asc", ".sha1", ".md5")) {
      Files.writeString(folder.resolve(name + ending), "");
    }
  }

  private void jar(String kind, List<String> entries) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Automatic-Module-Name", "org.example.sample");
    try (OutputStream file = Files.newOutputStream(folder.resolve("sample-1.0" + kind + ".jar"));
        JarOutputStream jar = new JarOutputStream(file, manifest)) {
      for (String entry : entries) {
        jar.putNextEntry(new ZipEntry(entry));
      }
    }
  }

  private List<String> problems() throws IOException {
    return StagedModule.at(folder).problems();
  }

  @Test
  void aCompleteModuleIsReady() throws IOException {
    assertThat(problems()).isEmpty();
  }

  @Test
  void eachMissingFileIsNamed() throws IOException {
    Files.delete(folder.resolve("sample-1.0-javadoc.jar.asc"));
    Files.delete(folder.resolve("sample-1.0-cyclonedx.json"));
    assertThat(problems())
        .containsExactly(
            "sample: sample-1.0-javadoc.jar.asc must be there but is not",
            "sample: sample-1.0-cyclonedx.json must be there but is not");
  }

  @Test
  void eachGapInThePomIsNamed() throws IOException {
    put(
        "sample-1.0.pom",
        POM.replace("<developerConnection>d</developerConnection>", "")
            .replace("<name>Someone</name>", "")
            .replace("2.0", "2.0-SNAPSHOT"));
    assertThat(problems())
        .containsExactly(
            "sample: pom must have developers/developer/name but has not",
            "sample: pom must have scm/developerConnection but has not",
            "sample: org.example:other must have a released version but had '2.0-SNAPSHOT'");
  }

  @Test
  void eachGapInAJarIsNamed() throws IOException {
    jar("-sources", List.of("META-INF/LICENSE"));
    assertThat(problems())
        .containsExactly("sample: sample-1.0-sources.jar must have META-INF/NOTICE but has not");
  }
}
