package dev.flyball.lab.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the pages say that can be compared. Each Java block of README.md and docs/*.md is code of
 * one example or test: the same lines in the same order, others between them, apart from blanks,
 * line breaks and comments at the end of a line. Where the block has "...", the code has anything.
 */
class PagesTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern BLOCK = Pattern.compile("(?m)^```java\n((?s:.*?))^```$");
  private static final Pattern LINE_OR_ANYTHING = Pattern.compile("\n|\\.\\.\\.");
  private static final Pattern VERSION =
      Pattern.compile(
          "dev\\.flyball(?::[a-z-]+:|</groupId>\\s*<artifactId>[a-z-]+</artifactId>\\s*<version>)"
              + "([^\"<]+)");

  @Test
  void eachBlockIsCodeThatIsCompiled() throws IOException {
    List<String> sources = sources();
    List<String> strangers = new ArrayList<>();
    int blocks = 0;
    for (Path page : pages()) {
      Matcher block = BLOCK.matcher(Files.readString(page));
      while (block.find()) {
        blocks++;
        if (sources.stream().noneMatch(code -> has(code, block.group(1)))) {
          strangers.add(page + ":\n" + block.group(1));
        }
      }
    }
    assertThat(strangers).isEmpty();
    assertThat(blocks).isGreaterThan(30);
  }

  @Test
  void theVersionIsThatOfTheProject() throws IOException {
    Matcher own = VERSION.matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(own.find()).isTrue();
    List<Path> files = pages();
    find(ROOT.resolve("examples"), "pom.xml", files);
    int versions = 0;
    for (Path file : files) {
      Matcher said = VERSION.matcher(Files.readString(file));
      while (said.find()) {
        versions++;
        assertThat(said.group(1)).as(file.toString()).isEqualTo(own.group(1));
      }
    }
    assertThat(versions).isGreaterThan(7);
  }

  @Test
  void aBlockWithAnotherWordIsFound() {
    String code = bare("int a = 1; // one\n  call(a,\n      b);\nend();");
    assertThat(has(code, "int a = 1;  // as many\ncall(a, b);\n")).isTrue();
    assertThat(has(code, "int a = 1;\n...\nend();\n")).isTrue();
    assertThat(has(code, "int a = 2;\n")).isFalse();
    assertThat(has(code, "end();\nint a = 1;\n")).isFalse();
  }

  private static boolean has(String code, String block) {
    int from = 0;
    for (String line : LINE_OR_ANYTHING.splitAsStream(block).toList()) {
      String part = bare(line);
      int at = code.indexOf(part, from);
      if (at < 0) {
        return false;
      }
      from = at + part.length();
    }
    return true;
  }

  /** Without blanks, and without comments, which are not addresses such as http://... */
  private static String bare(String code) {
    return code.lines()
        .map(line -> line.replaceAll("(?<!:)//.*", "").replaceAll("\\s", ""))
        .collect(Collectors.joining());
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  private static List<String> sources() throws IOException {
    List<Path> files = new ArrayList<>();
    find(ROOT.resolve("examples"), ".java", files);
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : (Iterable<Path>) modules::iterator) {
        Path tests = module.resolve("src/test/java");
        if (Files.isDirectory(tests)) {
          find(tests, ".java", files);
        }
      }
    }
    List<String> sources = new ArrayList<>();
    for (Path file : files) {
      sources.add(bare(Files.readString(file)));
    }
    return sources;
  }

  /** Adds all files in a folder whose names end so. */
  private static void find(Path folder, String ending, List<Path> files) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      all.filter(file -> file.toString().endsWith(ending)).forEach(files::add);
    }
  }
}
