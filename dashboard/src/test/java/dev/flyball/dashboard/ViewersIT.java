package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Those who watch, well-behaved and not. */
@Timeout(120)
class ViewersIT {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static DashboardBuilder plan(PoolSource source, int port) {
    return Dashboard.on(port).watching(source).updatesPerSecond(10).announcing(line -> {});
  }

  /** Pools whose frames fill any buffer between two programs within seconds. */
  private static MadeUpPools bulky() {
    MadeUpPools pools = new MadeUpPools();
    for (int i = 0; i < 100; i++) {
      String name = i + "x".repeat(10_000);
      pools.with(name, () -> Views.view(name, 3, 10));
    }
    return pools;
  }

  private static Socket request(int port, String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    return socket;
  }

  @Test
  void oneWhoStopsReadingIsCutOffAndHoldsNobodyUp() throws Exception {
    DashboardBuilder plan = plan(bulky(), 0).patience(Duration.ofSeconds(8));
    try (Dashboard dashboard = plan.start();
        Watcher reader = Watcher.of(CLIENT, dashboard.address());
        Socket deaf =
            request(dashboard.port(), "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
      await(() -> dashboard.viewers() == 2);
      long lastMillis = reader.next().get("timeMillis").asLong();
      while (dashboard.viewers() == 2) {
        long nextMillis = reader.next().get("timeMillis").asLong();
        assertThat(nextMillis).isGreaterThan(lastMillis);
        lastMillis = nextMillis;
      }
      assertThat(deaf.isConnected()).isTrue();
      reader.next();
      assertThat(dashboard.viewers()).isEqualTo(1);
    }
  }

  @Test
  void oneWhoNeverSaysWhatHeWantsIsCutOff() throws Exception {
    DashboardBuilder plan =
        plan(new MadeUpPools(), 0).viewersMax(1).patience(Duration.ofSeconds(2));
    try (Dashboard dashboard = plan.start()) {
      Socket[] silent = new Socket[20]; // more than there are threads
      for (int i = 0; i < silent.length; i++) {
        silent[i] = request(dashboard.port(), "GET / HTTP/1.1\r\nHost: loc");
      }
      assertThat(RawHttp.get(dashboard.port(), "/style.css").status()).isEqualTo(200);
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void moreThanMayWatchAreToldToComeBack() throws Exception {
    try (Dashboard dashboard = plan(new MadeUpPools(), 0).viewersMax(1).start()) {
      try (Watcher first = Watcher.of(CLIENT, dashboard.address())) {
        first.next();
        RawHttp.Answer second = RawHttp.get(dashboard.port(), "/events");
        assertThat(second.status()).isEqualTo(503);
        assertThat(second.head()).containsIgnoringCase("Retry-After");
      }
      await(() -> dashboard.viewers() == 0);
      try (Watcher third = Watcher.of(CLIENT, dashboard.address())) {
        assertThat(third.next().get("pools")).isEmpty();
      }
    }
  }

  @Test
  void whoComesAfterALongTimeSeesNothingOld() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    MadeUpPools pools =
        new MadeUpPools().with("a", () -> Views.view("a", looks.incrementAndGet(), 1));
    try (Dashboard dashboard = plan(pools, 0).start()) {
      try (Watcher first = Watcher.of(CLIENT, dashboard.address())) {
        first.next();
      }
      await(() -> dashboard.viewers() == 0);
      int left = looks.get();
      await(() -> looks.get() > left + 2);
      int seenMin = looks.get();
      try (Watcher second = Watcher.of(CLIENT, dashboard.address())) {
        int seen = second.next().at("/pools/0/figures/workersTarget").asInt();
        assertThat(seen).isGreaterThanOrEqualTo(seenMin);
      }
    }
  }

  @Test
  void aRestartIsAnotherRunAtTheSamePlace() throws Exception {
    String before;
    int port;
    try (Dashboard dashboard = plan(new MadeUpPools(), 0).start();
        Watcher watcher = Watcher.of(CLIENT, dashboard.address())) {
      watcher.next();
      before = watcher.run();
      port = dashboard.port();
    }
    try (Dashboard again = plan(new MadeUpPools(), port).start();
        Watcher watcher = Watcher.of(CLIENT, again.address())) {
      watcher.next();
      assertThat(watcher.run()).startsWith("data:").isNotEqualTo(before);
    }
  }
}
