package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.Flyball;
import dev.flyball.admission.Deadline;
import dev.flyball.admission.Importance;
import dev.flyball.admission.TaskOptions;
import dev.flyball.control.Governor;
import dev.flyball.control.Mode;
import dev.flyball.dataflow.expose.FlowMonitor;
import dev.flyball.dataflow.live.FlowGovernor;
import dev.flyball.dataflow.pipeline.Pipeline;
import dev.flyball.dataflow.pipeline.PipelineBuilder;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Limits;
import dev.flyball.policy.catalogue.Policies;
import dev.flyball.pool.AdaptivePool;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The dashboard over real sockets, with real pools. */
@Timeout(60)
class DashboardIT {

  private static final String ODD = "<script>alert(1)</script>\nnext\u0007 \"line\"";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final Dashboard dashboard =
      Dashboard.on(0).updatesPerSecond(10).announcing(line -> {}).start();
  private final int port = dashboard.port();
  private final String bearer = "Authorization: Bearer " + dashboard.token();

  @AfterEach
  void end() {
    dashboard.close();
  }

  private static AdaptivePool fixed(String name, int workers) {
    return Flyball.start(
        AdaptivePool.named(name)
            .governedBy(new FixedSize(workers))
            .limits(1, 50)
            .period(Duration.ofMillis(2)));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private RawHttp.Answer act(String action, String fields, String... headers) throws Exception {
    return RawHttp.post(port, "/act/" + action, fields, headers);
  }

  // ---- What is seen

  @Test
  void aPoolIsSeenWhileItWorks() throws Exception {
    try (AdaptivePool pool = fixed(ODD, 3);
        Watcher watcher = Watcher.of(CLIENT, dashboard.address())) {
      JsonNode seen =
          watcher.await(frame -> {
            pool.execute(() -> LockSupport.parkNanos(5_000_000)); // for the next window
            return Watcher.pool(frame, ODD).at("/figures/completedPerSecond").asDouble(0) > 0;
          });
      JsonNode mine = Watcher.pool(seen, ODD);
      assertThat(mine.at("/steering/policy").asString()).isEqualTo("fixed");
      assertThat(mine.at("/steering/limitMax").asInt()).isEqualTo(50);
      String id = encoded(mine.get("id").asString());
      RawHttp.Answer detail = RawHttp.get(port, "/api/pool?from=0&id=" + id);
      assertThat(detail.status()).isEqualTo(200);
      JsonNode journal = Watcher.JSON.readTree(detail.body()).get("journal");
      assertThat(journal.get(0).get("why").asString()).isEqualTo("fixed at 3");
    }
  }

  @Test
  void whatIsShedIsSeenByKindImportanceAndCause() throws Exception {
    TaskOptions late =
        TaskOptions.kind(ODD).importance(Importance.LOW).by(Deadline.atNanos(System.nanoTime()));
    try (AdaptivePool pool = fixed("shedding", 3);
        Watcher watcher = Watcher.of(CLIENT, dashboard.address())) {
      watcher.await(frame -> Watcher.pool(frame, "shedding").isObject());
      pool.execute(late, () -> {});
      JsonNode first =
          watcher
              .await(frame -> !Watcher.pool(frame, "shedding").at("/shed").isEmpty())
              .at("/pools/0/shed/0");
      assertThat(first.get("kind").asString()).isEqualTo(ODD);
      assertThat(first.get("importance").asString()).isEqualTo("low");
      assertThat(first.get("cause").asString()).isEqualTo("expired");
      assertThat(first.get("tasks").asLong()).isEqualTo(1);
      assertThat(first.get("perSecond").asDouble()).isPositive();
      watcher.await(frame -> {
        pool.execute(late, () -> {}); // for the next window
        return Watcher.pool(frame, "shedding").at("/figures/shedPerSecond").asDouble() > 0;
      });
    }
  }

  @Test
  void poolsComeAndGo() throws Exception {
    try (Watcher watcher = Watcher.of(CLIENT, dashboard.address())) {
      try (AdaptivePool pool = Flyball.pool("come and go");
          AdaptivePool given = AdaptivePool.named("come and go").ungoverned().build();
          Governor governor = Flyball.govern("govern", given.control())) {
        dashboard.show(given);
        watcher.await(frame -> frame.get("pools").size() == 3);
        assertThat(Flyball.pools()).containsExactly(pool);
        assertThat(Flyball.governors()).containsExactly(governor);
      }
      watcher.await(frame -> frame.get("pools").isEmpty());
      assertThat(Flyball.pools()).isEmpty();
      assertThat(Flyball.governors()).isEmpty();
    }
  }

  @Test
  void aPipelineIsSeenAsItsNetwork() throws Exception {
    try (Pipeline<String> pipeline = tickets();
        FlowGovernor governor = FlowGovernor.of(pipeline).build();
        Watcher watcher = Watcher.of(CLIENT, dashboard.address())) {
      dashboard.show(governor);
      for (int i = 0; i < 100; i++) {
        pipeline.put("record");
      }
      JsonNode seen = watcher.await(frame -> frame.get("flows").size() == 1);
      JsonNode stages = seen.at("/flows/0/stages");
      assertThat(stages.get(0).get("name").asString()).isEqualTo("first");
      assertThat(stages.get(0).get("out").has("second")).isTrue();
      assertThat(act("advise-only", "flow=tickets", bearer).status()).isEqualTo(200);
      assertThat(governor.mode()).hasValue(Mode.ADVISE_ONLY);
      assertThat(act("govern", "flow=tickets", "X-Nothing: at all").status()).isEqualTo(401);
      assertThat(governor.mode()).hasValue(Mode.ADVISE_ONLY);
      assertThat(act("pin", "flow=tickets", bearer).status()).isEqualTo(400);
      assertThat(act("govern", "flow=nobody", bearer).status()).isEqualTo(404);

      assertThat(act("pin", "pool=pool:tickets/second&workers=3", bearer).status()).isEqualTo(200);
      JsonNode pinned = watcher.await(frame -> modes(frame).contains("PINNED"));
      assertThat(modes(pinned)).as("of its stages").containsExactly("ADVISE_ONLY", "PINNED");
    }
  }

  /** The modes of the pools of a frame. */
  private static List<String> modes(JsonNode frame) {
    return frame.get("pools").values().stream()
        .map(pool -> pool.at("/steering/mode").asString())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "/, text/html",
    "/app.js, text/javascript",
    "/shed.js, text/javascript",
    "/style.css, text/css",
    "/icon.svg, image/svg+xml",
    "/uplot/uPlot.iife.min.js, text/javascript",
    "/api/policies, application/json"
  })
  void thePageIsServedWithItsGuards(String path, String type) throws Exception {
    RawHttp.Answer answer = RawHttp.get(port, path);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.head())
        .containsIgnoringCase("Content-Type: " + type)
        .containsIgnoringCase("Content-Security-Policy: default-src 'none'; script-src 'self'")
        .containsIgnoringCase("X-Content-Type-Options: nosniff")
        .containsIgnoringCase("Referrer-Policy: no-referrer")
        .doesNotContainIgnoringCase("Access-Control");
    assertThat(answer.body()).doesNotContain(dashboard.token());
  }

  @Test
  void thePageWeighsLessThanTwoHundredKilobytesAndAsksNobodyElse() throws Exception {
    String page = RawHttp.get(port, "/").body();
    assertThat(page).doesNotContain("https://").doesNotContain("http://");
    int bytes = page.length();
    for (String path : Assets.load().paths()) {
      String body = RawHttp.get(port, path).body();
      bytes += body.getBytes(StandardCharsets.UTF_8).length;
      if (path.endsWith(".js") && !path.contains("uplot")) {
        assertThat(body).doesNotContain("innerHTML", "insertAdjacentHTML", "document.write");
      }
    }
    assertThat(bytes).isLessThan(200_000);
  }

  // ---- What is done

  @Test
  void theSwitchesAreTurnedWithTheToken() throws Exception {
    try (AdaptivePool pool = fixed("switches", 3);
        Watcher watcher = Watcher.of(CLIENT, dashboard.address())) {
      watcher.await(frame -> Watcher.pool(frame, "switches").isObject());
      Governor governor = pool.governor().orElseThrow();
      assertThat(act("pin", "pool=pool:switches&workers=7", bearer).status()).isEqualTo(200);
      assertThat(governor.mode()).isEqualTo(Mode.PINNED);
      assertThat(pool.workersTarget()).isEqualTo(7);
      watcher.await(frame ->
          Watcher.pool(frame, "switches").at("/steering/mode").asString().equals("PINNED"));
      assertThat(act("govern", "pool=pool:switches", bearer).status()).isEqualTo(200);
      assertThat(governor.mode()).isEqualTo(Mode.GOVERN);
      assertThat(act("advise-only", "pool=pool:switches", bearer).status()).isEqualTo(200);
      assertThat(governor.mode()).isEqualTo(Mode.ADVISE_ONLY);
      assertThat(act("limits", "pool=pool:switches&min=2&max=9", bearer).status()).isEqualTo(200);
      assertThat(governor.limits()).isEqualTo(Limits.of(2, 9));
      String policy = encoded("littles-law(headroom=0.2)");
      assertThat(act("policy", "pool=pool:switches&policy=" + policy, bearer).status())
          .isEqualTo(200);
      assertThat(Policies.nameOf(governor.policy())).isEqualTo("littles-law");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Forwarded: for=10.0.0.9", "X-Forwarded-For: 10.0.0.9", "Via: 1.1 gate"})
  void whatAProxyPassesOnIsNotFromThisMachine(String passedOn) throws Exception {
    RawHttp.Answer answer = act("govern", "pool=pool:p", bearer, passedOn);
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.body()).contains("only this machine may act");
    assertThat(act("govern", "pool=pool:p", bearer).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pin | pool=pool:p&workers=0 | 400 | workers must be at least 1 but was 0",
        "pin | pool=pool:p&workers=many | 400 | workers must be a whole number but was 'many'",
        "pin | pool=pool:p | 400 | workers must be given",
        "pin | workers=3 | 400 | pool must be given",
        "pin | pool=pool:p&workers=3&workers=4 | 400 | workers must be given once",
        "pin | pool=%zz&workers=3 | 400 | fields must be encoded as in a form",
        "pin | pool=pool:nobody&workers=3 | 404 | there is no pool 'pool:nobody'",
        "limits | pool=pool:p&min=9&max=3 | 400 | max must be at least min (9) but was 3",
        "policy | pool=pool:p&policy=fixd | 400 | did you mean 'fixed'?",
        "policy | pool=pool:p&policy=fixed(workers%3D0) | 400 | must be",
        "pn | pool=pool:p | 404 | did you mean 'pin'?",
        "govern | pool=pool:bare | 409 | pool 'bare' has no governor"
      })
  void whatCannotBeIsRefusedInOneLine(String action, String fields, int status, String line)
      throws Exception {
    try (AdaptivePool pool = fixed("p", 3);
        AdaptivePool bare = Flyball.start(AdaptivePool.named("bare").ungoverned().workers(2));
        Watcher watcher = Watcher.of(CLIENT, dashboard.address())) {
      watcher.await(frame -> frame.get("pools").size() == 2);
      RawHttp.Answer answer = act(action, fields, bearer);
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.body()).contains(line).endsWith("\n").hasLineCount(1);
      assertThat(pool.governor().orElseThrow().mode()).isEqualTo(Mode.GOVERN);
      assertThat(bare.workersTarget()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Nothing: at all",
        "Authorization: Bearer wrong",
        "Authorization: Bearer ",
        "Authorization: Basic dXNlcjpwYXNz",
        "Cookie: token=whatever"
      })
  void withoutTheTokenNothingIsDone(String header) throws Exception {
    try (AdaptivePool pool = fixed("guarded", 3)) {
      RawHttp.Answer answer = act("pin", "pool=pool:guarded&workers=7", header);
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.head()).containsIgnoringCase("WWW-Authenticate: Bearer");
      assertThat(pool.governor().orElseThrow().mode()).isEqualTo(Mode.GOVERN);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: http://127.0.0.1:1",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
        "Host: evil.example",
        "Host: 127.0.0.1.evil.example",
        "Host: localhost.evil.example:80"
      })
  void anotherOriginIsRefusedTokenOrNot(String header) throws Exception {
    try (AdaptivePool pool = fixed("guarded", 3)) {
      assertThat(act("pin", "pool=pool:guarded&workers=7", bearer, header).status()).isEqualTo(403);
      assertThat(RawHttp.get(port, "/events", header).status()).isEqualTo(403);
      assertThat(RawHttp.get(port, "/api/policies", header).status()).isEqualTo(403);
      assertThat(pool.governor().orElseThrow().mode()).isEqualTo(Mode.GOVERN);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Host: localhost", "Host: [::1]:8080", "Host: LOCALHOST:1", "Host: 10.1.2.3"})
  void whatNobodyCanPointElsewhereIsInOrder(String host) throws Exception {
    assertThat(RawHttp.get(port, "/", host).status()).isEqualTo(200);
  }

  @Test
  void aLinkFromAnotherPageOpensThePageButNothingElse() throws Exception {
    String[] link = {"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"};
    assertThat(RawHttp.get(port, "/", link).status()).isEqualTo(200);
    assertThat(act("govern", "pool=p", bearer, link[0], link[1]).status()).isEqualTo(403);
  }

  @Test
  void aNameThatWasAllowedIsAHost() throws Exception {
    try (Dashboard named = Dashboard.on(0).host("Build7").announcing(line -> {}).start()) {
      assertThat(RawHttp.get(named.port(), "/", "Host: build7:80").status()).isEqualTo(200);
      assertThat(RawHttp.get(port, "/", "Host: build7:80").status()).isEqualTo(403);
    }
  }

  @Test
  void methodsBodiesAndPathsHaveTheirBounds() throws Exception {
    assertThat(RawHttp.get(port, "/act/pin", bearer).status()).isEqualTo(405);
    assertThat(RawHttp.post(port, "/", "", bearer).status()).isEqualTo(405);
    assertThat(RawHttp.get(port, "/nothing").status()).isEqualTo(404);
    assertThat(RawHttp.get(port, "/../secret").status()).isEqualTo(404);
    assertThat(RawHttp.get(port, "/api/pool").status()).isEqualTo(400);
    assertThat(RawHttp.get(port, "/api/pool?id=x").status()).isEqualTo(404);
    assertThat(RawHttp.get(port, "/api/pool?id=%01x").body()).contains("'\\u0001x'");
    assertThat(act("pin", "pool=" + "x".repeat(5000), bearer).status()).isEqualTo(413);
    RawHttp.Answer head =
        RawHttp.send(port, "HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }

  @Test
  void twoPipelinesOfAName() throws Exception {
    try (Pipeline<String> one = tickets();
        Pipeline<String> other = tickets();
        FlowGovernor first = FlowGovernor.of(one).build();
        FlowGovernor second = FlowGovernor.of(other).build();
        Watcher watcher = Watcher.of(CLIENT, dashboard.address())) {
      dashboard.show(first).show(second).show(first);
      JsonNode seen = watcher.await(frame -> frame.get("flows").size() == 2);
      assertThat(seen.at("/flows/0/name").asString()).isEqualTo("tickets");
      assertThat(seen.at("/flows/1/name").asString()).isEqualTo("tickets#2");
      assertThat(act("advise-only", "flow=tickets%232", bearer).status()).isEqualTo(200);
      assertThat(second.mode()).hasValue(Mode.ADVISE_ONLY);
      assertThat(first.mode()).hasValue(Mode.GOVERN);
    }
  }

  @Test
  void aPipelineThatIsRegisteredNeedNotBeGiven() throws Exception {
    try (Pipeline<String> pipeline = tickets();
        Watcher watcher = Watcher.of(CLIENT, dashboard.address())) {
      FlowGovernor governor = FlowGovernor.of(pipeline).build();
      FlowMonitor.register(governor);
      watcher.await(frame -> frame.get("flows").size() == 1);
      governor.close();
      watcher.await(frame -> frame.get("flows").isEmpty());
    }
  }

  private static Pipeline<String> tickets() {
    PipelineBuilder plan = Pipeline.named("tickets");
    var first = plan.map("first", (String record) -> record);
    first.to(plan.sink("second", (String record) -> {}));
    return plan.build(first);
  }

  @Test
  void aStartThatFailsLeavesNothingBehind() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    DashboardBuilder plan =
        Dashboard.on(free)
            .announcing(line -> {
              throw new IllegalStateException("nobody listens");
            });
    assertThatThrownBy(plan::start).hasMessage("nobody listens");
    try (Dashboard second = Dashboard.on(free).announcing(line -> {}).start()) {
      assertThat(second.port()).isEqualTo(free);
    }
  }

  @Test
  void theAddressIsAnnouncedWithoutTheToken() {
    List<String> lines = new ArrayList<>();
    try (Dashboard other = Dashboard.on(0).announcing(lines::add).start()) {
      assertThat(lines).containsExactly("dashboard at http://127.0.0.1:" + other.port() + "/");
      assertThat(other.token()).hasSize(22);
    }
  }

  @Test
  void theTokenIsInAFileOfItsOwnerWhereOneIsGiven(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("token");
    DashboardBuilder plan = Dashboard.on(0).announcing(line -> {}).tokenFile(file);
    try (Dashboard other = plan.start()) {
      assertThat(file).hasContent(other.token());
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThatThrownBy(plan::start).hasMessageContaining("must be new but " + file + " is there");
      assertThat(file).exists();
    }
    assertThat(file).doesNotExist();
    assertThatThrownBy(() -> Dashboard.on(port).tokenFile(file).start())
        .hasMessageContaining("port must be free");
    assertThat(file).doesNotExist();
    assertThatThrownBy(() -> Dashboard.on(0).tokenFile(file.resolve("none")).start())
        .hasMessageContaining("the token must be written to " + file);
  }

  /** One for documents, which no machine has. */
  private static InetAddress elsewhere() throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {(byte) 203, 0, 113, 1});
  }

  @Test
  void whatCannotBeIsRefusedAtTheStart() {
    assertThatThrownBy(() -> Dashboard.serve(port))
        .hasMessageContaining("port must be free but " + port + " is not");
    assertThatThrownBy(() -> Dashboard.on(0).address(elsewhere()).start())
        .hasMessageContaining("address must be one of this machine but 203.0.113.1 is not");
    assertThatThrownBy(() -> Dashboard.on(70_000)).hasMessageContaining("port must be from 0");
    assertThatThrownBy(() -> Dashboard.on(0).host("name:8090"))
        .hasMessageContaining("without scheme and port but was 'name:8090'");
    assertThatThrownBy(() -> Dashboard.on(0).token("short")).hasMessageContaining("at least 16");
    assertThatThrownBy(() -> Dashboard.on(0).token("not%zz<fit>for-an-address"))
        .hasMessageContaining("letters, digits");
    assertThatThrownBy(() -> Dashboard.on(0).updatesPerSecond(11))
        .hasMessageContaining("from 1 to 10");
  }
}
