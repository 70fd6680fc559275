package dev.flyball.lab.flow.tasks;

import dev.flyball.base.Require;
import dev.flyball.dataflow.measure.NodeTasks;
import dev.flyball.dataflow.measure.RecordTask;
import dev.flyball.lab.database.DatabaseServer;
import dev.flyball.lab.flow.tasks.WorkSite.Tickets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;

/** A kind of work that a node may do, with its settings. */
public interface NodeWork {

  /** What it does, as a person would say it. */
  String text();

  /** Whether it needs a database server. */
  default boolean needsDatabase() {
    return false;
  }

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
  public record OwnClass(String className) implements NodeWork {
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
      Class<?> found;
      Constructor<?> maker;
      try {
        found = Class.forName(className, false, site.classes());
        maker = found.getConstructor();
      } catch (ClassNotFoundException e) {
        throw new IllegalArgumentException(
            "class must be on the class path but '" + className + "' is not", e);
      } catch (NoSuchMethodException e) {
        throw new IllegalArgumentException(
            "class must have a public constructor without parameters but '"
                + className
                + "' has none",
            e);
      } catch (LinkageError e) {
        throw new IllegalArgumentException(
            "class must be one that can be loaded but '" + className + "' is not: " + e, e);
      }
      if (!Modifier.isPublic(found.getModifiers())) {
        throw new IllegalArgumentException("class must be public but '" + className + "' is not");
      }
      if (!NodeTasks.class.isAssignableFrom(found) && !Callable.class.isAssignableFrom(found)) {
        throw new IllegalArgumentException(
            "class must be a "
                + NodeTasks.class.getName()
                + " or a java.util.concurrent.Callable of a Runnable but '"
                + className
                + "' is neither");
      }
      return maker;
    }

    @Override
    public NodeTasks open(WorkSite site) throws Exception {
      Object made;
      try {
        made = load(site).newInstance();
      } catch (InvocationTargetException e) {
        throw new IllegalStateException(
            "the constructor of " + className + " failed: " + e.getCause(), e.getCause());
      }
      return made instanceof NodeTasks tasks ? tasks : new CalledTasks((Callable<?>) made);
    }

    /** Tasks of a class that knows nothing of this project: a maker of runnables. */
    static final class CalledTasks implements NodeTasks {

      private final Callable<?> maker;

      CalledTasks(Callable<?> maker) {
        this.maker = maker;
      }

      @Override
      public RecordTask taskOfThread() throws Exception {
        if (maker.call() instanceof Runnable runnable) {
          return new RunTask(runnable);
        }
        throw new IllegalStateException(
            maker.getClass().getName() + " must give a Runnable when it is called but did not");
      }

      @Override
      public void close() {
        closeIfCloseable(maker);
      }

      private static void closeIfCloseable(Object what) {
        if (what instanceof AutoCloseable closeable) {
          try {
            closeable.close();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } catch (Exception e) {
            throw new IllegalStateException(
                what.getClass().getName() + " cannot be closed: " + e, e);
          }
        }
      }

      /** One thread's runnable. */
      private record RunTask(Runnable runnable) implements RecordTask {
        @Override
        public void processOne() {
          runnable.run();
        }

        @Override
        public void close() {
          closeIfCloseable(runnable);
        }
      }
    }
  }

  /**
   * Takes a record of named fields apart, writes it anew as JSON, and makes a SHA-256 of that: work
   * for a processor, and nothing to wait for.
   *
   * @param bytes how long a record is, from 1 to {@value #BYTES_MAX}
   */
  public record TransformRecord(int bytes) implements NodeWork {

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
  public record SendBytes(int bytes, boolean acknowledged) implements NodeWork {

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
      return new Receiver(this);
    }

    /** The other end, and the tasks that send to it. */
    private static final class Receiver implements NodeTasks {

      private final SendBytes work;
      private final ServerSocket door;

      Receiver(SendBytes work) throws IOException {
        this.work = work;
        door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        start(this::accept, "flyball-receiver");
      }

      private static void start(Runnable what, String name) {
        Thread thread = new Thread(what, name);
        thread.setDaemon(true);
        thread.start();
      }

      private void accept() {
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
        byte[] record = new byte[work.bytes()];
        try (socket;
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream()) {
          socket.setTcpNoDelay(true);
          while (in.readNBytes(record, 0, record.length) == record.length) {
            if (work.acknowledged()) {
              out.write(1);
            }
          }
        } catch (IOException gone) {
          return; // the sender sees it too, and says it
        }
      }

      @Override
      public RecordTask taskOfThread() throws IOException {
        return new Sender(door, work);
      }

      @Override
      public void close() {
        try {
          door.close();
        } catch (IOException e) {
          throw new UncheckedIOException("the receiver cannot be closed", e);
        }
      }
    }

    /** One thread's connection. */
    private static final class Sender implements RecordTask {

      private final Socket socket;
      private final OutputStream out;
      private final InputStream in;
      private final byte[] record;
      private final boolean acknowledged;

      Sender(ServerSocket door, SendBytes work) throws IOException {
        socket = new Socket(door.getInetAddress(), door.getLocalPort());
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        in = socket.getInputStream();
        record = Tickets.bytes(work.bytes());
        acknowledged = work.acknowledged();
      }

      @Override
      public void processOne() throws IOException {
        out.write(record);
        if (acknowledged && in.read() < 0) {
          throw new IOException("the receiver has closed the connection");
        }
      }

      @Override
      public void close() {
        try {
          socket.close();
        } catch (IOException e) {
          throw new UncheckedIOException("the connection cannot be closed", e);
        }
      }
    }
  }

  /**
   * Writes each record behind the last one, each thread to a file of its own, which starts over
   * when it has grown to {@value #FILE_BYTES} bytes.
   *
   * @param bytes how long a record is, from 1 to {@value #FILE_BYTES}
   * @param fsync whether a record is done with only when it is on the disk
   */
  public record WriteFile(int bytes, boolean fsync) implements NodeWork {

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
      return () ->
          new Writer(site.folder().resolve(name + "-" + Thread.currentThread().getName()), this);
    }

    /** One thread's file. */
    private static final class Writer implements RecordTask {

      private final FileChannel channel;
      private final ByteBuffer content;
      private final boolean fsync;

      Writer(Path file, WriteFile work) throws IOException {
        channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.DELETE_ON_CLOSE);
        content = ByteBuffer.wrap(Tickets.bytes(work.bytes())).asReadOnlyBuffer();
        fsync = work.fsync();
      }

      @Override
      public void processOne() throws IOException {
        if (channel.position() + content.capacity() > FILE_BYTES) {
          channel.position(0);
        }
        content.rewind();
        while (content.hasRemaining()) {
          channel.write(content);
        }
        if (fsync) {
          channel.force(false);
        }
      }

      @Override
      public void close() {
        try {
          channel.close();
        } catch (IOException e) {
          throw new UncheckedIOException("the file cannot be closed", e);
        }
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
  public record InsertRow(int bytes, int connections) implements NodeWork {

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
    public boolean needsDatabase() {
      return true;
    }

    @Override
    public NodeTasks open(WorkSite site) throws SQLException {
      return new Inserter(site.database(), site.newName("tickets"), this);
    }

    /** A connection and its statement, used by one thread at a time. */
    private record Lent(Connection connection, PreparedStatement insert) {}

    /** The table, and the pool of connections to it. */
    private static final class Inserter implements NodeTasks {

      private final List<Lent> all = new ArrayList<>();
      private final BlockingQueue<Lent> free;

      Inserter(DatabaseServer server, String table, InsertRow work) throws SQLException {
        free = new ArrayBlockingQueue<>(work.connections());
        try {
          try (Connection connection = server.connect();
              Statement statement = connection.createStatement()) {
            statement.execute(
                "CREATE TABLE "
                    + table
                    + " (id BIGINT AUTO_INCREMENT PRIMARY KEY, ticket VARBINARY("
                    + BYTES_MAX
                    + ") NOT NULL) ENGINE = InnoDB");
          }
          for (int i = 0; i < work.connections(); i++) {
            connect(server, table, Tickets.bytes(work.bytes()));
          }
        } catch (SQLException e) {
          close();
          throw e;
        }
      }

      private void connect(DatabaseServer server, String table, byte[] ticket) throws SQLException {
        Connection connection = server.connect();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO " + table + " (ticket) VALUES (?)");
        insert.setBytes(1, ticket);
        Lent lent = new Lent(connection, insert);
        all.add(lent);
        free.add(lent);
      }

      @Override
      public RecordTask taskOfThread() {
        return this::insert;
      }

      private void insert() throws SQLException, InterruptedException {
        Lent lent = free.take();
        try {
          lent.insert().executeUpdate();
        } finally {
          free.add(lent);
        }
      }

      @Override
      public void close() {
        for (Lent lent : all) {
          closeQuietly(lent.connection());
        }
      }

      private static void closeQuietly(Connection connection) {
        try {
          connection.close();
        } catch (SQLException lost) {
          // It is gone, which is what was wanted.
        }
      }
    }
  }
}
