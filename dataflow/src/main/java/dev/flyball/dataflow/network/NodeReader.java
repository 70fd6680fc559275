package dev.flyball.dataflow.network;

import dev.flyball.base.Nearest;
import dev.flyball.files.Field;
import dev.flyball.files.Section;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The reader of one node of a network file. */
final class NodeReader {

  private static final String[] KEYS = {
    "rate",
    "time",
    "contention",
    "coherence",
    "measured",
    "variation",
    "cpu-share",
    "queue",
    "overflow",
    "threads",
    "utilisation",
    "uses"
  };

  private NodeReader() {}

  static Node node(Field field, double utilisation, Host host) {
    Section node = field.section(KEYS);
    RateCurve rate = rate(node);
    double variation = node.find("variation").map(NetworkFile::variation).orElse(1.0);
    double cpuShare = node.find("cpu-share").map(NetworkFile::share).orElse(1.0);
    long queue =
        node.find("queue").map(given -> given.whole(1L, 1L << 40)).orElse(Node.QUEUE_CAPACITY);
    Threads threads = node.find("threads").map(NodeReader::threads).orElse(Threads.ANY);
    if (threads.fixed() && !node.has("overflow")) {
      throw node.require("threads")
          .mistake(
              "overflow of '"
                  + field.name()
                  + "' must be said (block, drop-new, drop-old or spill) where threads are fixed"
                  + " but was not");
    }
    Overflow overflow = node.find("overflow").map(NodeReader::overflow).orElse(Overflow.BLOCK);
    double max =
        node.find("utilisation").map(given -> NetworkFile.positive(given, 1)).orElse(utilisation);
    SortedMap<String, Use> uses = new TreeMap<>();
    node.find("uses")
        .ifPresent(all -> all.named().forEach(one -> uses.put(resource(one, host), use(one))));
    return field.make(() ->
        new Node(field.name(), rate, variation, cpuShare, queue, overflow, threads, max, uses));
  }

  private static RateCurve rate(Section node) {
    Field given = node.one("rate", "time", "measured");
    if (given.name().equals("measured")) {
      node.refuse("beside measured", "contention", "coherence");
      return measured(given);
    }
    double perThread =
        given.name().equals("rate") ? given.positivePerSecond() : 1e9 / given.nanos(1);
    if (!node.has("contention") && !node.has("coherence")) {
      return new RateCurve.Linear(perThread);
    }
    double contention = node.find("contention").map(NetworkFile::share).orElse(0.0);
    double coherence = node.find("coherence").map(NetworkFile::share).orElse(0.0);
    return node.field().make(() -> new RateCurve.Scalability(perThread, contention, coherence));
  }

  /** A list of {@code {threads: 4, rate: 136/s}}: total rates. */
  private static RateCurve measured(Field field) {
    List<RateCurve.Measured.Point> points =
        field.items().stream()
            .map(item -> item.section("threads", "rate"))
            .map(point ->
                new RateCurve.Measured.Point(
                    NetworkFile.threads(point.require("threads")),
                    point.require("rate").positivePerSecond()))
            .toList();
    return field.make(() -> new RateCurve.Measured(points));
  }

  /** {@code 4}: always four; {@code {min: 1, max: 8}}. */
  private static Threads threads(Field field) {
    if (field.isScalar()) {
      return Threads.fixed(NetworkFile.threads(field));
    }
    Section range = field.section("min", "max");
    int min = range.find("min").map(NetworkFile::threads).orElse(1);
    int max = range.find("max").map(NetworkFile::threads).orElse(Integer.MAX_VALUE);
    return field.make(() -> new Threads(min, max, false));
  }

  private static Overflow overflow(Field field) {
    for (Overflow overflow : Overflow.values()) {
      if (overflow.text().equals(field.text())) {
        return overflow;
      }
    }
    throw field.mustBe("block, drop-new, drop-old or spill");
  }

  private static String resource(Field field, Host host) {
    List<String> known = List.copyOf(host.resources().keySet());
    if (!known.contains(field.name())) {
      throw field.atKey().mistake(Nearest.unknown("resource", field.name(), known));
    }
    return field.name();
  }

  private static Use use(Field field) {
    Section use = field.section("per-record", "per-thread");
    double perRecord = use.find("per-record").map(NetworkFile::amount).orElse(0.0);
    double perThread = use.find("per-thread").map(NetworkFile::amount).orElse(0.0);
    return field.make(() -> new Use(perRecord, perThread));
  }
}
