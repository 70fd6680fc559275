package dev.flyball.lab.flow.tasks;

import dev.flyball.base.Require;
import dev.flyball.dataflow.measure.NodeTasks;
import dev.flyball.dataflow.measure.RecordTask;
import dev.flyball.lab.database.DatabaseServer;
import dev.flyball.lab.flow.tasks.WorkSite.Tickets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A kind of work that a node may do, with its settings. */
public interface NodeWork {

  /** What it does, as a person would say it. */
  String text();

  /** How much a record writes to the disk, in bytes; 0 where that is nothing, or not known. */
  default long diskBytes() {
    return 0;
  }

  /**
   * Sees whether it could be opened, as far as that costs nothing.
   *
   * @throws IllegalArgumentException when it could not, as what was asked for is wrong
   */
  default void check(WorkSite site) {}

  /**
   * Sets it up.
   *
   * @throws Exception when that fails
   */
  NodeTasks open(WorkSite site) throws Exception;

  /**
   * What a class of the user's own does.
   *
   * <p>The class is public, has a public constructor without parameters, and is one of two: a
   * {@link NodeTasks}, or, so that it need not know this project, a {@code Callable} that each
   * thread calls once, for the {@code Runnable} that does one record each time it is run. An {@code
   * AutoCloseable} is closed at the end, the class as well as each {@code Runnable}. Whatever one
   * of them throws ends the measurement.
   *
   * @param className the class's full name
   */
  record OwnClass(String className) implements NodeWork {
    public OwnClass {
      Require.notBlank("class", className);
    }

    @Override
    public String text() {
      return "does what " + className + " does";
    }

    @Override
    public void check(WorkSite site) {
      load(site);
    }

    private Constructor<?> load(WorkSite site) {
      try {
        Class<?> found = Class.forName(className, false, site.classes());
        Constructor<?> maker = found.getConstructor();
        if (!Modifier.isPublic(found.getModifiers())) {
          throw wrong("be public", "is not", null);
        }
        if (!NodeTasks.class.isAssignableFrom(found) && !Callable.class.isAssignableFrom(found)) {
          String either = NodeTasks.class.getName() + " or a java.util.concurrent.Callable";
          throw wrong("be a " + either + " of a Runnable", "is neither", null);
        }
        return maker;
      } catch (ClassNotFoundException e) {
        throw wrong("be on the class path", "is not", e);
      } catch (NoSuchMethodException e) {
        throw wrong("have a public constructor without parameters", "has none", e);
      } catch (LinkageError e) {
        throw wrong("be one that can be loaded", "is not: " + e, e);
      }
    }

    private IllegalArgumentException wrong(String must, String but, @Nullable Throwable cause) {
      return new IllegalArgumentException(
          "class must " + must + " but '" + className + "' " + but, cause);
    }

    @Override
    public NodeTasks open(WorkSite site) throws Exception {
      try {
        Object made = load(site).newInstance();
        return made instanceof NodeTasks tasks ? tasks : called((Callable<?>) made);
      } catch (InvocationTargetException e) {
        throw new IllegalStateException(
            "the constructor of " + className + " failed: " + e.getCause(), e.getCause());
      }
    }

    /** Tasks of a class that knows nothing of this project: a maker of runnables. */
    private static NodeTasks called(Callable<?> maker) {
      String name = maker.getClass().getName();
      NodeTasks tasks =
          () -> {
            if (maker.call() instanceof Runnable task) {
              return new Closing.Task(task::run, new Closing(task.getClass().getName(), task));
            }
            throw new IllegalStateException(
                name + " must give a Runnable when it is called but did not");
          };
      return new Closing.Tasks(tasks, new Closing(name, maker));
    }
  }

  /**
   * Takes a record of named fields apart, writes it anew as JSON, and makes a SHA-256 of that: work
   * for a processor, and nothing to wait for.
   *
   * @param bytes how long a record is, from 1 to {@value #BYTES_MAX}
   */
  record TransformRecord(int bytes) implements NodeWork {

    static final int BYTES_MAX = 16 << 20;

    public TransformRecord {
      Require.between("bytes", 1, BYTES_MAX, bytes);
    }

    @Override
    public String text() {
      return "transforms " + bytes + " bytes (parses fields, writes JSON, SHA-256)";
    }

    @Override
    public NodeTasks open(WorkSite site) {
      return () -> new Transformer(bytes);
    }

    /** One thread's work; keeps its last result, so that the compiler cannot remove the work. */
    static final class Transformer implements RecordTask {

      private final String record;
      private final MessageDigest digest;
      private byte[] made = new byte[0];

      Transformer(int bytes) throws NoSuchAlgorithmException {
        record = Tickets.text(bytes);
        digest = MessageDigest.getInstance("SHA-256");
      }

      @Override
      public void processOne() {
        digest.update(made); // each record hangs on the one before
        made = digest.digest(json(record).getBytes(StandardCharsets.UTF_8));
      }

      static String json(String record) {
        StringBuilder json = new StringBuilder(2 * record.length()).append('{');
        int from = 0;
        while (from < record.length()) {
          int end = record.indexOf(';', from);
          int to = end < 0 ? record.length() : end;
          int sign = record.indexOf('=', from);
          if (sign >= 0 && sign + 1 < to) {
            json.append(json.length() == 1 ? "" : ",").append('"').append(record, from, sign);
            json.append("\":").append(Long.parseLong(record, sign + 1, to, 10));
          }
          from = to + 1;
        }
        return json.append('}').toString();
      }
    }
  }

  /**
   * Sends each record over TCP to a receiver on this machine, each thread over a connection of its
   * own.
   *
   * <p>The receiver's threads, one for each connection, only read; their processor time is not the
   * node's, though both share the machine.
   *
   * @param bytes how long a record is, from 1 to {@value #BYTES_MAX}
   * @param acknowledged whether a record is done with only when the receiver has said that it has
   *     it
   */
  record SendBytes(int bytes, boolean acknowledged) implements NodeWork {

    static final int BYTES_MAX = 16 << 20;
    private static final int BACKLOG = 1024;

    public SendBytes {
      Require.between("bytes", 1, BYTES_MAX, bytes);
    }

    @Override
    public String text() {
      return "sends "
          + bytes
          + " bytes over TCP"
          + (acknowledged ? ", and waits for an answer" : "");
    }

    @Override
    public NodeTasks open(WorkSite site) throws IOException {
      ServerSocket door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
      start(() -> accept(door), "flyball-receiver");
      return new Closing.Tasks(() -> sender(door), new Closing("the receiver", door));
    }

    private static void start(Runnable what, String name) {
      Thread thread = new Thread(what, name);
      thread.setDaemon(true);
      thread.start();
    }

    private void accept(ServerSocket door) {
      while (!door.isClosed()) {
        try {
          Socket socket = door.accept();
          start(() -> receive(socket), "flyball-receiver-of-one");
        } catch (IOException closed) {
          return;
        }
      }
    }

    private void receive(Socket socket) {
      byte[] record = new byte[bytes];
      try (socket;
          InputStream in = socket.getInputStream();
          OutputStream out = socket.getOutputStream()) {
        socket.setTcpNoDelay(true);
        while (in.readNBytes(record, 0, record.length) == record.length) {
          if (acknowledged) {
            out.write(1);
          }
        }
      } catch (IOException gone) {
        return; // the sender sees it too, and says it
      }
    }

    private RecordTask sender(ServerSocket door) throws IOException {
      Socket socket = new Socket(door.getInetAddress(), door.getLocalPort());
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      InputStream in = socket.getInputStream();
      byte[] record = Tickets.bytes(bytes);
      RecordTask send =
          () -> {
            out.write(record);
            if (acknowledged && in.read() < 0) {
              throw new IOException("the receiver has closed the connection");
            }
          };
      return new Closing.Task(send, new Closing("the connection", socket));
    }
  }

  /**
   * Writes each record behind the last one, each thread to a file of its own, which starts over
   * when it has grown to {@value #FILE_BYTES} bytes.
   *
   * @param bytes how long a record is, from 1 to {@value #FILE_BYTES}
   * @param fsync whether a record is done with only when it is on the disk
   */
  record WriteFile(int bytes, boolean fsync) implements NodeWork {

    static final int FILE_BYTES = 64 << 20;

    public WriteFile {
      Require.between("bytes", 1, FILE_BYTES, bytes);
    }

    @Override
    public String text() {
      return "writes " + bytes + " bytes to a file" + (fsync ? ", and waits for the disk" : "");
    }

    @Override
    public long diskBytes() {
      return bytes;
    }

    @Override
    public NodeTasks open(WorkSite site) {
      String name = site.newName("write");
      return () -> writer(site.folder().resolve(name + "-" + Thread.currentThread().getName()));
    }

    private RecordTask writer(Path file) throws IOException {
      FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.DELETE_ON_CLOSE);
      ByteBuffer content = ByteBuffer.wrap(Tickets.bytes(bytes)).asReadOnlyBuffer();
      return new Closing.Task(
          () -> write(content.rewind(), channel), new Closing("the file", channel));
    }

    private void write(ByteBuffer content, FileChannel channel) throws IOException {
      if (channel.position() + content.capacity() > FILE_BYTES) {
        channel.position(0);
      }
      while (content.hasRemaining()) {
        channel.write(content);
      }
      if (fsync) {
        channel.force(false);
      }
    }
  }

  /**
   * Inserts each record into a table of a MariaDB server on this machine, in a transaction of its
   * own whose commit waits for the disk, over a pool of connections that all threads share.
   *
   * <p>The server's processor time is not the node's, though both share the machine.
   *
   * @param bytes how long a record is, from 1 to {@value #BYTES_MAX}
   * @param connections how many connections the pool has, from 1 to {@value #CONNECTIONS_MAX}
   */
  record InsertRow(int bytes, int connections) implements NodeWork {

    static final int BYTES_MAX = 60_000;
    static final int CONNECTIONS_MAX = 1000;

    public InsertRow {
      Require.between("bytes", 1, BYTES_MAX, bytes);
      Require.between("connections", 1, CONNECTIONS_MAX, connections);
    }

    @Override
    public String text() {
      return "inserts "
          + bytes
          + " bytes into a database over "
          + connections
          + " connections, durably";
    }

    @Override
    public NodeTasks open(WorkSite site) throws SQLException {
      DatabaseServer server = site.database();
      String table = site.newName("tickets");
      BlockingQueue<PreparedStatement> free = new ArrayBlockingQueue<>(connections);
      try (Connection connection = server.connect();
          Statement statement = connection.createStatement()) {
        statement.execute(
            "CREATE TABLE "
                + table
                + " (id BIGINT AUTO_INCREMENT PRIMARY KEY, ticket VARBINARY("
                + BYTES_MAX
                + ") NOT NULL) ENGINE = InnoDB");
      }
      byte[] ticket = Tickets.bytes(bytes);
      try {
        for (int i = 0; i < connections; i++) {
          PreparedStatement insert =
              server.connect().prepareStatement("INSERT INTO " + table + " (ticket) VALUES (?)");
          insert.setBytes(1, ticket);
          free.add(insert);
        }
      } catch (SQLException e) {
        free.forEach(InsertRow::closeQuietly);
        throw e;
      }
      AutoCloseable pool = () -> free.forEach(InsertRow::closeQuietly);
      return new Closing.Tasks(() -> () -> insert(free), new Closing("the pool", pool));
    }

    private static void insert(BlockingQueue<PreparedStatement> free)
        throws SQLException, InterruptedException {
      PreparedStatement insert = free.take();
      try {
        insert.executeUpdate();
      } finally {
        free.add(insert);
      }
    }

    private static void closeQuietly(PreparedStatement insert) {
      try {
        insert.getConnection().close();
      } catch (SQLException lost) {
        // It is gone, which is what was wanted.
      }
    }
  }
}
