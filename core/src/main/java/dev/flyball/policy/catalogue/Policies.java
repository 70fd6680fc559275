package dev.flyball.policy.catalogue;

import dev.flyball.base.Nearest;
import dev.flyball.base.OneLine;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.spec.Parameter;
import dev.flyball.policy.spec.PolicyEntry;
import dev.flyball.policy.spec.PolicyProvider;
import dev.flyball.policy.standard.FlyballPolicy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The catalogue of all policies: the default, a fixed size, and those of every {@link
 * PolicyProvider} on the class path or module path, in this order.
 *
 * <p>A specification names a policy: its name, followed in brackets by the parameters that differ
 * from their defaults, as in {@code flyball(headroom=0.2,drain=1s,max=200)}. Every policy takes
 * some shared parameters; they wrap it in this order, from the inside to the outside:
 *
 * <ol>
 *   <li>{@code while-saturated}: what the policy may learn from;
 *   <li>{@code recall}: sees all windows, to recognise the workload also when it does not saturate;
 *   <li>{@code cpu-guard}: holds back the growth of a policy, and of a recalled size;
 *   <li>{@code step}, then {@code cool-down}: how fast the size may change;
 *   <li>{@code rescue}: an emergency waits neither for the CPU's guard nor for a cool-down;
 *   <li>{@code frame-guard}: lost frames wait for none of these;
 *   <li>the limits {@code min} and {@code max}, which therefore always hold.
 * </ol>
 */
public final class Policies {

  /** The name of the default policy. */
  public static final String STANDARD = "flyball";

  /**
   * What is in the catalogue, looked for at first use: that takes a process some milliseconds,
   * which one whose pools have the default policy is spared.
   */
  private static final class Found {

    private static final Parameter<Integer> WORKERS =
        Parameter.workers("workers", "64", "the number of workers").asRequired();

    private static final PolicyEntry FIXED =
        new PolicyEntry(
            "fixed",
            "The same number of workers, whatever is seen.",
            "what every pool without a policy does",
            List.of(WORKERS),
            given -> new FixedSize(given.value(WORKERS)));

    /** Why providers and policies are not in the catalogue. */
    static final List<String> LEFT_OUT = new ArrayList<>();

    static final List<PolicyProvider> PROVIDERS = providers(LEFT_OUT);

    static final List<PolicyEntry> ALL = found(PROVIDERS, LEFT_OUT);
  }

  private Policies() {}

  /** The providers that can be made; a jar that is broken must not take the catalogue with it. */
  private static List<PolicyProvider> providers(List<String> leftOut) {
    List<PolicyProvider> providers = new ArrayList<>();
    Iterator<PolicyProvider> found = ServiceLoader.load(PolicyProvider.class).iterator();
    while (true) {
      try {
        if (!found.hasNext()) {
          return List.copyOf(providers);
        }
        providers.add(found.next());
      } catch (ServiceConfigurationError | LinkageError e) {
        leftOut.add("a provider of policies cannot be used: " + e);
      }
    }
  }

  /** The entries of the catalogue; a provider that fails, or a name that is taken, is left out. */
  static List<PolicyEntry> found(List<PolicyProvider> providers, List<String> leftOut) {
    SortedMap<String, String> owners = new TreeMap<>();
    List<PolicyEntry> all = new ArrayList<>(List.of(FlyballPolicy.ENTRY, Found.FIXED));
    all.forEach(own -> owners.put(own.name(), "the catalogue"));
    for (PolicyProvider provider : providers) {
      String owner = provider.getClass().getName();
      for (PolicyEntry entry : entries(provider, leftOut)) {
        Optional<String> problem = problem(entry, owner, owners);
        if (problem.isEmpty()) {
          owners.put(entry.name(), owner);
          all.add(entry);
        } else {
          leftOut.add(problem.get());
        }
      }
    }
    return all.stream().map(Policies::shared).toList();
  }

  /**
   * Why providers and policies that were found are not in the catalogue, each in one line; empty
   * where all are.
   */
  public static List<String> leftOut() {
    return List.copyOf(Found.LEFT_OUT);
  }

  private static Optional<String> problem(
      PolicyEntry entry, String owner, SortedMap<String, String> owners) {
    if (owners.containsKey(entry.name())) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "policy names must differ but '%s' of %s is also one of %s",
              entry.name(),
              owner,
              owners.get(entry.name())));
    }
    return entry.parameters().stream()
        .map(Parameter::name)
        .filter(
            name -> SharedParameters.ALL.stream().anyMatch(shared -> shared.name().equals(name)))
        .findFirst()
        .map(name ->
            String.format(
                Locale.ROOT,
                "parameter '%s' of policy '%s' of %s must not have the name of one that every"
                    + " policy takes",
                name,
                entry.name(),
                owner));
  }

  private static List<PolicyEntry> entries(PolicyProvider provider, List<String> leftOut) {
    try {
      return List.copyOf(provider.policies());
    } catch (RuntimeException | LinkageError e) {
      leftOut.add("the policies of " + provider.getClass().getName() + " cannot be used: " + e);
      return List.of();
    }
  }

  public static List<PolicyEntry> all() {
    return Found.ALL;
  }

  /**
   * The entry with the given name.
   *
   * @throws IllegalArgumentException when there is none; the message lists the known names
   */
  public static PolicyEntry entry(String name) {
    return Found.ALL.stream()
        .filter(entry -> entry.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                Nearest.unknown("policy", name, Found.ALL.stream().map(PolicyEntry::name).toList())
                    + Found.LEFT_OUT.stream()
                        .map("; left out: "::concat)
                        .collect(Collectors.joining())));
  }

  /** The default policy with its default settings. */
  public static SizingPolicy standard() {
    return FlyballPolicy.standard();
  }

  /** The policy inside all wrappers. */
  public static SizingPolicy innermost(SizingPolicy policy) {
    SizingPolicy decides = policy;
    while (decides.inner().isPresent()) {
      decides = decides.inner().get();
    }
    return decides;
  }

  /**
   * The catalogue name of the policy inside all wrappers; the name of its class if the catalogue
   * does not have it.
   */
  public static String nameOf(SizingPolicy policy) {
    Class<?> type = innermost(policy).getClass();
    if (type == FlyballPolicy.class) {
      return STANDARD; // as the first entry says
    }
    return Found.ALL.stream()
        .filter(entry -> makes(entry, type))
        .map(PolicyEntry::name)
        .findFirst()
        .orElse(type.getSimpleName());
  }

  private static boolean makes(PolicyEntry entry, Class<?> type) {
    try {
      return innermost(parse(entry.example())).getClass() == type;
    } catch (RuntimeException | LinkageError e) {
      return false; // a policy of others that cannot be made has no name to give
    }
  }

  /**
   * The parameters of one policy, without those that every policy takes.
   *
   * @throws IllegalArgumentException when there is no such policy
   */
  public static List<Parameter<?>> ownParameters(String name) {
    return entry(name).parameters().stream()
        .filter(parameter -> !SharedParameters.ALL.contains(parameter))
        .toList();
  }

  /**
   * Makes the policy that a specification names, as in {@code fixed(workers=64)}.
   *
   * @throws IllegalArgumentException when the policy or a parameter is not known, or a value breaks
   *     its rule; the message says which, and what was expected
   */
  public static SizingPolicy parse(String specification) {
    String text = specification.strip();
    int open = text.indexOf('(');
    if (open < 0) {
      return entry(text).make(new TreeMap<>());
    }
    PolicyEntry entry = entry(text.substring(0, open).strip());
    if (text.indexOf(')') != text.length() - 1) {
      throw malformed(specification);
    }
    return entry.make(parameters(text.substring(open + 1, text.length() - 1), specification));
  }

  private static SortedMap<String, String> parameters(String list, String specification) {
    SortedMap<String, String> given = new TreeMap<>();
    if (list.isBlank()) {
      return given;
    }
    for (String pair : list.split(",", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw malformed(specification);
      }
      String name = pair.substring(0, equals).strip();
      if (given.containsKey(name)) {
        throw new IllegalArgumentException(
            OneLine.of(name + " must be given once but was given twice in '" + specification)
                + "'");
      }
      given.put(name, pair.substring(equals + 1).strip());
    }
    return given;
  }

  /** The name of a policy's class in a written state; empty for a class outside the catalogue. */
  static Optional<String> stateName(Class<?> type) {
    return owners()
        .map(owner -> owner.getPackageName() + ".")
        .filter(type.getName()::startsWith)
        .map(root -> type.getName().substring(root.length()))
        .filter(name -> stateClass(name).filter(type::equals).isPresent())
        .findFirst();
  }

  /**
   * The class with the given name in a written state: its name below the package of the contract,
   * or of a provider.
   */
  static Optional<Class<?>> stateClass(String name) {
    return owners().flatMap(owner -> below(owner, name).stream()).findFirst();
  }

  private static Stream<Class<?>> owners() {
    return Stream.concat(
        Stream.of(SizingPolicy.class), Found.PROVIDERS.stream().map(PolicyProvider::getClass));
  }

  /** A class loader keeps every name that it was asked for, so it is asked for no other text. */
  private static Optional<Class<?>> below(Class<?> owner, String name) {
    if (!name.matches("[A-Za-z0-9.$]{1,100}")) {
      return Optional.empty();
    }
    try {
      String full = owner.getPackageName() + "." + name;
      return Optional.of(Class.forName(full, false, owner.getClassLoader()));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  /** An entry with the parameters that every policy takes. */
  public static PolicyEntry shared(PolicyEntry own) {
    return own.with(SharedParameters.ALL, SharedParameters::wrapped);
  }

  private static IllegalArgumentException malformed(String specification) {
    return new IllegalArgumentException(
        "a policy must be written name or name(parameter=value,...) but was '"
            + OneLine.of(specification)
            + "'");
  }
}
