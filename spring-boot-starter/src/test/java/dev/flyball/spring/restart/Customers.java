package dev.flyball.spring.restart;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Customers that ask two instances by turns, each with a connection of its own for each request.
 *
 * <p>A request goes to the other instance only where the connection was refused: then it has not
 * been sent. Whatever else goes wrong is a request that was lost.
 */
final class Customers implements AutoCloseable {

  private static final int CUSTOMERS = 8;

  private final AtomicIntegerArray ports;
  private final List<Thread> threads = new ArrayList<>();
  private final ConcurrentMap<Integer, LongAdder> answered = new ConcurrentHashMap<>();
  private final Queue<String> lost = new ConcurrentLinkedQueue<>();
  private volatile boolean open = true;

  Customers(int... ports) {
    this.ports = new AtomicIntegerArray(ports);
    for (int i = 0; i < CUSTOMERS; i++) {
      int number = i;
      Thread thread = new Thread(() -> come(number), "customer-" + i);
      threads.add(thread);
      thread.start();
    }
  }

  /** Has them find an instance at another port from now on. */
  void moved(int instance, int port) {
    ports.set(instance, port);
  }

  /** Answers that came from this port. */
  long answered(int port) {
    return counted(port).sum();
  }

  private LongAdder counted(int port) {
    return answered.computeIfAbsent(port, unseen -> new LongAdder());
  }

  /** What became of requests that were not answered as they should. */
  List<String> lost() {
    return List.copyOf(lost);
  }

  private void come(int number) {
    for (int i = number; open; i++) {
      String id = number + "-" + i;
      try {
        ask(id, i % 2);
      } catch (ConnectException refusedByBoth) {
        lost.add(id + " was refused by both: " + refusedByBoth);
      } catch (IOException e) {
        lost.add(id + ": " + e);
      }
    }
  }

  private void ask(String id, int instance) throws IOException {
    try {
      ask(id, "/order?id=" + id, ports.get(instance));
    } catch (ConnectException e) {
      ask(id, "/order?id=" + id, ports.get(1 - instance));
    }
  }

  private void ask(String id, String path, int port) throws IOException {
    String answer;
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      String request = "GET " + path + " HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
    if (answer.startsWith("HTTP/1.1 200") && answer.contains("order " + id + " by orders")) {
      counted(port).increment();
    } else {
      lost.add(id + " was answered by '" + answer + "'");
    }
  }

  @Override
  public void close() {
    leave();
  }

  /** Has them come no more, once each has its last answer. */
  void leave() {
    open = false;
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive() && !interrupted) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
