package org.example.pools;

import dev.flyball.Flyball;
import dev.flyball.control.Decision;
import dev.flyball.control.PolicyFile;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.Guards;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import java.nio.file.Files;
import java.nio.file.Path;

/** Puts the policy inside guards, governs a pool by it, saves it and reads it back. */
public final class Try {

  private Try() {}

  public static void main(String[] arguments) throws Exception {
    SizingPolicy policy = Guards.rescue(Guards.cpuGuard(new HalfBusy(0.5), 0.9));
    SizingPolicy named = Policies.parse("example-half-busy(rescue=true,cpu-guard=90%)");
    require(policy.equals(named), "the calls and the specification say the same");

    try (AdaptivePool pool =
        Flyball.start(AdaptivePool.named("own").governedBy(policy).limits(2, 50))) {
      for (int task = 0; task < 200; task++) {
        pool.submit(() -> {
              Thread.sleep(10);
              return "done";
            })
            .get();
      }
      for (Decision decision : pool.governor().orElseThrow().journal().decisions()) {
        System.out.println(decision);
      }
      Path file = Files.createTempFile("own", ".policy");
      PolicyFile saved = new PolicyFile(file);
      SizingPolicy learned = pool.governor().orElseThrow().policy();
      saved.write(learned);
      require(saved.read().equals(learned), "what was saved comes back");
      Files.delete(file);
    }
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException("must hold but does not: " + what);
    }
    System.out.println("holds: " + what);
  }
}
