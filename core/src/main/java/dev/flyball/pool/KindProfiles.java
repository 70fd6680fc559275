package dev.flyball.pool;

import dev.flyball.base.OneLine;
import dev.flyball.measure.KindProfile;
import java.util.Comparator;
import java.util.Objects;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The profiles of all kinds of task of one pool, by name: the seed's hash table.
 *
 * <p>Tasks without a kind have a profile for each class of task, since two lambdas of the source
 * are two classes, and mostly take different times. If all had one, a change of the mix would look
 * like a change of speed. To users they are one kind, without a name.
 *
 * <p>Bounded: once a thousand kinds are known, tasks of further kinds count as tasks without a
 * kind. A caller that uses a request's full address as its kind loses detail and not memory. So it
 * is with classes.
 *
 * <p>Safe for any number of threads; looking up a known kind takes no lock.
 */
final class KindProfiles {

  private static final System.Logger LOG = System.getLogger(KindProfiles.class.getName());
  private static final int KINDS_MAX = 1000;

  /** Tasks of further classes share one profile: made-up classes cost no more memory than this. */
  private static final int CLASSES_MAX = 1000;

  private static final String UNNAMED = "";

  private final ConcurrentHashMap<String, KindProfile> profiles = new ConcurrentHashMap<>();
  private final KindProfile unnamed = new KindProfile(UNNAMED);
  private final Queue<KindProfile> ofClasses = new ConcurrentLinkedQueue<>();
  private final AtomicInteger classes = new AtomicInteger();
  private final ClassValue<KindProfile> ofClass =
      new ClassValue<>() {
        @Override
        protected KindProfile computeValue(Class<?> task) {
          if (classes.getAndIncrement() >= CLASSES_MAX) {
            return unnamed;
          }
          KindProfile profile = new KindProfile(UNNAMED);
          ofClasses.add(profile);
          return profile;
        }
      };
  private volatile boolean full;

  KindProfile unnamed() {
    return unnamed;
  }

  /**
   * The profile of a task without a kind.
   *
   * @param task what was submitted, a runnable or a callable
   */
  KindProfile unnamed(Object task) {
    return unnamed(task.getClass());
  }

  /** The profile of tasks of this class without a kind. */
  KindProfile unnamed(Class<?> type) {
    return ofClass.get(type);
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

  /** All that are known. For tasks without a kind, that of the class of which most have ended. */
  SortedMap<String, KindProfile> all() {
    SortedMap<String, KindProfile> all = new TreeMap<>(profiles);
    Stream.concat(Stream.of(unnamed), ofClasses.stream())
        .filter(profile -> profile.firstNanos() != KindProfile.UNKNOWN)
        .max(Comparator.comparingInt(KindProfile::records))
        .ifPresent(profile -> all.put(UNNAMED, profile));
    return all;
  }
}
