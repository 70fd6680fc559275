package dev.flyball.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.flyball.Flyball;
import dev.flyball.base.Await;
import dev.flyball.control.Mode;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.ManagedTarget;
import dev.flyball.spring.app.Application;
import io.micrometer.context.ContextRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.management.MBeanServer;
import javax.management.StandardMBean;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** The starter in real applications, over sockets. */
@Timeout(300)
class StarterIT {

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

  @AfterEach
  void close() {
    contexts.forEach(ConfigurableApplicationContext::close);
    assertThat(Flyball.targets()).isEmpty();
  }

  private ConfigurableApplicationContext run(String... properties) {
    List<String> all = new ArrayList<>(List.of(properties));
    all.addAll(
        List.of(
            "server.port=0",
            "spring.main.banner-mode=off",
            "logging.level.root=warn",
            "logging.level.dev.flyball=info",
            "management.endpoints.web.exposure.include=*",
            "spring.datasource.url=jdbc:h2:mem:" + contexts.size(),
            "spring.jmx.enabled=false"));
    ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Application.class)
            .properties(all.toArray(new String[0]))
            .run();
    contexts.add(context);
    if (context.containsBean("flyballTargets")) {
      Await.until(() -> context.getBean(FlyballTargets.class).isComplete());
    }
    return context;
  }

  private static URI uri(ConfigurableApplicationContext context, String path) {
    WebServer server = ((WebServerApplicationContext) context).getWebServer();
    int port = Objects.requireNonNull(server, "server").getPort();
    return URI.create("http://localhost:" + port + path);
  }

  private HttpResponse<String> get(ConfigurableApplicationContext context, String path)
      throws Exception {
    return client.send(HttpRequest.newBuilder(uri(context, path)).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(
      ConfigurableApplicationContext context, String path, String json) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri(context, path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build(),
        BodyHandlers.ofString());
  }

  private static ManagedTarget target(String name) {
    return Flyball.targets().stream()
        .filter(target -> target.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Mode mode(String name) {
    return target(name).governor().orElseThrow().mode();
  }

  @Test
  void withoutASettingAllPoolsThatBootMakesAreMeasuredAndNoSizeChanges() throws Exception {
    ConfigurableApplicationContext context = run();
    assertThat(Flyball.targets())
        .extracting(ManagedTarget::name)
        .containsExactlyInAnyOrder("async", "tomcat", "hikari");
    assertThat(List.of(mode("async"), mode("tomcat"), mode("hikari")))
        .containsOnly(Mode.ADVISE_ONLY);
    assertThat(target("tomcat").workersTarget()).isEqualTo(200);
    assertThat(target("hikari").workersTarget()).isEqualTo(10);

    assertThat(context.getBean(Application.Orders.class).onBoots().get()).startsWith("task-");
    assertThat(get(context, "/later").body()).startsWith("task-");
    assertThat(get(context, "/slow").body()).contains("exec");
    assertThat(target("tomcat").workersTarget()).isEqualTo(200);
  }

  @Test
  void aPoolOfTheConfigurationIsABeanOfItsNameAndBootMakesItsOwnAllTheSame() throws Exception {
    ConfigurableApplicationContext context =
        run(
            "flyball.pools.orders.mode=govern",
            "flyball.pools.orders.max=64",
            "flyball.pools.mail.size=3");
    assertThat(context.getBean("applicationTaskExecutor"))
        .isInstanceOf(ThreadPoolTaskExecutor.class);
    assertThat(context.getBean(Executor.class)).isInstanceOf(ThreadPoolTaskExecutor.class);
    AdaptivePool orders = context.getBean(Application.Shop.class).orders().orElseThrow();
    assertThat(orders.submit(() -> Thread.currentThread().getName()).get()).contains("orders");
    assertThat(mode("orders")).isEqualTo(Mode.GOVERN);
    assertThat(target("orders").governor().orElseThrow().limits().max()).isEqualTo(64);
    assertThat(mode("mail")).isEqualTo(Mode.ADVISE_ONLY);
    assertThat(target("mail").workersTarget()).isEqualTo(3);
    assertThat(context.getBean(Application.Orders.class).onBoots().get()).startsWith("task-");
  }

  /** Boot warns of beans that are made while what processes beans is still being gathered. */
  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void aPoolIsNotMadeBeforeItsTime(CapturedOutput said) {
    ConfigurableApplicationContext context = run("flyball.pools.orders.mode=govern");
    assertThat(context.getBeanNamesForType(AdaptivePool.class)).containsExactly("orders");
    assertThat(said).contains("governor 'orders': governs from now on");
    assertThat(said).doesNotContain("is not eligible for getting processed");
  }

  @Test
  void whatWaitsInAPoolIsDoneBeforeTheApplicationEnds() throws Exception {
    ConfigurableApplicationContext context = run("flyball.pools.orders.size=1");
    AdaptivePool orders = context.getBean(Application.Shop.class).orders().orElseThrow();
    List<CompletableFuture<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      tasks.add(
          CompletableFuture.runAsync(
              () -> {
                try {
                  Thread.sleep(20);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              },
              orders));
    }
    context.close();
    assertThat(tasks).allMatch(CompletableFuture::isDone);
    assertThat(tasks).noneMatch(CompletableFuture::isCompletedExceptionally);
  }

  @Test
  void offCostsNoThreadAndNoBean() throws Exception {
    ConfigurableApplicationContext context = run("flyball.mode=off", "flyball.pools.orders.size=2");
    assertThat(context.getBeansOfType(FlyballTargets.class)).isEmpty();
    assertThat(context.getBeansOfType(FlyballEndpoint.class)).isEmpty();
    assertThat(Flyball.targets()).isEmpty();
    AdaptivePool orders = context.getBean(Application.Shop.class).orders().orElseThrow();
    assertThat(orders.governor()).isEmpty();
    assertThat(orders.submit(() -> 1).get()).isEqualTo(1);
    assertThat(get(context, "/actuator/flyball").statusCode()).isEqualTo(404);
  }

  @Test
  void whatIsGovernedFollowsTheLoadAndIsGivenBack() throws Exception {
    ConfigurableApplicationContext context =
        run("flyball.adopt.tomcat.mode=govern", "flyball.adopt.tomcat.max=50");
    assertThat(mode("tomcat")).isEqualTo(Mode.GOVERN);
    assertThat(mode("async")).isEqualTo(Mode.ADVISE_ONLY);
    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      all.add(
          client.sendAsync(
              HttpRequest.newBuilder(uri(context, "/slow")).build(), BodyHandlers.ofString()));
    }
    for (CompletableFuture<HttpResponse<String>> each : all) {
      assertThat(each.get().statusCode()).isEqualTo(200);
    }
    Await.until(() -> target("tomcat").workersTarget() <= 50);
    FlyballTargets targets = context.getBean(FlyballTargets.class);
    targets.stop();
    assertThat(targets.adopted()).isEmpty();
    assertThat(Flyball.targets()).isEmpty();
    assertThat(context.getBean(HikariDataSource.class).getMaximumPoolSize()).isEqualTo(10);
    targets.start();
    Await.until(() -> Flyball.targets().size() == 3);
  }

  @Test
  void twoApplicationsInOneProcessDiffer() {
    run();
    run("flyball.adopt.hikari.mode=off");
    assertThat(Flyball.targets())
        .extracting(ManagedTarget::name)
        .containsExactlyInAnyOrder("async", "tomcat", "hikari", "async-2", "tomcat-2");
  }

  /** A pool's name is its own before its application has started, and so before it is shown. */
  @Test
  void aNameIsTakenFromTheTimeWhenThePoolIsMade() {
    AdaptivePool pool = AdaptivePool.named("early").build();
    Names.keep(pool);
    assertThat(Names.free("early")).isEqualTo("early-2");
    pool.close();
    assertThat(Names.free("early")).isEqualTo("early");
  }

  /** As of an application in the same server, whose Flyball is another class loader's. */
  @Test
  void aNameThatAnotherClassLoadersTargetHasIsTaken() throws Exception {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    beans.registerMBean(
        new StandardMBean(() -> {}, Runnable.class), PoolMonitor.objectName("hikari"));
    try {
      run("flyball.adopt.hikari.mode=govern");
      assertThat(Flyball.targets())
          .extracting(ManagedTarget::name)
          .containsExactlyInAnyOrder("async", "tomcat", "hikari-2");
    } finally {
      beans.unregisterMBean(PoolMonitor.objectName("hikari"));
    }
  }

  /** As contexts that tests have kept. */
  @Test
  void twoApplicationsMayHavePoolsOfTheSameNameEachItsOwn() throws Exception {
    AdaptivePool first = run("flyball.pools.orders.size=2").getBean("orders", AdaptivePool.class);
    AdaptivePool second = run("flyball.pools.orders.size=3").getBean("orders", AdaptivePool.class);
    assertThat(List.of(first.name(), second.name())).containsExactly("orders", "orders-2");
    contexts.get(0).close();
    assertThat(second.submit(() -> 1).get()).isEqualTo(1);
    assertThat(run("flyball.pools.orders.size=4").getBean("orders", AdaptivePool.class).name())
        .isEqualTo("orders");
  }

  @Test
  void tasksAreDecoratedByWhatTheApplicationHas() throws Exception {
    AdaptivePool orders =
        run("flyball.pools.orders.size=2", "shop.traced=true")
            .getBean("orders", AdaptivePool.class);
    Application.TRACE.set("cart 7");
    assertThat(orders.submit(Application.TRACE::get).get()).isEqualTo("cart 7");
    Application.TRACE.remove();
    assertThat(orders.submit(Application.TRACE::get).get()).isNull();
  }

  /** The first is innermost, and what carries the context is around all of them. */
  @Test
  void decoratorsAreNestedAsThoseOfBootsOwnExecutor() throws Exception {
    ConfigurableApplicationContext context = run("flyball.pools.orders.size=2", "shop.marked=true");
    ThreadPoolTaskExecutor boots = context.getBean(ThreadPoolTaskExecutor.class);
    AdaptivePool orders = context.getBean("orders", AdaptivePool.class);
    assertThat(boots.submit(Application.TRACE::get).get()).isEqualTo(" second first");
    assertThat(orders.submit(Application.TRACE::get).get()).isEqualTo(" second first");

    ContextRegistry.getInstance().registerThreadLocalAccessor("trace", Application.TRACE);
    try {
      Application.TRACE.set("cart 7");
      assertThat(orders.submit(Application.TRACE::get).get()).isEqualTo("cart 7 second first");
      assertThat(context.getBean(Application.Orders.class).traceOnOrders().get())
          .isEqualTo("cart 7 second first");
    } finally {
      Application.TRACE.remove();
      ContextRegistry.getInstance().removeThreadLocalAccessor("trace");
    }
  }

  /** As tracing by Micrometer has it. */
  @Test
  void tasksHaveTheObservationOfTheirSubmitterWithoutASetting() throws Exception {
    ConfigurableApplicationContext context = run("flyball.pools.orders.size=2");
    assertThat(observedInATask(context)).isTrue();
    AdaptivePool orders = context.getBean("orders", AdaptivePool.class);
    ObservationRegistry observations = context.getBean(ObservationRegistry.class);
    assertThat(orders.submit(observations::getCurrentObservation).get()).isNull();
  }

  @Test
  void contextIsCarriedOnceWhereBootsPropertyAsksForItAndNotWhereItDeclines() throws Exception {
    AtomicInteger captures = new AtomicInteger();
    Thread submitter = Thread.currentThread();
    ContextRegistry.getInstance()
        .registerThreadLocalAccessor(
            "captures",
            () -> Thread.currentThread().equals(submitter) ? captures.incrementAndGet() : 0,
            carried -> {},
            () -> {});
    try {
      for (String property : List.of("spring.task.execution.propagate-context=true", "a=b")) {
        ConfigurableApplicationContext context = run("flyball.pools.orders.size=2", property);
        captures.set(0);
        assertThat(observedInATask(context)).as(property).isTrue();
        assertThat(captures).as(property).hasValue(1);
        context.close();
      }
      ConfigurableApplicationContext declines =
          run("flyball.pools.orders.size=2", "spring.task.execution.propagate-context=false");
      captures.set(0);
      assertThat(observedInATask(declines)).isFalse();
      assertThat(captures).hasValue(0);
    } finally {
      ContextRegistry.getInstance().removeThreadLocalAccessor("captures");
    }
  }

  private static boolean observedInATask(ConfigurableApplicationContext context) throws Exception {
    AdaptivePool orders = context.getBean("orders", AdaptivePool.class);
    ObservationRegistry observations = context.getBean(ObservationRegistry.class);
    Observation cart = Observation.createNotStarted("cart", observations);
    return cart.observeChecked(
        () -> orders.submit(() -> cart.equals(observations.getCurrentObservation())).get());
  }

  @Test
  void theEndpointReadsAndChangesOnlyWhereThatIsAllowed() throws Exception {
    ConfigurableApplicationContext readable = run();
    assertThat(get(readable, "/actuator/flyball").body())
        .contains("\"tomcat\":{\"size\":200", "\"mode\":\"advise-only\"");
    assertThat(get(readable, "/actuator/flyball/hikari").body()).contains("\"size\":10");
    assertThat(get(readable, "/actuator/flyball/nobody").statusCode()).isEqualTo(404);
    assertThat(post(readable, "/actuator/flyball/tomcat", "{\"mode\":\"govern\"}").statusCode())
        .isEqualTo(405);
    readable.close();

    ConfigurableApplicationContext open =
        run("management.endpoint.flyball.access=unrestricted", "flyball.pools.orders.size=2");
    HttpResponse<String> pinned =
        post(open, "/actuator/flyball/orders", "{\"mode\":\"pinned\",\"size\":7,\"max\":9}");
    assertThat(pinned.statusCode()).as(pinned.body()).isEqualTo(200);
    assertThat(pinned.body()).contains("\"size\":7", "\"mode\":\"pinned\"", "\"max\":9");
    assertThat(target("orders").workersTarget()).isEqualTo(7);
    assertThat(post(open, "/actuator/flyball/orders", "{\"mode\":\"pinned\"}").statusCode())
        .isEqualTo(400);
    assertThat(post(open, "/actuator/flyball/orders", "{\"mode\":\"fast\"}").statusCode())
        .isEqualTo(400);
    assertThat(post(open, "/actuator/flyball/orders", "{\"min\":0}").statusCode()).isEqualTo(400);
    assertThat(post(open, "/actuator/flyball/orders", "{\"most\":3}").statusCode()).isEqualTo(400);
    assertThat(mode("orders")).isEqualTo(Mode.PINNED);
  }

  @Test
  void aScrapeShowsThemUnderTheNamesOfExecutors() throws Exception {
    ConfigurableApplicationContext context = run("flyball.pools.orders.mode=govern");
    get(context, "/slow");
    try (Connection used = context.getBean(DataSource.class).getConnection()) {
      assertThat(used.isValid(1)).isTrue();
    }
    HttpResponse<String> scrape = get(context, "/actuator/prometheus");
    assertThat(scrape.statusCode()).as(scrape.body()).isEqualTo(200);
    assertThat(scrape.body())
        .contains(
            "executor_active_threads{name=\"tomcat\"}",
            "executor_active_threads{name=\"orders\"}",
            "executor_active_threads{name=\"applicationTaskExecutor\"}",
            "executor_completed_tasks_total{name=\"tomcat\"}",
            "executor_pool_size_threads{name=\"hikari\"}",
            "flyball_size_threads{name=\"tomcat\"} 200.0",
            "flyball_regime{name=\"orders\",regime=\"hung\"} 0.0",
            "# TYPE flyball_wait_histogram_total counter",
            "flyball_wait_histogram_total{le=\"0.0001\",name=\"orders\"} 0.0",
            "flyball_response_histogram_total{le=\"+Inf\",name=\"orders\"} 0.0",
            "flyball_service_seconds_count{name=\"tomcat\"}",
            "flyball_service_seconds_sum{name=\"tomcat\"}",
            "hikaricp_connections_active{pool=\"HikariPool");
  }

  /** As where an application ends while what waits for its start is still to be done. */
  @Test
  void noMetersAreBoundAfterTheEnd() {
    FlyballProperties off = new FlyballProperties();
    off.setMode(FlyballProperties.Mode.OFF);
    FlyballTargets targets = new FlyballTargets(new GenericApplicationContext(), off);
    MeterRegistry registry = new SimpleMeterRegistry();
    LateMetrics metrics = new LateMetrics(targets);
    metrics.bindTo(registry);
    metrics.close();
    targets.start();
    Await.until(targets::isComplete);
    try (AdaptivePool pool = Flyball.pool("late")) {
      assertThat(pool.isShutdown()).isFalse();
      assertThat(registry.getMeters()).isEmpty();
    }
    targets.stop();
  }

  /** What the alert rules and the dashboard name. */
  @Test
  void allMetersThatTheMonitoringFilesNameAreInAScrape() throws Exception {
    ConfigurableApplicationContext context = run("flyball.pools.orders.mode=govern");
    String scrape = get(context, "/actuator/prometheus").body();
    for (String file : List.of("alerts.yml", "grafana.json")) {
      String text = Files.readString(Path.of("../docs/monitoring", file));
      List<String> names =
          Pattern.compile("\\b(flyball|executor)_[a-z_]+")
              .matcher(text)
              .results()
              .map(MatchResult::group)
              .distinct()
              .toList();
      assertThat(names).hasSizeGreaterThan(5);
      assertThat(names).allSatisfy(name -> assertThat(scrape).contains("\n" + name + "{"));
    }
  }

  @Test
  void aMistakeIsNamedByItsProperty() {
    assertThatThrownBy(() -> run("flyball.pools.orders.policy=flybal"))
        .rootCause()
        .hasMessageContaining("flybal");
    assertThatThrownBy(() -> run("flyball.pools.orders.policy=flybal"))
        .hasStackTraceContaining("flyball.pools.orders.policy: ");
    assertThatThrownBy(() -> run("flyball.pools.orders.min=9", "flyball.pools.orders.max=3"))
        .hasStackTraceContaining("flyball.pools.orders.min and .max: ");
    assertThatThrownBy(() -> run("flyball.adopt.jetty.mode=govern"))
        .hasStackTraceContaining("flyball.adopt.jetty.mode: ");
    assertThatThrownBy(() -> run("flyball.mode=fast")).hasStackTraceContaining("flyball.mode");
  }

  /** Also where the pools that are only there are adopted after the start. */
  @Test
  void aMistakeOfPoolsThatAreOnlyThereIsNamedByItsProperty() {
    assertThatThrownBy(() -> run("flyball.mode=govern", "flyball.adopt.tomcat.max=0"))
        .hasStackTraceContaining("flyball.adopt.tomcat.max: ");
    assertThatThrownBy(() -> run("flyball.adopt.hikari.policy=flybal"))
        .hasStackTraceContaining("flyball.adopt.hikari.policy: ");
    assertThatThrownBy(() -> run("flyball.adopt.async.min=9", "flyball.adopt.async.max=3"))
        .hasStackTraceContaining("flyball.adopt.async.min and .max: ");
  }

  @Test
  void aPropertyThatThereIsNotIsAMistake() {
    assertThatThrownBy(() -> run("flyball.pools.orders.maximum=64"))
        .hasStackTraceContaining("flyball.pools.orders.maximum");
    assertThatThrownBy(() -> run("flyball.adopt.tomkat.max=400"))
        .hasStackTraceContaining("flyball.adopt.tomkat.max");
  }

  /** Of such a source only the application's own threads know where it goes. */
  @Test
  void aDataSourceThatDoesNotSayWhatItIsHidesNoOther() {
    run("shop.routed=true", "flyball.adopt.hikari.mode=govern");
    assertThat(mode("hikari")).isEqualTo(Mode.GOVERN);
    assertThat(mode("tomcat")).isEqualTo(Mode.ADVISE_ONLY);
    run("shop.routed=true");
    assertThat(Flyball.targets())
        .extracting(ManagedTarget::name)
        .contains("async-2", "tomcat-2", "hikari-2");
  }

  /** A data source and what is put before it are one pool. */
  @Test
  void aDataSourceBehindAnotherIsOnePool() {
    run("shop.lazy=true", "flyball.adopt.hikari.mode=govern");
    assertThat(Flyball.targets())
        .extracting(ManagedTarget::name)
        .containsExactlyInAnyOrder("async", "tomcat", "hikari");
  }

  /** Virtual threads have no size; what has none is left alone, unless it is asked for. */
  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void virtualThreadsAreLeftAlone() throws Exception {
    ConfigurableApplicationContext context = run("spring.threads.virtual.enabled=true");
    assertThat(Flyball.targets()).extracting(ManagedTarget::name).containsExactly("hikari");
    assertThat(get(context, "/slow").statusCode()).isEqualTo(200);
    assertThatThrownBy(
            () -> run("spring.threads.virtual.enabled=true", "flyball.adopt.async.mode=govern"))
        .hasStackTraceContaining("flyball.adopt.async.mode: ");
    assertThatThrownBy(
            () -> run("spring.threads.virtual.enabled=true", "flyball.adopt.tomcat.mode=govern"))
        .hasStackTraceContaining("flyball.adopt.tomcat: ");
  }
}
