package dev.flyball.lab.report;

import dev.flyball.base.Require;

/**
 * A picture that was taken, such as of a window; it travels inside the page.
 *
 * @param title the section's heading
 * @param pngBase64 the picture as PNG, in base 64
 * @param width its width in pixels
 * @param height its height in pixels
 * @param caption what to see in it, in a sentence; shown below, and read out for the picture
 */
public record Photograph(String title, String pngBase64, int width, int height, String caption)
    implements Section {

  public Photograph {
    Require.notBlank("title", title);
    Require.notBlank("pngBase64", pngBase64);
    Require.atLeast("width", 1, width);
    Require.atLeast("height", 1, height);
    Require.notBlank("caption", caption);
  }
}
