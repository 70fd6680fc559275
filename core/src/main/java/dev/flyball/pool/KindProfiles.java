package dev.flyball.pool;

import dev.flyball.base.OneLine;
import dev.flyball.measure.KindProfile;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The profiles of all kinds of task of one pool, by name: the seed's hash table.
 *
 * <p>Bounded: once a thousand kinds are known, tasks of further kinds count as tasks without a
 * kind. A caller that uses a request's full address as its kind loses detail and not memory.
 *
 * <p>Safe for any number of threads; looking up a known kind takes no lock.
 */
final class KindProfiles {

  private static final System.Logger LOG = System.getLogger(KindProfiles.class.getName());
  private static final int KINDS_MAX = 1000;
  private static final String UNNAMED = "";

  private final ConcurrentHashMap<String, KindProfile> profiles = new ConcurrentHashMap<>();
  private final KindProfile unnamed = new KindProfile(UNNAMED);
  private volatile boolean full;

  KindProfile unnamed() {
    return unnamed;
  }

  KindProfile of(String kind) {
    Objects.requireNonNull(kind, "kind must not be null");
    if (kind.isEmpty()) {
      return unnamed;
    }
    KindProfile known = profiles.get(kind);
    if (known != null) {
      return known;
    }
    if (full || profiles.size() >= KINDS_MAX) {
      warnOnce(kind);
      return unnamed;
    }
    return profiles.computeIfAbsent(kind, KindProfile::new);
  }

  private void warnOnce(String kind) {
    if (!full) {
      full = true;
      LOG.log(
          System.Logger.Level.WARNING,
          "kinds of task must be at most "
              + KINDS_MAX
              + "; '"
              + OneLine.of(kind)
              + "' and further ones are not"
              + " told apart");
    }
  }

  SortedMap<String, KindProfile> all() {
    SortedMap<String, KindProfile> all = new TreeMap<>(profiles);
    if (unnamed.firstNanos() != KindProfile.UNKNOWN) {
      all.put(UNNAMED, unnamed);
    }
    return all;
  }
}
