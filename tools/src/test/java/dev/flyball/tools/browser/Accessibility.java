package dev.flyball.tools.browser;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A look at a page for what keeps people from using it, by axe-core's rules. */
final class Accessibility {

  private static final String SCRIPT = "/axe.min.js";
  private static final String RUN =
      "async () => JSON.stringify((await axe.run(document, {resultTypes: ['violations']}))"
          + ".violations.map(v => ({rule: v.id, impact: v.impact, help: v.help,"
          + " places: v.nodes.map(n => n.target.join(' '))})))";

  private Accessibility() {}

  /** All that axe-core finds, the grave and the slight. */
  static List<Finding> findings(Page page) {
    page.evaluate(script());
    List<Finding> findings = new ArrayList<>();
    for (JsonNode found : JsonMapper.shared().readTree((String) page.evaluate(RUN))) {
      List<String> places = new ArrayList<>();
      found.get("places").forEach(place -> places.add(place.asString()));
      findings.add(
          new Finding(
              found.get("rule").asString(),
              found.get("impact").asString(""),
              found.get("help").asString(),
              places));
    }
    return findings;
  }

  private static String script() {
    try (InputStream in = Accessibility.class.getResourceAsStream(SCRIPT)) {
      if (in == null) {
        throw new IllegalStateException("there is no " + SCRIPT + " among the test's libraries");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
