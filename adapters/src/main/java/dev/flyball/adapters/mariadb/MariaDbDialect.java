package dev.flyball.adapters.mariadb;

import dev.flyball.adapters.mariadb.ControlConnection.Variable;
import java.sql.SQLException;
import java.util.SortedMap;
import java.util.TreeMap;

/** What MariaDB understands, from 10.5 on. */
record MariaDbDialect() implements Dialect {

  private static final String VARIABLES =
      "SELECT VARIABLE_NAME, GLOBAL_VALUE, GLOBAL_VALUE_ORIGIN, READ_ONLY"
          + " FROM information_schema.SYSTEM_VARIABLES"
          + " WHERE VARIABLE_NAME = 'THREAD_HANDLING' OR VARIABLE_NAME LIKE 'THREAD\\_POOL\\_%'";

  /**
   * One statement for everything, so that it takes one turn of the server and counts as one
   * question. Two columns, name and value, with the kind of figure in front of each name.
   */
  private static final String SNAPSHOT =
      """
      SELECT CONCAT('status ', VARIABLE_NAME), VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS
       WHERE VARIABLE_NAME IN ('UPTIME', 'QUESTIONS', 'COM_COMMIT', 'COM_ROLLBACK',
         'THREADS_RUNNING', 'THREADS_CONNECTED', 'THREADPOOL_THREADS', 'THREADPOOL_IDLE_THREADS',
         %s)
      UNION ALL SELECT 'knob SIZE', @@GLOBAL.thread_pool_size
      UNION ALL SELECT 'knob OVERSUBSCRIBE', @@GLOBAL.thread_pool_oversubscribe
      UNION ALL SELECT 'knob STALL_LIMIT', @@GLOBAL.thread_pool_stall_limit
      UNION ALL SELECT 'queued', COALESCE(SUM(QUEUE_LENGTH), 0)
        FROM information_schema.THREAD_POOL_GROUPS
      UNION ALL SELECT 'groups stalls', COALESCE(SUM(STALLS), 0)
        FROM information_schema.THREAD_POOL_STATS
      UNION ALL SELECT 'groups threadCreations', COALESCE(SUM(THREAD_CREATIONS), 0)
        FROM information_schema.THREAD_POOL_STATS
      UNION ALL SELECT CONCAT('wait ', REASON), COUNT FROM information_schema.THREAD_POOL_WAITS
      """
          .formatted(Counter.sqlNames());

  @Override
  public SortedMap<String, Variable> variables(Questions server) throws SQLException {
    SortedMap<String, Variable> variables = new TreeMap<>();
    server
        .rows(VARIABLES, 4)
        .forEach(
            (name, row) -> variables.put(name, new Variable(row[1], row[2], row[3].equals("YES"))));
    return variables;
  }

  @Override
  public String make() {
    return "MariaDB";
  }

  @Override
  public String hurry() {
    return "SET SESSION thread_pool_priority = 'high'";
  }

  @Override
  public Snapshot snapshot(Questions server) throws SQLException {
    SortedMap<String, Long> answer = server.figures(SNAPSHOT);
    return Snapshot.of(System.nanoTime(), server.sent(), server.selects(), answer);
  }

  @Override
  public String setWhileRunning() {
    return "SQL";
  }

  @Override
  public String chosenByTheServer() {
    return "AUTO";
  }

  @Override
  public String privilege() {
    return "CONNECTION ADMIN";
  }
}
