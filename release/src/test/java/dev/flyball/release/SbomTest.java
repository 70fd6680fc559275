package dev.flyball.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SbomTest {

  private static final Artifact JSPECIFY = new Artifact("org.jspecify:jspecify", "1.0.1");
  private static final Artifact YAML = new Artifact("org.snakeyaml:snakeyaml-engine", "3.2");

  @Test
  void tellsWhatIsMissingAndWhatIsTooMuch(@TempDir Path folder) throws IOException {
    Path bill =
        Files.writeString(
            folder.resolve("sbom.json"),
            """
            {"bomFormat": "CycloneDX", "components": [
              {"group": "org.jspecify", "name": "jspecify", "version": "1.0.1", "scope": "optional"}]}
            """);
    Set<Artifact> listed = Sbom.components(bill);

    assertThat(Sbom.differences(listed, new TreeSet<>(Set.of(JSPECIFY)))).isEmpty();
    assertThat(Sbom.differences(listed, new TreeSet<>(Set.of(YAML))))
        .containsExactly(
            "SBOM must list org.snakeyaml:snakeyaml-engine:3.2, which is needed at run time, but"
                + " does not",
            "SBOM must list only what is needed at run time but has org.jspecify:jspecify:1.0.1");
  }
}
