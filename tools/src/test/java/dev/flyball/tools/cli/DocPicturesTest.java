package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each picture that a page of the documentation shows has a maker, and the other way round. */
class DocPicturesTest {

  private static final Pattern SHOWN =
      Pattern.compile("(?:!\\[[^\\]]*\\]\\(|<img[^>]*src=\")([^)\"\\s]+)");

  @Test
  void whatIsShownIsMadeAndWhatIsMadeIsShown() throws IOException {
    Set<Path> shown = new TreeSet<>();
    for (Path page : pages()) {
      Matcher picture = SHOWN.matcher(Files.readString(page));
      while (picture.find()) {
        shown.add(page.resolveSibling(picture.group(1)).normalize());
      }
    }
    Set<Path> made =
        Stream.of(DocPicture.values())
            .map(picture -> DocPicture.FOLDER.resolve(picture.file()))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(shown).isEqualTo(made);
    assertThat(made).allMatch(Files::isRegularFile);
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(DocPicture.ROOT.resolve("docs"));
        Stream<Path> root = Files.list(DocPicture.ROOT)) {
      return Stream.concat(docs, root).filter(page -> page.toString().endsWith(".md")).toList();
    }
  }
}
