package dev.flyball.adapters.mariadb;

import java.sql.SQLException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A server's own figures at one moment, without the statements and the running statement of this
 * connection.
 *
 * @param atNanos when, on this program's clock, in nanoseconds
 * @param uptimeSeconds time since the server started, in seconds
 * @param questions statements of other connections since it started
 * @param commits explicit commits since it started
 * @param rollbacks explicit rollbacks since it started
 * @param running running statements of other connections
 * @param queued statements that wait in the groups' queues; empty where the server does not tell
 * @param connections connected clients, without this connection
 * @param threads threads of the pool
 * @param idleThreads idle threads of the pool
 * @param values the knobs' variables
 * @param counters what the server has done since it started, without the {@code SELECT}s of this
 *     connection; one that it does not have is missing
 * @param groups counters of the present thread groups, by name
 * @param waits how often a statement had to wait since the server started, by reason
 */
record Snapshot(
    long atNanos,
    long uptimeSeconds,
    long questions,
    long commits,
    long rollbacks,
    long running,
    OptionalLong queued,
    long connections,
    long threads,
    long idleThreads,
    Map<Knob, Long> values,
    Map<Counter, Long> counters,
    SortedMap<String, Long> groups,
    SortedMap<String, Long> waits) {

  static final String STATUS = "status ";
  static final String KNOB = "knob ";
  static final String QUEUED = "queued";
  private static final String GROUPS = "groups ";
  private static final String WAIT = "wait ";

  Snapshot {
    values = Collections.unmodifiableMap(new EnumMap<>(values));
    EnumMap<Counter, Long> counted = new EnumMap<>(Counter.class);
    counted.putAll(counters);
    counters = Collections.unmodifiableMap(counted);
    groups = Collections.unmodifiableSortedMap(new TreeMap<>(groups));
    waits = Collections.unmodifiableSortedMap(new TreeMap<>(waits));
  }

  /**
   * The snapshot in an answer, whose figures are named by their kind and their name.
   *
   * @param atNanos when the answer arrived
   * @param ownQuestions the number of statements that this connection has sent, including this one
   * @param ownSelects how many of them were {@code SELECT}s
   * @param answer the figures by name
   * @throws SQLException when a figure is missing
   */
  static Snapshot of(
      long atNanos, long ownQuestions, long ownSelects, SortedMap<String, Long> answer)
      throws SQLException {
    Map<Knob, Long> values = new EnumMap<>(Knob.class);
    for (Knob knob : Knob.values()) {
      values.put(knob, figure(answer, KNOB + knob.name()));
    }
    Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    for (Counter counter : Counter.values()) {
      Long value = answer.get(STATUS + counter.name());
      if (value != null) {
        counters.put(counter, counter == Counter.COM_SELECT ? value - ownSelects : value);
      }
    }
    return new Snapshot(
        atNanos,
        figure(answer, STATUS + "UPTIME"),
        figure(answer, STATUS + "QUESTIONS") - ownQuestions,
        figure(answer, STATUS + "COM_COMMIT"),
        figure(answer, STATUS + "COM_ROLLBACK"),
        Math.max(0, figure(answer, STATUS + "THREADS_RUNNING") - 1),
        queued(answer),
        Math.max(0, figure(answer, STATUS + "THREADS_CONNECTED") - 1),
        figure(answer, STATUS + "THREADPOOL_THREADS"),
        figure(answer, STATUS + "THREADPOOL_IDLE_THREADS"),
        values,
        counters,
        named(answer, GROUPS),
        named(answer, WAIT));
  }

  private static OptionalLong queued(SortedMap<String, Long> answer) {
    Long value = answer.get(QUEUED);
    return value == null ? OptionalLong.empty() : OptionalLong.of(Math.max(0, value));
  }

  private static long figure(SortedMap<String, Long> answer, String name) throws SQLException {
    Long value = answer.get(name);
    if (value == null) {
      throw new SQLException("the server's answer has no figure '" + name + "'");
    }
    return value;
  }

  private static SortedMap<String, Long> named(SortedMap<String, Long> answer, String kind) {
    SortedMap<String, Long> figures = new TreeMap<>();
    answer.forEach((name, value) -> {
      if (name.startsWith(kind)) {
        figures.put(name.substring(kind.length()), value);
      }
    });
    return figures;
  }

  /** What counts as completed since the server runs. */
  long completed(Objective objective) {
    return switch (objective) {
      case QUESTIONS -> questions;
      case COMMITS -> commits;
    };
  }

  /** The value of a knob's variable. */
  long value(Knob knob) {
    Long value = values.get(knob);
    if (value == null) {
      throw new IllegalArgumentException("there is no value of " + knob.variable());
    }
    return value;
  }

  /** Whether the counters began anew after an earlier snapshot, as they do in a restart. */
  boolean beganAnewSince(Snapshot earlier) {
    return uptimeSeconds < earlier.uptimeSeconds
        || questions < earlier.questions
        || commits < earlier.commits
        || rollbacks < earlier.rollbacks;
  }
}
