package dev.flyball.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.catalogue.Policies;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/policies.md has what the catalogue has: each policy, each parameter, each default. */
class PolicyPageTest {

  private static List<String> names() {
    return Policies.all().stream().map(PolicyEntry::name).toList();
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("..", "docs", "policies.md"));
  }

  private static List<String> found(String pattern) throws IOException {
    return Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(page())
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }

  private static String section(String heading) throws IOException {
    String page = page();
    int from = page.indexOf("\n## " + heading + "\n");
    assertThat(from).as("section %s", heading).isNotNegative();
    int to = page.indexOf("\n## ", from + 1);
    return page.substring(from, to < 0 ? page.length() : to);
  }

  /** The parameters that each policy has; this one has no other. */
  private static List<Parameter<?>> shared() {
    return Policies.entry("request-rate").parameters();
  }

  @Test
  void hasThePoliciesInTheOrderOfTheCatalogue() throws IOException {
    assertThat(found("^## ([a-z-]+)$")).isEqualTo(names());
    assertThat(found("^\\| \\[`([a-z-]+)`]\\(#[a-z-]+\\) \\|")).isEqualTo(names());
  }

  @Test
  void hasTheParametersOfEveryPolicy() throws IOException {
    for (Parameter<?> parameter : shared()) {
      assertHas(section("For every policy"), parameter);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void hasTheParametersOf(String policy) throws IOException {
    for (Parameter<?> parameter : Policies.entry(policy).parameters()) {
      if (!shared().contains(parameter)) {
        assertHas(section(policy), parameter);
      }
    }
  }

  /** The name, and behind it in its line the default, unless that is said in words. */
  private static void assertHas(String section, Parameter<?> parameter) {
    boolean inWords = parameter.required() || parameter.usual().equals("none");
    String usual = inWords ? "" : Pattern.quote(parameter.usual());
    assertThat(section)
        .as("%s, which is %s", parameter.name(), parameter.usual())
        .containsPattern("`" + parameter.name() + "`.*(?<![\\w.])" + usual + "(?![\\w.]*[\\w%])");
  }
}
