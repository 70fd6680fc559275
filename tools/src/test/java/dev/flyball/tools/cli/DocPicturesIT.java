package dev.flyball.tools.cli;

import dev.flyball.tools.browser.BrowserSession;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Makes the pictures of the documentation again: {@code ./flyball pictures}, and else nothing. */
@EnabledIfSystemProperty(named = "flyball.pictures", matches = "true")
class DocPicturesIT {

  @RegisterExtension static final BrowserSession browser = new BrowserSession();

  @ParameterizedTest
  @EnumSource
  void make(DocPicture picture, @TempDir Path work) throws Exception {
    Path file = Files.createDirectories(DocPicture.FOLDER).resolve(picture.file());
    try {
      picture.make(browser, work, file);
    } catch (Exception e) {
      System.out.println("pictures: " + picture.file() + " could not be made: " + e);
      throw e;
    }
    System.out.println("pictures: made " + DocPicture.ROOT.relativize(file));
  }
}
