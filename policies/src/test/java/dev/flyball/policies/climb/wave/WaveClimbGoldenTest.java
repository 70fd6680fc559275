package dev.flyball.policies.climb.wave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The tables of docs/wave-climb.md are what the policy does now; {@code -Dtables=update} rewrites
 * them.
 */
class WaveClimbGoldenTest {

  private static final Path PAGE = Path.of("..", "docs", "wave-climb.md");

  @Test
  void theTablesAreUpToDate() throws IOException {
    Map<String, Supplier<String>> tables = new LinkedHashMap<>();
    tables.put("without-noise", WaveTables::withoutNoise);
    tables.put("with-noise", WaveTables::withNoise);
    tables.put("restarts", WaveTables::restarts);
    tables.put("changes", WaveTables::changes);
    String before = Files.readString(PAGE);
    String now = before;
    for (Map.Entry<String, Supplier<String>> table : tables.entrySet()) {
      now = replaced(now, table.getKey(), table.getValue().get());
    }
    if ("update".equals(System.getProperty("tables"))) {
      Files.writeString(PAGE, now);
    } else {
      assertThat(before).isEqualTo(now);
    }
  }

  private static String replaced(String page, String name, String table) {
    String open = "<!-- table " + name + " -->\n";
    String close = "<!-- end " + name + " -->";
    int from = page.indexOf(open);
    int to = page.indexOf(close);
    assertThat(from).as("the page has the table " + name).isNotNegative().isLessThan(to);
    return page.substring(0, from + open.length()) + table + page.substring(to);
  }
}
