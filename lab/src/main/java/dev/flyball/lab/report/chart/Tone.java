package dev.flyball.lab.report.chart;

import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The colours of pages and pictures on light and on dark screens, but for those of lines and bars.
 * They are those of the dashboard, by the same names.
 */
public enum Tone {
  /** Behind what stands out from the paper. */
  GROUND(0xf5f6f8, 0x0f1317),
  PAPER(0xffffff, 0x181d23),
  INK(0x1b1f24, 0xe7ebf0),
  /** What explains other things. */
  FAINT(0x57606a, 0xa3adb8),
  LINE(0xd5dae0, 0x343c46),
  /** What matters most. */
  ACCENT(0x0b61b8, 0x6cb3ff),
  BAD(0xb3261e, 0xff8a80),
  GOOD(0x17692f, 0x6fd08c),
  /** A warning. */
  WARM(0x8a4b00, 0xf2b366);

  /** The fonts, from the first that a system has. */
  public static final String FONTS = "system-ui,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif";

  private final int onLight;
  private final int onDark;

  Tone(int onLight, int onDark) {
    this.onLight = onLight;
    this.onDark = onDark;
  }

  int onLight() {
    return onLight;
  }

  int onDark() {
    return onDark;
  }

  /** All of them as variables of a style sheet, as in {@code var(--ink)}. */
  public static String variables() {
    return root(Tone::onLight)
        + "@media (prefers-color-scheme:dark){\n"
        + root(Tone::onDark)
        + "}\n";
  }

  private static String root(ToIntFunction<Tone> colour) {
    return Stream.of(values())
        .map(tone -> "--" + tone.name().toLowerCase(Locale.ROOT) + ":" + hex(colour, tone))
        .collect(Collectors.joining(";", ":root{", "}\n"));
  }

  private static String hex(ToIntFunction<Tone> colour, Tone tone) {
    return String.format(Locale.ROOT, "#%06x", colour.applyAsInt(tone));
  }
}
