package dev.flyball.lab.pages;

import dev.flyball.adapters.grpc.AdmissionInterceptor;
import dev.flyball.adapters.servlet.AdmissionFilter;
import dev.flyball.adapters.servlet.WorkerDispatch;
import dev.flyball.admission.Deadline;
import dev.flyball.admission.Importance;
import dev.flyball.admission.TaskOptions;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import jakarta.servlet.DispatcherType;
import java.net.URI;
import java.net.http.HttpRequest;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** docs/deadlines.md */
@SuppressWarnings("unused") // it is there to be compiled
final class DeadlinesPage {

  static final TaskOptions CHECKOUT =
      TaskOptions.kind("checkout").importance(Importance.HIGH).within(Duration.ofSeconds(1));

  private DeadlinesPage() {}

  static void pool(AdaptivePool orders, Cart cart) {
    orders.execute(CHECKOUT, () -> checkOut(cart));
    Future<Quote> quote = orders.submit(CHECKOUT, () -> quote(cart));
  }

  static void servlets() {
    Limiter requests = Limiter.named("requests").build();
    AdmissionFilter filter = AdmissionFilter.over(requests).deadline(Duration.ofSeconds(2)).build();
  }

  static void kinds(Limiter requests) {
    AdmissionFilter filter =
        AdmissionFilter.over(requests)
            .kind(request ->
                request.getMethod()
                    + (request.getServletPath().startsWith("/report") ? " report" : " other"))
            .build();
  }

  static void tomcat(Tomcat tomcat, AdmissionFilter filter) {
    Context app = tomcat.addContext("", null);
    app.addServletContainerInitializer((none, context) -> filter.addTo(context, "/*"), Set.of());
  }

  static void jetty(AdmissionFilter filter) {
    ServletContextHandler app = new ServletContextHandler();
    app.addServletContainerInitializer((none, context) -> filter.addTo(context, "/*"));
  }

  static void workers(Connector connector) {
    connector
        .getProtocolHandler()
        .setExecutor(WorkerDispatch.over(Executors.newCachedThreadPool()));
  }

  static void grpc(AdaptivePool calls) {
    Server server =
        NettyServerBuilder.forPort(8443)
            .addService(new OrderService())
            .intercept(AdmissionInterceptor.over(calls).deadline(Duration.ofSeconds(2)))
            .build();
  }

  static void passesOn(Statement statement, URI uri) throws SQLException {
    Duration left = Deadline.current().map(Deadline::remaining).orElse(Duration.ofSeconds(30));
    statement.setQueryTimeout((int) Math.max(1, left.toSeconds()));
    HttpRequest.newBuilder(uri)
        .timeout(left.plusMillis(1))
        .header("X-Request-Timeout-Ms", Long.toString(Math.max(1, left.toMillis())));
  }

  private static void checkOut(Cart cart) {}

  private static Quote quote(Cart cart) {
    return new Quote();
  }

  /** What is asked for. */
  record Cart() {}

  /** The answer. */
  record Quote() {}

  /** A service. */
  private static final class OrderService implements BindableService {

    @Override
    public ServerServiceDefinition bindService() {
      return ServerServiceDefinition.builder("shop.Orders").build();
    }
  }

  /** In Spring Boot. */
  static class Beans {

    @Bean
    FilterRegistrationBean<AdmissionFilter> admission(AdmissionFilter filter) {
      var first = new FilterRegistrationBean<>(filter);
      first.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
      first.setOrder(Ordered.HIGHEST_PRECEDENCE);
      return first;
    }
  }
}
