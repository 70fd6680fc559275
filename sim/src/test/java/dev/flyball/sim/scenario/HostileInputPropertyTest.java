package dev.flyball.sim.scenario;

import dev.flyball.base.Fuzzing;
import dev.flyball.dataflow.network.NetworkFile;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.catalogue.PolicyText;
import dev.flyball.policy.spec.PolicyEntry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Files and texts that people write, nearly right: each is read, or refused in one line. {@code
 * -Dfuzz.inputs=100000} takes minutes.
 */
@Tag("slow")
class HostileInputPropertyTest {

  private static final int FEW = 1000;

  private static final String NETWORK =
      """
      name: orders
      host: {cores: 4, rule: cpu-time, resources: {memory: 8000}}
      goal: {latency: {quantile: 20ms, of: 0.95}}
      utilisation: 0.9
      sources:
        records: {to: read, rate: 900/s, variation: 1.5}
      nodes:
        read: {rate: 1000/s, threads: {min: 1, max: 8}, cpu-share: 0.5}
        # a remark
        work:
          time: 20ms
          contention: 0.05
          coherence: 0.001
        "end": {rate: 5000/s, queue: 100, threads: 3, overflow: drop-new}
      routes:
        - {from: read, copy: [work]}
        - from: work
          split: {end: 1}
      """;

  private static final List<String> YAML_WORDS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ": ",
          "- ",
          "\n",
          "\n  ",
          "&a ",
          "*a",
          "<<: *a",
          "!!java.lang.String ",
          "|\n",
          ">-\n",
          "'",
          "\"",
          "#",
          "%YAML 1.2\n",
          "---\n",
          "...\n",
          "? ",
          "null",
          "~",
          "\t",
          "rate: ",
          "10/s",
          "threads: ",
          "to: ",
          "from: ",
          "copy: ",
          "split: ",
          "1 ms",
          "uses: ");

  private static final String TRACE = "# a day\nseconds,kind\n0,a\n0.5,a\n1.25,b\n3,a\n";

  private static String resource(String name) throws IOException {
    try (InputStream in = Scenarios.class.getResourceAsStream("../scenarios/" + name)) {
      if (in == null) {
        throw new IllegalStateException("there must be a scenario " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void networks() throws Exception {
    new Fuzzing(List.of(NETWORK), YAML_WORDS)
        .run("network files", FEW, text -> NetworkFile.parse("fuzzed", text));
  }

  @Test
  void scenarios() throws Exception {
    List<String> valid = new ArrayList<>();
    for (String name : List.of("bursts", "lock", "downstream-hangs", "closed-collapse", "mixed")) {
      valid.add(resource(name + ".yaml").replace("name: " + name, "name: fuzzed"));
    }
    new Fuzzing(valid, YAML_WORDS)
        .run("scenario files", FEW, text -> ScenarioFile.parse("fuzzed.yaml", text));
  }

  @Test
  void traces() throws Exception {
    List<String> words =
        List.of(",", "\n", "\r\n", "#", "seconds,kind\n", "a", "c", "\"", "0.5,a\n");
    new Fuzzing(List.of(TRACE), words)
        .run(
            "traces",
            FEW,
            text ->
                TraceReader.read(
                    "fuzzed",
                    new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                    List.of("a", "b"),
                    1));
  }

  @Test
  void policies() throws Exception {
    List<String> valid = Policies.all().stream().map(PolicyEntry::example).toList();
    List<String> words =
        List.of(
            "(", ")", "=", ",", " ", "fixed", "workers", "flyball", "limits", "none", "10s", "%");
    new Fuzzing(valid, words).run("policies", FEW, Policies::parse);
  }

  @Test
  void statesOfPolicies() throws Exception {
    List<String> valid =
        Policies.all().stream()
            .map(entry -> PolicyText.write(Policies.parse(entry.example())))
            .toList();
    List<String> words =
        List.of("{", "}", "[", "]", ": ", ", ", "=", "\"", "none", "part.Smoothed{", "FixedSize{");
    new Fuzzing(valid, words).run("states of policies", FEW, PolicyText::read);
  }
}
