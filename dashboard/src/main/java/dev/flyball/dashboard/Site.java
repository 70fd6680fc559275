package dev.flyball.dashboard;

import dev.flyball.base.Json;
import dev.flyball.dashboard.PoolTrack.Stretch;
import dev.flyball.dashboard.http.Form;
import dev.flyball.dashboard.http.Handler;
import dev.flyball.dashboard.http.Refusal;
import dev.flyball.dashboard.http.Request;
import dev.flyball.dashboard.http.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Answers every request: what may be read by {@code GET}, what may be done by {@code POST}.
 *
 * <pre>
 * GET  /              the page, and the files it is made of
 * GET  /events        frames, as server-sent events; with {@code pool=}, an id, that pool in full
 *                     and all in brief
 * GET  /api/pool      the journal of a pool, and what its policy has learned; of what is known
 *                     already ({@code since=}, {@code curve=}) only what is new; and its history
 *                     of a time ({@code from=}, {@code until=}, milliseconds since 1970)
 * GET  /api/policies  the names of the catalogue
 * POST /act/ACTION    a switch is turned; its fields are those of a form
 * </pre>
 */
final class Site implements Handler {

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
  public void handle(Request request, Response response) throws IOException, Refusal {
    guard.checkReading(request);
    String path = request.path();
    if (path.startsWith(ACT)) {
      requireMethod(request, response, "POST");
      guard.checkActing(request, response);
      actions.act(path.substring(ACT.length()), Form.read(request.body()));
      response.line(200, "done");
      return;
    }
    if (path.equals(EVENTS)) {
      requireMethod(request, response, "GET");
      events.serve(response, Form.read(request.query()).optional("pool"));
      return;
    }
    requireMethod(request, response, "GET", "HEAD");
    read(request, response);
  }

  private void read(Request request, Response response) throws IOException, Refusal {
    switch (request.path()) {
      case "/api/pool" -> response.send(request, 200, Response.JSON, pool(request));
      case "/api/policies" -> {
        byte[] names = Json.rounded(policies).getBytes(StandardCharsets.UTF_8);
        response.send(request, 200, Response.JSON, names);
      }
      default -> {
        Assets.Asset asset =
            assets
                .at(request.path())
                .orElseThrow(() -> new Refusal(404, "there is nothing at " + request.path()));
        response.send(request, 200, asset.type(), asset.bytes());
      }
    }
  }

  private byte[] pool(Request request) throws Refusal {
    Form fields = Form.read(request.query());
    String id = fields.text("id");
    return sampler
        .track(id)
        .orElseThrow(() -> new Refusal(404, "there is no pool '" + id + "'"))
        .detail(fields.number("since", 0), fields.number("curve", -1), stretch(fields));
  }

  private static Optional<Stretch> stretch(Form fields) throws Refusal {
    if (fields.optional("from").isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Stretch(fields.number("from", 0), fields.number("until", Long.MAX_VALUE)));
  }

  private static void requireMethod(Request request, Response response, String... allowed)
      throws Refusal {
    if (!List.of(allowed).contains(request.method())) {
      response.header("Allow", String.join(", ", allowed));
      throw new Refusal(
          405,
          "the method must be " + String.join(" or ", allowed) + " but was " + request.method());
    }
  }
}
