package dev.flyball.policy.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.policy.FixedSize;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import dev.flyball.policy.spec.PolicyProvider;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a jar of policies may break: itself, and nothing else. */
class FoundPoliciesTest {

  private static PolicyEntry entry(String name, Parameter<?>... parameters) {
    return new PolicyEntry(
        name, "A policy.", "a test", List.of(parameters), given -> new FixedSize(1));
  }

  private final List<String> leftOut = new ArrayList<>();

  private List<String> names(PolicyProvider... providers) {
    return Policies.found(List.of(providers), leftOut).stream().map(PolicyEntry::name).toList();
  }

  @Test
  void aProviderThatFailsIsLeftOut() {
    PolicyProvider broken =
        () -> {
          throw new IllegalStateException("broken");
        };
    PolicyProvider unlinked =
        () -> {
          throw new NoClassDefFoundError("gone");
        };
    assertThat(names(broken, () -> List.of(entry("own-one")), unlinked))
        .containsExactly("flyball", "fixed", "own-one");
    assertThat(leftOut)
        .satisfiesExactly(
            one ->
                assertThat(one).endsWith("cannot be used: java.lang.IllegalStateException: broken"),
            two -> assertThat(two).endsWith("java.lang.NoClassDefFoundError: gone"));
  }

  @Test
  void theFirstOfANameStaysAndTheOthersAreLeftOut() {
    assertThat(
            names(() -> List.of(entry("own-one"), entry("fixed")), () -> List.of(entry("own-one"))))
        .containsExactly("flyball", "fixed", "own-one");
  }

  @Test
  void aParameterMustNotHaveTheNameOfOneThatEveryPolicyTakes() {
    assertThat(names(() -> List.of(entry("own-one", Parameter.workers("max", "1", "the most")))))
        .containsExactly("flyball", "fixed");
    assertThat(leftOut)
        .singleElement()
        .asString()
        .startsWith("parameter 'max' of policy 'own-one' of ")
        .endsWith("must not have the name of one that every policy takes");
  }
}
