package dev.flyball.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.spring.app.Application;
import dev.flyball.spring.app.Instance;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application that is processed ahead of time, as {@code spring-boot:process-aot} does it, and
 * started from what came of it.
 */
@Timeout(600)
@Tag("slow")
class AheadOfTimeIT {

  private static final String[] PROPERTIES = {
    "server.port=0",
    "spring.main.banner-mode=off",
    "logging.level.root=warn",
    "management.endpoints.web.exposure.include=*",
    "spring.datasource.url=jdbc:h2:mem:ahead",
    "flyball.pools.orders.mode=govern",
    "flyball.pools.orders.max=64",
    "flyball.adopt.tomcat.mode=govern"
  };

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void poolsAndEndpointAreThereWithoutTheConfigurationBeingReadAgain(@TempDir Path folder)
      throws Exception {
    process(folder);
    compile(folder);
    assertThat(folder.resolve("classes/dev/flyball/spring/PoolFactory__BeanDefinitions.class"))
        .exists();
    String classPath = folder.resolve("classes") + File.pathSeparator + classPath();
    try (Instance shop =
        Instance.start(classPath, List.of("-Dspring.aot.enabled=true"), PROPERTIES)) {
      assertThat(get(shop, "/order?id=7")).startsWith("order 7 by orders");
      assertThat(get(shop, "/actuator/flyball/orders"))
          .contains("\"mode\":\"govern\"", "\"max\":64");
      assertThat(get(shop, "/actuator/flyball/tomcat")).contains("\"mode\":\"govern\"");
      assertThat(get(shop, "/actuator/prometheus"))
          .contains("flyball_size_threads{name=\"orders\"}");
    }
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  private static void process(Path folder) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath()));
    command.add("org.springframework.boot.SpringApplicationAotProcessor");
    command.add(Application.class.getName());
    for (String output : List.of("sources", "classes", "classes")) {
      command.add(folder.resolve(output).toString());
    }
    command.addAll(List.of("org.example", "shop"));
    for (String property : PROPERTIES) {
      command.add("--" + property);
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private static void compile(Path folder) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-parameters", "-nowarn"));
    String classes = folder.resolve("classes").toString();
    arguments.addAll(List.of("-d", classes, "-cp", classes + File.pathSeparator + classPath()));
    try (Stream<Path> files = Files.walk(folder.resolve("sources"))) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .forEach(file -> arguments.add(file.toString()));
    }
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    assertThat(failed).isZero();
  }

  private String get(Instance shop, String path) throws Exception {
    URI uri = URI.create("http://localhost:" + shop.port() + path);
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
  }
}
