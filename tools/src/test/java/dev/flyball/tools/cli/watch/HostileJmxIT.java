package dev.flyball.tools.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.tools.cli.CommandProcess;
import dev.flyball.tools.cli.FlyballCommand;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.rmi.server.UID;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A watched program that means harm: the command ends by itself, in 64 MB, and says why in a line.
 */
@Timeout(300)
class HostileJmxIT {

  @TempDir Path dir;

  /** What it does to a connection. */
  enum Harm {
    SILENT {
      @Override
      void answer(Socket socket) {
        // Says nothing.
      }
    },
    ENDLESS_BYTES {
      @Override
      void answer(Socket socket) throws IOException {
        endless(socket.getOutputStream(), 8192, 0);
      }
    },
    SLOW_BYTES {
      @Override
      void answer(Socket socket) throws IOException {
        startOfString(socket);
        endless(socket.getOutputStream(), 1, 200);
      }
    },
    ENDLESS_STRING {
      @Override
      void answer(Socket socket) throws IOException {
        startOfString(socket);
        endless(socket.getOutputStream(), 8192, 0);
      }
    },
    HUGE_OBJECT {
      @Override
      void answer(Socket socket) throws IOException {
        object(socket, new long[9_000_000]);
      }
    },
    ENDLESS_NAMES {
      @Override
      void answer(Socket socket) throws IOException {
        List<Object> names = new ArrayList<>();
        for (int i = 0; i < 400_000; i++) {
          names.add("dev.flyball:type=Pool,name=" + i);
        }
        object(socket, names);
      }
    },
    SETS_OF_SETS {
      @Override
      void answer(Socket socket) throws IOException {
        HashSet<Object> one = new HashSet<>();
        HashSet<Object> other = new HashSet<>(List.of("x"));
        // Built without being hashed: each is filled after it was put into the next.
        List<HashSet<Object>> ones = new ArrayList<>(List.of(one));
        List<HashSet<Object>> others = new ArrayList<>(List.of(other));
        for (int i = 0; i < 28; i++) {
          ones.add(new HashSet<>());
          others.add(new HashSet<>(List.of("x")));
        }
        for (int i = 28; i > 0; i--) {
          ones.get(i).add(ones.get(i - 1));
          ones.get(i).add(others.get(i - 1));
          others.get(i).add(ones.get(i - 1));
          others.get(i).add(others.get(i - 1));
        }
        object(socket, ones.get(28));
      }
    };

    abstract void answer(Socket socket) throws IOException;

    /** Takes the client's greeting, acknowledges it, and takes the start of the question. */
    static void handshake(Socket socket) throws IOException {
      socket.getInputStream().readNBytes(7);
      OutputStream out = socket.getOutputStream();
      out.write(new byte[] {0x4e, 0, 9, '1', '2', '7', '.', '0', '.', '0', '.', '1', 0, 0, 0, 0});
      out.flush();
    }

    /** A return from a call, with a string of 2^63 - 1 bytes, of which none is there yet. */
    static void startOfString(Socket socket) throws IOException {
      handshake(socket);
      OutputStream out = socket.getOutputStream();
      out.write(new byte[] {0x51, (byte) 0xac, (byte) 0xed, 0, 5, 0x77, 15, 1});
      out.write(new byte[14]);
      out.write(new byte[] {0x7c, 0x7f, -1, -1, -1, -1, -1, -1, -1});
    }

    /** A return from a call, with this object. */
    static void object(Socket socket, Object returned) throws IOException {
      handshake(socket);
      OutputStream out = socket.getOutputStream();
      out.write(0x51);
      ObjectOutputStream objects = new Annotated(out);
      objects.writeByte(1);
      new UID().write(objects);
      objects.writeObject(returned);
      objects.flush();
    }

    static void endless(OutputStream out, int chunk, long pauseMillis) throws IOException {
      byte[] bytes = new byte[chunk];
      Arrays.fill(bytes, (byte) 'a');
      while (true) {
        out.write(bytes);
        out.flush();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
      }
    }
  }

  /** As RMI writes: each class with the place that it may be loaded from, here none. */
  private static final class Annotated extends ObjectOutputStream {
    Annotated(OutputStream out) throws IOException {
      super(out);
    }

    @Override
    protected void annotateClass(Class<?> type) throws IOException {
      writeObject(null);
    }
  }

  private static void serve(ServerSocket server, Harm harm) {
    List<Socket> open = new ArrayList<>();
    try {
      while (true) {
        Socket socket = server.accept();
        open.add(socket);
        Thread one = new Thread(() -> answer(socket, harm), "hostile-answer");
        one.setDaemon(true);
        one.start();
      }
    } catch (IOException closed) {
      open.forEach(HostileJmxIT::close);
    }
  }

  private static void answer(Socket socket, Harm harm) {
    try {
      harm.answer(socket);
    } catch (IOException gone) {
      close(socket);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @EnumSource(Harm.class)
  void endsInALineWhateverIsAnswered(Harm harm) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread serving = new Thread(() -> serve(server, harm), "hostile-server");
      serving.setDaemon(true);
      serving.start();
      long startNanos = System.nanoTime();
      CommandProcess.Ended ended =
          CommandProcess.start(
                  dir,
                  List.of("-Xmx64m"),
                  FlyballCommand.class,
                  "watch",
                  "127.0.0.1:" + server.getLocalPort())
              .ended();
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
      System.out.println(harm + " ended after " + millis + " ms: " + ended.err().strip());
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.err().strip()).startsWith("flyball: no connection to").hasLineCount(1);
    }
  }
}
