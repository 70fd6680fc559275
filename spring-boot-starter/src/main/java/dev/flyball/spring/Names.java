package dev.flyball.spring;

import dev.flyball.Flyball;
import dev.flyball.pool.ManagedTarget;
import java.util.List;

/** Names of targets, where several applications run in one process, as in tests. */
final class Names {

  private Names() {}

  /** The name that is wanted, or where another target has it, the first free one of name-2, ... */
  static String free(String wanted) {
    List<String> taken = Flyball.targets().stream().map(ManagedTarget::name).toList();
    String name = wanted;
    for (int i = 2; taken.contains(name); i++) {
      name = wanted + "-" + i;
    }
    return name;
  }
}
