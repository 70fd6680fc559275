package dev.flyball.lab.pages;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.netflix.concurrency.limits.MetricRegistry;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import com.zaxxer.hikari.HikariDataSource;
import dev.flyball.Flyball;
import dev.flyball.adapters.netflix.GovernedLimit;
import dev.flyball.pool.AdoptedPool;
import dev.flyball.pool.ResizableSemaphore;
import io.undertow.Undertow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import org.apache.catalina.startup.Tomcat;
import org.eclipse.jetty.server.Server;

/** docs/adopted.md */
@SuppressWarnings("unused") // it is there to be compiled
final class AdoptedPage {

  private AdoptedPage() {}

  static void governs() {
    ThreadPoolExecutor mail =
        new ThreadPoolExecutor(4, 4, 60, SECONDS, new LinkedBlockingQueue<>());
    AdoptedPool governed = Flyball.govern("mail", mail);
    governed.close();
  }

  static void advises(ThreadPoolExecutor mail) {
    Flyball.start(AdoptedPool.named("mail", mail).adviseOnly().limits(2, 50));
  }

  static void hikari() {
    HikariDataSource dataSource = new HikariDataSource();
    AdoptedPool db = Flyball.govern("orders-db", dataSource);
    db.close();
  }

  static void jetty(Server server) {
    AdoptedPool web = Flyball.govern("web", server);
  }

  static void tomcat(Tomcat tomcat) {
    AdoptedPool web = Flyball.govern("web", tomcat.getConnector());
  }

  static void undertow(Undertow undertow) {
    AdoptedPool web = Flyball.govern("web", undertow);
  }

  static void semaphore() {
    ResizableSemaphore calls = new ResizableSemaphore(10);
    AdoptedPool governed = Flyball.govern("calls", calls);
  }

  static void netflix(MetricRegistry registry) {
    GovernedLimit limit = new GovernedLimit(20);
    SimpleLimiter<Void> limiter =
        SimpleLimiter.newBuilder().limit(limit).metricRegistry(limit.counting(registry)).build();
    AdoptedPool governed = Flyball.govern("backend", limit.of(limiter));
  }
}
