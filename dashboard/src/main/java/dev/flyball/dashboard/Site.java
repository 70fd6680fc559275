package dev.flyball.dashboard;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.flyball.base.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Answers every request: what may be read by {@code GET}, what may be done by {@code POST}.
 *
 * <pre>
 * GET  /              the page, and the files it is made of
 * GET  /events        frames, as server-sent events
 * GET  /api/pool      the journal of a pool, what its policy has learned, and its last minutes;
 *                     of what is known already ({@code since=}, {@code curve=}) only what is new
 * GET  /api/policies  the names of the catalogue
 * POST /act/ACTION    a switch is turned; its fields are those of a form
 * </pre>
 */
final class Site implements HttpHandler {

  private static final System.Logger LOG = System.getLogger(Site.class.getName());
  private static final int BODY_BYTES_MAX = 4096;
  private static final String ACT = "/act/";
  private static final String EVENTS = "/events";

  private final Guard guard;
  private final Assets assets;
  private final EventStream events;
  private final Sampler sampler;
  private final Actions actions;
  private final List<String> policies;

  Site(Guard guard, EventStream events, Sampler sampler, List<String> policies) {
    this.guard = guard;
    this.assets = Assets.load();
    this.events = events;
    this.sampler = sampler;
    this.actions = new Actions(sampler);
    this.policies = List.copyOf(policies);
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Reply.prepare(exchange);
      answerOrRefuse(exchange);
    }
  }

  private void answerOrRefuse(HttpExchange exchange) throws IOException {
    try {
      answer(exchange);
    } catch (Refusal e) {
      refuse(exchange, e);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "dashboard: a request failed", e);
      throw e;
    }
  }

  private void answer(HttpExchange exchange) throws IOException, Refusal {
    guard.checkReading(exchange);
    String path = exchange.getRequestURI().getPath();
    String method = exchange.getRequestMethod();
    if (path.startsWith(ACT)) {
      requireMethod(exchange, method, "POST");
      guard.checkActing(exchange);
      actions.act(path.substring(ACT.length()), Form.read(body(exchange)));
      Reply.line(exchange, 200, "done");
      return;
    }
    if (path.equals(EVENTS)) {
      requireMethod(exchange, method, "GET");
      events.serve(exchange);
      return;
    }
    requireMethod(exchange, method, "GET", "HEAD");
    read(exchange, path);
  }

  private void read(HttpExchange exchange, String path) throws IOException, Refusal {
    switch (path) {
      case "/api/pool" -> Reply.send(exchange, 200, Reply.JSON, pool(exchange));
      case "/api/policies" ->
          Reply.send(
              exchange, 200, Reply.JSON, Json.rounded(policies).getBytes(StandardCharsets.UTF_8));
      default -> {
        Assets.Asset asset =
            assets.at(path).orElseThrow(() -> new Refusal(404, "there is nothing at " + path));
        Reply.send(exchange, 200, asset.type(), asset.bytes());
      }
    }
  }

  private byte[] pool(HttpExchange exchange) throws Refusal {
    String query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
    Form fields = Form.read(query);
    String id = fields.text("id");
    return sampler
        .track(id)
        .orElseThrow(() -> new Refusal(404, "there is no pool '" + id + "'"))
        .detail(
            fields.number("since", 0),
            fields.number("curve", -1),
            fields.optional("history").isPresent());
  }

  private static String body(HttpExchange exchange) throws IOException, Refusal {
    byte[] body = exchange.getRequestBody().readNBytes(BODY_BYTES_MAX + 1);
    if (body.length > BODY_BYTES_MAX) {
      throw new Refusal(413, "a body must be at most " + BODY_BYTES_MAX + " bytes but was more");
    }
    return new String(body, StandardCharsets.UTF_8);
  }

  private static void requireMethod(HttpExchange exchange, String method, String... allowed)
      throws Refusal {
    if (!List.of(allowed).contains(method)) {
      exchange.getResponseHeaders().set("Allow", String.join(", ", allowed));
      throw new Refusal(
          405, "the method must be " + String.join(" or ", allowed) + " but was " + method);
    }
  }

  private static void refuse(HttpExchange exchange, Refusal refusal) throws IOException {
    if (refusal.status() == 401) {
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer realm=\"flyball\"");
    }
    Reply.line(exchange, refusal.status(), refusal.why());
  }
}
