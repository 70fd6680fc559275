package dev.flyball.adapters.mariadb;

import dev.flyball.adapters.mariadb.ControlConnection.Variable;
import java.sql.SQLException;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What Percona Server for MySQL understands, from 8.0 on, whose pool was ported from MariaDB's.
 *
 * <p>Its variables have the same names, and {@code thread_pool_size}, {@code
 * thread_pool_oversubscribe} and {@code thread_pool_stall_limit} can all be set while it runs (up
 * to 128 groups, up to 1024 in releases after January 2025). It has no tables of its thread groups:
 * stalls, created threads and reasons of waits are not known. How many statements wait it tells in
 * newer releases only ({@code Threadpool_requests_waiting_in_queue} and {@code ..._in_hp_queue});
 * elsewhere the number is empty. {@code SHOW} is used where its tables of status leave out the
 * {@code Com_} counters.
 */
record PerconaDialect() implements Dialect {

  private static final String VARIABLES =
      "SHOW GLOBAL VARIABLES WHERE Variable_name = 'thread_handling'"
          + " OR Variable_name LIKE 'thread\\_pool\\_%'";

  private static final String SOURCES =
      "SELECT VARIABLE_NAME, VARIABLE_SOURCE FROM performance_schema.variables_info"
          + " WHERE VARIABLE_NAME LIKE 'thread\\_pool\\_%'";

  private static final String KNOBS =
      "SHOW GLOBAL VARIABLES WHERE Variable_name IN"
          + " ('thread_pool_size', 'thread_pool_oversubscribe', 'thread_pool_stall_limit')";

  private static final String STATUS =
      "SHOW GLOBAL STATUS WHERE Variable_name IN"
          + " ('Uptime', 'Questions', 'Com_commit', 'Com_rollback', 'Threads_running',"
          + " 'Threads_connected', 'Threadpool_threads', 'Threadpool_idle_threads',"
          + " 'Threadpool_requests_waiting_in_queue', 'Threadpool_requests_waiting_in_hp_queue', "
          + Counter.sqlNames()
          + ")";

  private static final String WAITING = "THREADPOOL_REQUESTS_WAITING_IN_QUEUE";
  private static final String WAITING_FIRST = "THREADPOOL_REQUESTS_WAITING_IN_HP_QUEUE";

  /** Nothing says whether a variable is read only; in this pool none of them is. */
  @Override
  public SortedMap<String, Variable> variables(Questions server) throws SQLException {
    SortedMap<String, String[]> sources = server.rows(SOURCES, 2);
    SortedMap<String, Variable> variables = new TreeMap<>();
    server
        .rows(VARIABLES, 2)
        .forEach((name, row) -> {
          String[] source = sources.get(name);
          variables.put(name, new Variable(row[1], source == null ? "" : source[1], false));
        });
    return variables;
  }

  @Override
  public String make() {
    return "Percona Server";
  }

  @Override
  public String hurry() {
    return "SET SESSION thread_pool_high_prio_mode = 'statements'";
  }

  @Override
  public Snapshot snapshot(Questions server) throws SQLException {
    SortedMap<String, Long> knobs = capitals(server.figures(KNOBS));
    SortedMap<String, Long> status = capitals(server.figures(STATUS));
    long atNanos = System.nanoTime();
    SortedMap<String, Long> answer = new TreeMap<>();
    status.forEach((name, value) -> answer.put(Snapshot.STATUS + name, value));
    for (Knob knob : Knob.values()) {
      Long value = knobs.get(knob.variable().toUpperCase(Locale.ROOT));
      if (value != null) {
        answer.put(Snapshot.KNOB + knob.name(), value);
      }
    }
    Long waiting = status.get(WAITING);
    Long waitingFirst = status.get(WAITING_FIRST);
    if (waiting != null && waitingFirst != null) {
      answer.put(Snapshot.QUEUED, waiting + waitingFirst);
    }
    return Snapshot.of(atNanos, server.sent(), server.selects(), answer);
  }

  private static SortedMap<String, Long> capitals(SortedMap<String, Long> figures) {
    SortedMap<String, Long> named = new TreeMap<>();
    figures.forEach((name, value) -> named.put(name.toUpperCase(Locale.ROOT), value));
    return named;
  }

  @Override
  public String setWhileRunning() {
    return "DYNAMIC";
  }

  @Override
  public String chosenByTheServer() {
    return "COMPILED";
  }

  @Override
  public String privilege() {
    return "SYSTEM_VARIABLES_ADMIN";
  }
}
