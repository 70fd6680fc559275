package dev.flyball.adapters.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.flyball.Flyball;
import dev.flyball.adapters.base.Load;
import dev.flyball.base.Await;
import dev.flyball.control.Resizable;
import dev.flyball.policy.FixedSize;
import dev.flyball.pool.AdoptedPool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls of an OkHttp client, governed where they stand. */
@Timeout(120)
class DispatcherPoolIT {

  private static final int PER_SECOND = 400;
  private static final int BUSY = (int) (PER_SECOND * Load.SERVICE_NANOS / 1_000_000_000);

  private final CountDownLatch gate = new CountDownLatch(1);
  private final AtomicInteger running = new AtomicInteger();
  private volatile Runnable work = this::atTheGate;
  private final ExecutorService serving = Executors.newCachedThreadPool();
  private final Dispatcher dispatcher = new Dispatcher();
  private final OkHttpClient client = new OkHttpClient.Builder().dispatcher(dispatcher).build();
  private HttpServer server;
  private Request request;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
    server.setExecutor(serving);
    server.createContext(
        "/",
        exchange -> {
          work.run();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    request = new Request.Builder().url(url).build();
  }

  @AfterEach
  void end() {
    gate.countDown();
    dispatcher.executorService().shutdown();
    client.connectionPool().evictAll();
    server.stop(0);
    serving.shutdownNow();
  }

  private void atTheGate() {
    running.incrementAndGet();
    Await.on(gate);
    running.decrementAndGet();
  }

  private AdoptedPool fixed(int size) {
    return AdoptedPool.named("fixed", client).governedBy(new FixedSize(size)).build();
  }

  private Load calls() {
    return calls(client);
  }

  private Load calls(OkHttpClient by) {
    return new Load(done ->
        by.newCall(request)
            .enqueue(
                new Callback() {
                  @Override
                  public void onFailure(Call call, IOException failure) {
                    done.accept(false);
                  }

                  @Override
                  public void onResponse(Call call, Response response) {
                    response.close();
                    done.accept(response.code() == 200);
                  }
                }));
  }

  @Test
  void bothLimitsAreGovernedAndPutBack() {
    ThreadFactory before = ((ThreadPoolExecutor) dispatcher.executorService()).getThreadFactory();
    Load load = calls();
    for (int i = 0; i < 100; i++) {
      load.sendOne();
    }
    Await.until(() -> running.get() == 5); // as many as to one host by default
    AdoptedPool adopted = fixed(20);
    assertThat(adopted.workersTarget()).isEqualTo(5);
    Await.until(() -> running.get() == 20);
    Await.until(() -> adopted.toString().contains("20 workers asked for, 20 alive, 20 busy, 80"));
    gate.countDown();
    load.awaitAll();
    Await.until(() -> adopted.lifetime().flow().completed() == 100);
    adopted.close();
    adopted.close();
    assertThat(load.failed()).isZero();
    assertThat(dispatcher.getMaxRequests()).isEqualTo(64);
    assertThat(dispatcher.getMaxRequestsPerHost()).isEqualTo(5);
    assertThat(((ThreadPoolExecutor) dispatcher.executorService()).getThreadFactory())
        .isSameAs(before);
  }

  /** Sends ten calls at once. */
  private Load tenCalls(Dispatcher bounded) {
    Load load = calls(client.newBuilder().dispatcher(bounded).build());
    for (int i = 0; i < 10; i++) {
      load.sendOne();
    }
    return load;
  }

  @Test
  void growsNoFurtherThanItsExecutorHasThreads() {
    ThreadPoolExecutor four =
        new ThreadPoolExecutor(4, 4, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
    Dispatcher bounded = new Dispatcher(four);
    bounded.setMaxRequestsPerHost(2);
    try (AdoptedPool adopted =
        AdoptedPool.named("four", bounded).governedBy(new FixedSize(20)).build()) {
      Load load = tenCalls(bounded);
      Await.until(() -> bounded.getMaxRequestsPerHost() > 2);
      assertThat(bounded.getMaxRequestsPerHost()).isEqualTo(4);
      Await.until(() -> running.get() == 4);
      gate.countDown();
      load.awaitAll();
      assertThat(load.failed()).isZero();
      Await.until(() -> adopted.workersTarget() == 4); // by its next reading
    } finally {
      gate.countDown();
      four.shutdown();
    }
  }

  @Test
  void needsTwoThreadsForEachCallWhereItsExecutorHoldsNone() {
    ThreadPoolExecutor four =
        new ThreadPoolExecutor(0, 4, 1, TimeUnit.HOURS, new SynchronousQueue<>());
    Dispatcher bounded = new Dispatcher(four);
    bounded.setMaxRequestsPerHost(1);
    try (AdoptedPool adopted = AdoptedPool.named("four", bounded).adviseOnly().build()) {
      adopted.governor().orElseThrow().close();
      Resizable hand = adopted.control();
      assertThat(hand.room().orElseThrow().workersMax()).isEqualTo(2);
      bounded.setMaxRequestsPerHost(3); // which its owner thinks it can have
      assertThat(hand.room().orElseThrow().workersMax()).isEqualTo(3);
    } finally {
      four.shutdown();
    }
  }

  @Test
  void whatItsExecutorHoldsWaitsToo() {
    ThreadPoolExecutor four =
        new ThreadPoolExecutor(4, 4, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
    Dispatcher bounded = new Dispatcher(four);
    bounded.setMaxRequestsPerHost(8);
    try (AdoptedPool adopted = AdoptedPool.named("held", bounded).adviseOnly().build()) {
      Load load = tenCalls(bounded);
      Await.until(() -> running.get() == 4 && four.getQueue().size() == 4);
      assertThat(adopted.lifetime().size().queuedAtEnd()).isEqualTo(6);
      gate.countDown();
      load.awaitAll();
    } finally {
      gate.countDown();
      four.shutdown();
    }
  }

  @Test
  void synchronousCallsAreNeitherBoundedNorCounted() throws IOException {
    work = () -> {};
    try (AdoptedPool adopted = fixed(3)) {
      for (int i = 0; i < 10; i++) {
        client.newCall(request).execute().close();
      }
      assertThat(adopted.lifetime().flow().arrived()).isZero();
    }
  }

  @Test
  void itsOwnerMaySetItMeanwhileAndHasThatBack() {
    AdoptedPool adopted = fixed(6);
    Await.until(() -> adopted.workersTarget() == 6 && dispatcher.getMaxRequests() == 6);
    dispatcher.setMaxRequestsPerHost(30);
    assertThat(adopted.workersTarget()).isEqualTo(6); // which the other limit still says
    adopted.close();
    assertThat(dispatcher.getMaxRequestsPerHost()).isEqualTo(30);
    assertThat(dispatcher.getMaxRequests()).isEqualTo(64);
  }

  @Test
  void namesWhatCannotBeGoverned() {
    ExecutorService single = Executors.newSingleThreadExecutor();
    assertThatThrownBy(() -> Flyball.govern("uncounted", new Dispatcher(single)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("dispatcher must run its calls in a ThreadPoolExecutor")
        .hasMessageEndingWith("make it without an executor, or with one of these");
    single.shutdown();
    Dispatcher down = new Dispatcher();
    down.executorService().shutdown();
    assertThatThrownBy(() -> Flyball.govern("down", down))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("dispatcher must not be shut down but was ");
    try (AdoptedPool adopted = Flyball.govern("first", dispatcher)) {
      assertThat(adopted.workersTarget()).isEqualTo(5);
      for (Object face : List.of(client, dispatcher.executorService())) {
        assertThatThrownBy(() -> Flyball.govern("second", face))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("pool must be governed once but is so already: ");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10 * BUSY})
  @Tag("slow")
  void followsTheLoadFromFarTooFewAndFromFarTooMany(int size) {
    work = Load::serve;
    dispatcher.setMaxRequests(size);
    dispatcher.setMaxRequestsPerHost(size);
    Load load = calls();
    try (AdoptedPool adopted = Flyball.govern("followed", client)) {
      load.send(PER_SECOND, Duration.ofSeconds(8));
      long servedBefore = load.served();
      load.send(PER_SECOND, Duration.ofSeconds(2));
      assertThat(load.served() - servedBefore).isGreaterThan((long) (2 * PER_SECOND * 0.85));
      assertThat(adopted.workersTarget()).isLessThanOrEqualTo(2 * BUSY);
      load.awaitAll();
    }
    assertThat(load.failed()).isZero();
    assertThat(dispatcher.getMaxRequests()).isEqualTo(size);
    assertThat(dispatcher.getMaxRequestsPerHost()).isEqualTo(size);
  }
}
