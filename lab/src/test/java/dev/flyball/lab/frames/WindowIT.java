package dev.flyball.lab.frames;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real windows on a virtual screen. */
@Tag("slow")
class WindowIT {

  private static final long SECONDS_MAX = 300;

  private static @Nullable VirtualScreen screen;

  @BeforeAll
  static void startScreen() throws IOException {
    assumeTrue(
        VirtualScreen.installed(),
        "tests with a window need the program Xvfb, of the package xvfb, but it is not installed");
    assumeTrue(
        VirtualScreen.jdkShowsWindows(),
        "tests with a window need a whole JDK but this one has no libawt_xawt.so, as headless ones");
    screen = VirtualScreen.start();
  }

  @AfterAll
  static void endScreen() {
    if (screen != null) {
      screen.close();
    }
  }

  private static SortedMap<String, String> run(String... arguments) throws Exception {
    if (screen == null) {
      throw new IllegalStateException("there is no screen");
    }
    return screen.run(WindowScript.class, SECONDS_MAX, arguments);
  }

  @Test
  void framesAreCountedWhereTheyAreWantedOnly(@TempDir Path folder) throws Exception {
    Path screenshot = folder.resolve("window.png");
    SortedMap<String, String> seen = run("frames", screenshot.toString());
    assertThat(seen)
        .containsEntry("animated", "true")
        .containsEntry("rests", "true")
        .containsEntry("restIsNotZero", "true")
        .containsEntry("blockedIsZeroAndLate", "true")
        .containsEntry("animatedAgain", "true")
        .containsEntry("closed", "NaN");
    assertThat(colours(ImageIO.read(screenshot.toFile())))
        .as("a picture of the animation, not an empty screen")
        .isGreaterThan(50);
  }

  private static int colours(BufferedImage image) {
    Set<Integer> colours = new HashSet<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        colours.add(image.getRGB(x, y));
      }
    }
    return colours.size();
  }

  @Test
  void aBlockedEventThreadDoesNotStarveTheBackground() throws Exception {
    assertThat(run("blocked"))
        .containsEntry("tookBack", "true")
        .containsEntry("left", "0")
        .containsEntry("stillBlocked", "0.0");
  }

  @Test
  void aProgramEndsWithItsLastWindow() throws Exception {
    assertThat(run("disposed")).containsEntry("animated", "true").containsEntry("closed", "true");
  }

  @Test
  void aRunWithoutAWindowIsNotJudged() throws Exception {
    assertThat(run("hidden")).containsEntry("judged", "false").containsEntry("shown", "false");
  }

  @Test
  void theGuardKeepsFramesThatAThreadForEachTaskLoses() throws Exception {
    SortedMap<String, String> seen = run("smooth");
    assertThat(Double.parseDouble(seen.get("ours")))
        .isGreaterThan(1.5 * Double.parseDouble(seen.get("cached")));
  }
}
