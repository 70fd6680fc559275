package dev.flyball.lab.flow.tasks;

import dev.flyball.base.Require;
import dev.flyball.dataflow.measure.NodeTasks;
import dev.flyball.dataflow.measure.RecordTask;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Sends each record over TCP to a receiver on this machine, each thread over a connection of its
 * own.
 *
 * <p>The receiver's threads, one for each connection, only read; their processor time is not the
 * node's, though both share the machine.
 *
 * @param bytes how long a record is, from 1 to {@value #BYTES_MAX}
 * @param acknowledged whether a record is done with only when the receiver has said that it has it
 */
public record SendBytes(int bytes, boolean acknowledged) implements NodeWork {

  static final int BYTES_MAX = 16 << 20;
  private static final int BACKLOG = 1024;

  public SendBytes {
    Require.between("bytes", 1, BYTES_MAX, bytes);
  }

  @Override
  public String text() {
    return "sends " + bytes + " bytes over TCP" + (acknowledged ? ", and waits for an answer" : "");
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
