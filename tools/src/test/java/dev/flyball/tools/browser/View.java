package dev.flyball.tools.browser;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.options.ColorScheme;

/** What a page is looked at with. */
public enum View {
  /** A light window of 1280 by 800 pixels. */
  DESKTOP(1280, 800, ColorScheme.LIGHT),

  /** The same window, dark. */
  DARK(1280, 800, ColorScheme.DARK),

  /** A light telephone, 390 pixels wide, held upright. */
  PHONE(390, 844, ColorScheme.LIGHT);

  private final int width;
  private final int height;
  private final ColorScheme colours;

  View(int width, int height, ColorScheme colours) {
    this.width = width;
    this.height = height;
    this.colours = colours;
  }

  NewContextOptions options() {
    NewContextOptions options =
        new NewContextOptions().setViewportSize(width, height).setColorScheme(colours);
    return this == PHONE
        ? options.setDeviceScaleFactor(2).setIsMobile(true).setHasTouch(true)
        : options;
  }
}
