package dev.flyball.spring;

import com.zaxxer.hikari.HikariDataSource;
import dev.flyball.Flyball;
import dev.flyball.pool.AdoptedPool;
import dev.flyball.pool.AdoptionBuilder;
import dev.flyball.spring.FlyballProperties.Mode;
import dev.flyball.spring.FlyballProperties.Target;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.boot.jetty.JettyWebServer;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.util.ClassUtils;

/**
 * The pools that Boot has made, adopted from the time when all have started until the first one
 * stops, and then as they were found.
 *
 * <p>A pool that cannot be adopted is an error where the configuration asks for it by name, and a
 * line in the log where it is only there. Those that are only there are adopted by a thread of its
 * own, right after the start, which they do not delay.
 */
public final class FlyballTargets implements SmartLifecycle {

  private static final System.Logger LOG = System.getLogger(FlyballTargets.class.getName());

  private final ApplicationContext context;
  private final FlyballProperties properties;
  private final List<AdoptedPool> adopted = new ArrayList<>();
  private final List<Runnable> afterStart = new ArrayList<>(); // guarded by itself
  private boolean running;
  private volatile boolean complete;

  FlyballTargets(ApplicationContext context, FlyballProperties properties) {
    this.context = context;
    this.properties = properties;
  }

  /** The pools that are adopted now. */
  public synchronized List<AdoptedPool> adopted() {
    return List.copyOf(adopted);
  }

  @Override
  public synchronized void start() {
    running = true;
    try {
      checkAll();
      adoptAll(true);
    } catch (RuntimeException e) {
      stop();
      throw e;
    }
    Thread rest = new Thread(this::adoptTheRest, "flyball-adopting");
    rest.setDaemon(true);
    rest.start();
  }

  private void adoptTheRest() {
    if (isRunning()) {
      doWhatWaited();
    }
    synchronized (this) {
      adoptAll(false);
      complete = running;
    }
    if (complete) {
      doWhatWaited(); // what has come meanwhile
    }
  }

  /**
   * Does what the start need not wait for: by the thread that adopts, or now if that is done. A
   * bean may call this while it is made, and so must not wait for that thread, which may make one.
   */
  void afterStart(Runnable what) {
    synchronized (afterStart) {
      afterStart.add(what);
    }
    if (complete) {
      doWhatWaited();
    }
  }

  private void doWhatWaited() {
    List<Runnable> these;
    synchronized (afterStart) {
      these = List.copyOf(afterStart);
      afterStart.clear();
    }
    these.forEach(Runnable::run);
  }

  /** Whether all that is there has been adopted, or found not to be for it. */
  public boolean isComplete() {
    return complete;
  }

  /** What the configuration says of a pool that may be there is right, or an error at the start. */
  private void checkAll() {
    check("async", properties.getAdopt().getAsync());
    check("tomcat", properties.getAdopt().getTomcat());
    check("jetty", properties.getAdopt().getJetty());
    check("hikari", properties.getAdopt().getHikari());
  }

  private void adoptAll(boolean askedFor) {
    adopt("async", properties.getAdopt().getAsync(), askedFor, this::asyncExecutors);
    adopt("tomcat", properties.getAdopt().getTomcat(), askedFor, () -> server(true));
    adopt("jetty", properties.getAdopt().getJetty(), askedFor, () -> server(false));
    adopt("hikari", properties.getAdopt().getHikari(), askedFor, this::dataSources);
  }

  @Override
  public synchronized void stop() {
    running = false;
    complete = false;
    for (AdoptedPool pool : adopted) {
      pool.close();
    }
    adopted.clear();
  }

  @Override
  public synchronized boolean isRunning() {
    return running;
  }

  /** Started after the servers, and stopped before they let their last requests end. */
  @Override
  public int getPhase() {
    return Integer.MAX_VALUE;
  }

  // ---- What there is

  private Map<String, Object> asyncExecutors() {
    Map<String, Object> found = new LinkedHashMap<>();
    String name = "applicationTaskExecutor";
    if (context.containsBean(name) && context.isTypeMatch(name, ThreadPoolTaskExecutor.class)) {
      found.put("async", context.getBean(name));
    }
    return found;
  }

  private Map<String, Object> server(boolean tomcat) {
    Map<String, Object> found = new LinkedHashMap<>();
    if (!has("org.springframework.boot.web.server.context.WebServerApplicationContext")) {
      return found;
    }
    Servers.of(context, tomcat, found);
    return found;
  }

  private Map<String, Object> dataSources() {
    Map<String, Object> found = new LinkedHashMap<>();
    if (has("com.zaxxer.hikari.HikariDataSource")) {
      Hikari.of(context, found);
    }
    return found;
  }

  private static boolean has(String type) {
    return ClassUtils.isPresent(type, FlyballTargets.class.getClassLoader());
  }

  /** Loaded only where there are servers. */
  private static final class Servers {

    static void of(ApplicationContext context, boolean tomcat, Map<String, Object> found) {
      if (!(context instanceof WebServerApplicationContext web) || web.getWebServer() == null) {
        return;
      }
      WebServer server = web.getWebServer();
      if (tomcat && has("org.springframework.boot.tomcat.TomcatWebServer")) {
        Tomcat.add(server, found);
      } else if (!tomcat && has("org.springframework.boot.jetty.JettyWebServer")) {
        Jetty.add(server, found);
      }
    }
  }

  /** Loaded only where there is a Tomcat. */
  private static final class Tomcat {
    static void add(WebServer server, Map<String, Object> found) {
      if (server instanceof TomcatWebServer its) {
        found.put("tomcat", its.getTomcat().getConnector());
      }
    }
  }

  /** Loaded only where there is a Jetty. */
  private static final class Jetty {
    static void add(WebServer server, Map<String, Object> found) {
      if (server instanceof JettyWebServer its) {
        found.put("jetty", its.getServer());
      }
    }
  }

  /** Loaded only where there is HikariCP. */
  private static final class Hikari {

    static void of(ApplicationContext context, Map<String, Object> found) {
      Map<String, DataSource> sources = context.getBeansOfType(DataSource.class, false, false);
      Map<String, HikariDataSource> pools = new LinkedHashMap<>();
      // First the pools themselves: what is put before one is no other pool.
      sources.forEach((name, source) -> {
        if (source instanceof HikariDataSource pool) {
          pools.put(name, pool);
        }
      });
      sources.forEach((name, source) ->
          behind(name, source)
              .filter(pool -> !pools.containsValue(pool))
              .ifPresent(pool -> pools.put(name, pool)));
      pools.forEach(
          (name, pool) -> found.put(pools.size() == 1 ? "hikari" : "hikari-" + name, pool));
    }

    /** The pool behind a source; empty where there is none, or the source does not say now. */
    private static Optional<HikariDataSource> behind(String name, DataSource source) {
      try {
        return source.isWrapperFor(HikariDataSource.class)
            ? Optional.of(source.unwrap(HikariDataSource.class))
            : Optional.empty();
      } catch (SQLException | RuntimeException e) { // such as one that depends on the request
        LOG.log(System.Logger.Level.DEBUG, "data source '" + name + "' says not what it is", e);
        return Optional.empty();
      }
    }
  }

  // ---- What is done with it

  private Mode mode(Target plan) {
    return plan.getMode() == null ? properties.getMode() : plan.getMode();
  }

  private static Place place(String kind) {
    return new Place("flyball.adopt." + kind);
  }

  private void check(String kind, Target plan) {
    if (mode(plan) != Mode.OFF) {
      var unusedLimits = place(kind).limits(plan);
      var unusedPolicy = place(kind).policy(plan);
    }
  }

  private void adopt(
      String kind, Target plan, boolean askedFor, Supplier<Map<String, Object>> those) {
    Mode mode = mode(plan);
    if (!running || mode == Mode.OFF || askedFor != (plan.getMode() != null)) {
      return;
    }
    Place place = place(kind);
    Map<String, Object> found = those.get();
    if (found.isEmpty() && askedFor) {
      throw new IllegalStateException(
          place.prefix() + ".mode: there must be such a pool in the application but is none");
    }
    found.forEach((name, pool) -> {
      try {
        adopted.add(Flyball.start(planned(Names.free(name), pool, plan, mode, place)));
      } catch (RuntimeException e) {
        if (askedFor) {
          throw new IllegalStateException(place.prefix() + ": " + e.getMessage(), e);
        }
        LOG.log(
            System.Logger.Level.INFO, place.prefix() + ": not adopted, since " + e.getMessage());
      }
    });
  }

  private static AdoptionBuilder planned(
      String name, Object pool, Target plan, Mode mode, Place place) {
    AdoptionBuilder builder = AdoptedPool.named(name, pool);
    place.limits(plan).ifPresent(limits -> builder.limits(limits.min(), limits.max()));
    place.policy(plan).ifPresent(builder::governedBy);
    return mode == Mode.ADVISE ? builder.adviseOnly() : builder;
  }
}
