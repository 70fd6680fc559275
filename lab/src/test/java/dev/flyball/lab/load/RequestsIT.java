package dev.flyball.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.flyball.lab.load.Load.KindMix;
import dev.flyball.lab.load.Load.Schedule;
import dev.flyball.lab.load.LoadResult.Ended;
import dev.flyball.lab.load.LoadResult.Outcome;
import dev.flyball.sim.workload.Arrivals;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a server sees of each request, and what is said of each that has ended. */
@Timeout(60)
@Tag("slow")
class RequestsIT {

  @Test
  void everyRequestHasTheHeaderFieldsAndIsToldOfOnce() throws IOException, InterruptedException {
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          seen.add(exchange.getRequestHeaders().getFirst("X-Wanted-By"));
          exchange.sendResponseHeaders(204, -1);
        });
    server.start();
    List<Ended> ended = new ArrayList<>();
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    Schedule schedule =
        Schedule.of(Arrivals.constant(50), KindMix.only(""), Duration.ofMillis(400), 1);
    try (LoadRun run =
        LoadClient.to(uri, Duration.ofSeconds(20))
            .with("X-Wanted-By", "noon")
            .start(schedule, second -> {}, ended::add)) {
      run.await();
    } finally {
      server.stop(0);
    }
    assertThat(seen).hasSize(20).containsOnly("noon");
    assertThat(ended)
        .hasSize(20)
        .allMatch(request -> request.outcome() == Outcome.COMPLETED)
        .allMatch(request -> request.atNanos() >= request.dueNanos());
    assertThat(ended.stream().map(Ended::dueNanos).distinct()).hasSize(20);
  }
}
