package dev.flyball.adapters.mariadb;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that answers as Percona Server 8.0's sources say it does, on a socket, in the protocol
 * of MySQL: no Percona Server, of which there is no package to start in a test.
 *
 * <p>It knows the pool's variables with their ranges and errors (a number out of range is cut, text
 * is 1232, a missing privilege 1227, an unknown variable 1193), where they came from, and the
 * counters. Each look at the counters finds {@code 100 * min(size, 12)} more questions, beside the
 * statements that were sent. Each of them is one SELECT, half an UPDATE of a row, 20 sorted rows
 * and 7 pages. It has no Rows_read, which is MariaDB's.
 */
final class PerconaStandIn implements AutoCloseable {

  static final String VERSION = "8.0.36-28";

  private static final Pattern SET_GLOBAL = Pattern.compile("SET GLOBAL (\\w+) = (.+)");
  private static final Pattern SET_SESSION = Pattern.compile("SET SESSION (\\w+) = '(\\w+)'");
  private static final int KNEE = 12;

  private final ServerSocket socket = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
  private final Map<String, String> variables = new ConcurrentHashMap<>();
  private final Map<String, String> sources = new ConcurrentHashMap<>();
  private final List<String> said = new CopyOnWriteArrayList<>();
  private final Map<String, Integer> most =
      Map.of(
          "thread_pool_size", 128,
          "thread_pool_oversubscribe", 1000,
          "thread_pool_stall_limit", Integer.MAX_VALUE);
  private final boolean tellsQueue;
  private volatile boolean privileged = true;
  private long questions = 1000;
  private long selects;
  private long work;

  PerconaStandIn(boolean tellsQueue) throws IOException {
    this.tellsQueue = tellsQueue;
    variables.putAll(
        Map.of(
            "thread_handling", "pool-of-threads",
            "thread_pool_high_prio_mode", "transactions",
            "thread_pool_high_prio_tickets", "4294967295",
            "thread_pool_idle_timeout", "60",
            "thread_pool_max_threads", "100000",
            "thread_pool_oversubscribe", "3",
            "thread_pool_size", "4",
            "thread_pool_stall_limit", "500"));
    Thread thread = new Thread(this::accept, "percona stand-in");
    thread.setDaemon(true);
    thread.start();
  }

  String url() {
    return "jdbc:mariadb://127.0.0.1:" + socket.getLocalPort() + "/";
  }

  String variable(String name) {
    return String.valueOf(variables.get(name));
  }

  /** The statements that the tuner sent, in order. */
  List<String> said() {
    return said;
  }

  void privileged(boolean now) {
    privileged = now;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        Thread thread = new Thread(() -> serve(client), "percona stand-in, a client");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      new Session(client.getInputStream(), client.getOutputStream()).run();
    } catch (IOException gone) {
      // The client has left.
    }
  }

  // ---- What it answers

  private synchronized void answer(String sql, Session session) throws IOException {
    said.add(sql);
    questions++;
    selects += sql.startsWith("SELECT") ? 1 : 0;
    Matcher global = SET_GLOBAL.matcher(sql);
    Matcher own = SET_SESSION.matcher(sql);
    if (global.matches()) {
      set(global.group(1), global.group(2), session);
    } else if (own.matches()) {
      if (variables.containsKey(own.group(1))) {
        session.ok();
      } else {
        session.error(1193, "HY000", "Unknown system variable '" + own.group(1) + "'");
      }
    } else if (sql.equals("SELECT @@version, @@version_comment, CURRENT_USER()")) {
      session.rows(
          3,
          List.of(
              List.of(VERSION, "Percona Server (GPL), Release 28, Revision 47601f19", "tuner@%")));
    } else if (sql.startsWith("SHOW GLOBAL VARIABLES WHERE")) {
      session.rows(2, rows(variables, sql));
    } else if (sql.startsWith("SHOW GLOBAL STATUS WHERE")) {
      session.rows(2, rows(status(), sql));
    } else if (sql.contains("performance_schema.variables_info")) {
      Map<String, String> origins = new TreeMap<>();
      most.keySet().forEach(name -> origins.put(name, sources.getOrDefault(name, "COMPILED")));
      session.rows(2, rows(origins, sql));
    } else if (sql.contains("information_schema")) {
      session.error(1109, "42S02", "Unknown table in information_schema");
    } else {
      // What the driver says when it connects.
      session.driver(sql);
    }
  }

  private void set(String name, String text, Session session) throws IOException {
    Integer limit = most.get(name);
    if (!privileged) {
      session.error(
          1227,
          "42000",
          "Access denied; you need (at least one of) the SUPER or SYSTEM_VARIABLES_ADMIN"
              + " privilege(s) for this operation");
    } else if (limit == null) {
      session.error(1193, "HY000", "Unknown system variable '" + name + "'");
    } else if (text.startsWith("'")) {
      session.error(1232, "42000", "Incorrect argument type to variable '" + name + "'");
    } else {
      variables.put(name, String.valueOf(Math.min(limit, Long.parseLong(text))));
      sources.put(name, "DYNAMIC");
      session.ok();
    }
  }

  private Map<String, String> status() {
    int size = Integer.parseInt(variable("thread_pool_size"));
    long done = 100L * Math.min(size, KNEE);
    questions += done;
    work += done;
    Map<String, String> status = new TreeMap<>();
    status.put("Uptime", "3600");
    status.put("Questions", String.valueOf(questions));
    status.put("Com_commit", "10");
    status.put("Com_rollback", "0");
    status.put("Com_select", String.valueOf(selects + work));
    status.put("Com_insert", "0");
    status.put("Com_update", String.valueOf(work / 2));
    status.put("Com_delete", "0");
    status.put("Handler_write", "0");
    status.put("Handler_update", String.valueOf(work / 2));
    status.put("Handler_delete", "0");
    status.put("Sort_rows", String.valueOf(20 * work));
    status.put("Innodb_buffer_pool_read_requests", String.valueOf(7 * work));
    status.put("Innodb_buffer_pool_reads", String.valueOf(work));
    status.put("Innodb_row_lock_waits", "0");
    status.put("Innodb_data_fsyncs", "0");
    status.put("Threads_running", String.valueOf(size + 1));
    status.put("Threads_connected", "65");
    status.put("Threadpool_threads", String.valueOf(2 * size));
    status.put("Threadpool_idle_threads", "1");
    if (tellsQueue) {
      status.put("Threadpool_requests_waiting_in_queue", "20");
      status.put("Threadpool_requests_waiting_in_hp_queue", "3");
    }
    return status;
  }

  /** Those rows that the statement names, or whose pattern it has. */
  private static List<List<String>> rows(Map<String, String> all, String sql) {
    List<List<String>> rows = new ArrayList<>();
    new TreeMap<>(all)
        .forEach((name, value) -> {
          boolean like = sql.contains("LIKE 'thread\\_pool") && name.startsWith("thread_pool_");
          String named = "'" + name.toUpperCase(Locale.ROOT) + "'";
          if (like || sql.toUpperCase(Locale.ROOT).contains(named)) {
            rows.add(List.of(name, value));
          }
        });
    return rows;
  }

  // ---- The protocol

  /** One connection: packets of three bytes of length, a number and a body. */
  private final class Session {

    private static final int CAPABILITIES = 0x00a8_a20d;
    private static final int AUTOCOMMIT = 2;

    private final DataInputStream in;
    private final OutputStream out;
    private int number;

    private Session(InputStream in, OutputStream out) {
      this.in = new DataInputStream(in);
      this.out = out;
    }

    private void run() throws IOException {
      send(body -> {
        body.write(10);
        text(body, VERSION);
        fixed(body, 7, 4);
        bytes(body, "01234567");
        body.write(0);
        fixed(body, CAPABILITIES & 0xffff, 2);
        body.write(45);
        fixed(body, AUTOCOMMIT, 2);
        fixed(body, CAPABILITIES >>> 16, 2);
        body.write(21);
        fixed(body, 0, 10);
        text(body, "890123456789");
        text(body, "mysql_native_password");
      });
      read();
      ok();
      while (true) {
        byte[] command = read();
        switch (command[0]) {
          case 1 -> {
            return;
          }
          case 3 ->
              answer(
                  new String(command, 1, command.length - 1, StandardCharsets.UTF_8).strip(), this);
          default -> ok();
        }
      }
    }

    private byte[] read() throws IOException {
      int length = in.read();
      if (length < 0) {
        throw new EOFException();
      }
      length |= in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
      number = in.readUnsignedByte() + 1;
      byte[] body = new byte[length];
      in.readFully(body);
      return body;
    }

    private void send(Consumer<ByteArrayOutputStream> writer) throws IOException {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      writer.accept(body);
      ByteArrayOutputStream packet = new ByteArrayOutputStream();
      fixed(packet, body.size(), 3);
      packet.write(number++);
      body.writeTo(packet);
      packet.writeTo(out);
      out.flush();
    }

    private void ok() throws IOException {
      send(body -> {
        body.write(0);
        body.write(0);
        body.write(0);
        fixed(body, AUTOCOMMIT, 2);
        fixed(body, 0, 2);
      });
    }

    private void error(int code, String state, String message) throws IOException {
      send(body -> {
        body.write(0xff);
        fixed(body, code, 2);
        bytes(body, "#" + state + message);
      });
    }

    private void end() throws IOException {
      send(body -> {
        body.write(0xfe);
        fixed(body, 0, 2);
        fixed(body, AUTOCOMMIT, 2);
      });
    }

    private void rows(int columns, List<List<String>> rows) throws IOException {
      send(body -> body.write(columns));
      for (int column = 0; column < columns; column++) {
        String name = "c" + column;
        send(body -> {
          for (String part : List.of("def", "", "", "", name, name)) {
            counted(body, part);
          }
          body.write(12);
          fixed(body, 45, 2);
          fixed(body, 1024, 4);
          body.write(253);
          fixed(body, 0, 2);
          body.write(0);
          fixed(body, 0, 2);
        });
      }
      end();
      for (List<String> row : rows) {
        send(body -> row.forEach(cell -> counted(body, cell)));
      }
      end();
    }

    /** Whatever variables a driver asks for are one row of numbers; whatever it sets is set. */
    private void driver(String sql) throws IOException {
      String asked = sql.toLowerCase(Locale.ROOT);
      if (asked.startsWith("select")) {
        long columns = asked.chars().filter(one -> one == ',').count() + 1;
        List<String> numbers = new ArrayList<>(Collections.nCopies((int) columns, "16777216"));
        rows(numbers.size(), List.of(numbers));
      } else {
        ok();
      }
    }

    private static void fixed(ByteArrayOutputStream body, int value, int bytes) {
      for (int one = 0; one < bytes; one++) {
        body.write(one < 4 ? value >>> (8 * one) : 0);
      }
    }

    private static void bytes(ByteArrayOutputStream body, String text) {
      body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void text(ByteArrayOutputStream body, String text) {
      bytes(body, text);
      body.write(0);
    }

    private static void counted(ByteArrayOutputStream body, String text) {
      body.write(text.length());
      bytes(body, text);
    }
  }
}
