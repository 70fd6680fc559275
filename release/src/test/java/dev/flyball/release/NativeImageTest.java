package dev.flyball.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What modules tell the compiler of native images: their records are read and made by their
 * components, for JSON, JMX and the text of a policy; what is published over JMX is read by its
 * methods. {@code -Dgolden=update} writes the files anew.
 *
 * <p>No native image is built here: this holds the files to the classes and no more.
 */
class NativeImageTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BEAN = Pattern.compile(".*MX?Bean");

  private static Path metadata(String folder, String artifact, String file) {
    return ROOT.resolve(folder)
        .resolve("src/main/resources/META-INF/native-image/dev.flyball")
        .resolve(artifact)
        .resolve(file);
  }

  @ParameterizedTest
  @CsvSource({
    "core, flyball",
    "policies, flyball-policies",
    "dataflow, flyball-dataflow",
    "dashboard, flyball-dashboard",
  })
  void whatIsReadByReflectionIsNamed(String folder, String artifact) throws IOException {
    String wanted = reflection(ROOT.resolve(folder).resolve("target/classes"));
    Path file = metadata(folder, artifact, "reflect-config.json");
    if ("update".equals(System.getProperty("golden"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, wanted);
    }
    assertThat(Files.readString(file)).isEqualTo(wanted);
    assertThat(JsonMapper.shared().readTree(file).size()).isPositive();
  }

  private static String reflection(Path classes) {
    return new ClassFileImporter()
        .importPath(classes).stream()
            .flatMap(NativeImageTest::entry)
            .sorted()
            .collect(Collectors.joining(",\n", "[\n", "\n]\n"));
  }

  private static Stream<String> entry(JavaClass type) {
    if (type.isRecord()) {
      return Stream.of(
          "  {\"name\": \""
              + type.getName()
              + "\", \"allDeclaredConstructors\": true, \"allDeclaredMethods\": true,"
              + " \"allRecordComponents\": true}");
    }
    boolean isBean = type.isInterface() && BEAN.matcher(type.getSimpleName()).matches();
    boolean hasBean =
        type.getRawInterfaces().stream()
            .anyMatch(parent -> BEAN.matcher(parent.getSimpleName()).matches());
    return isBean || hasBean
        ? Stream.of("  {\"name\": \"" + type.getName() + "\", \"allPublicMethods\": true}")
        : Stream.empty();
  }

  @Test
  void eachFileOfThePageIsIncluded() throws IOException {
    Path resources = ROOT.resolve("dashboard/src/main/resources");
    List<Pattern> included =
        JsonMapper.shared()
            .readTree(metadata("dashboard", "flyball-dashboard", "resource-config.json"))
            .path("resources")
            .path("includes")
            .valueStream()
            .map(one -> Pattern.compile(one.path("pattern").asString()))
            .toList();
    try (Stream<Path> files = Files.walk(resources.resolve("dev"))) {
      assertThat(files.filter(Files::isRegularFile))
          .isNotEmpty()
          .allSatisfy(file -> {
            String name = resources.relativize(file).toString().replace('\\', '/');
            assertThat(included).anyMatch(pattern -> pattern.matcher(name).matches());
          });
    }
  }

  @Test
  void eachProxyIsOfBeansThatThereAre() throws IOException {
    JsonNode proxies =
        JsonMapper.shared()
            .readTree(metadata("dashboard", "flyball-dashboard", "proxy-config.json"));
    assertThat(proxies.valueStream().map(one -> one.path("interfaces").get(0).asString()))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(Class.forName(name)).isInterface());
  }
}
