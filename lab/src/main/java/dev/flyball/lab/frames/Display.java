package dev.flyball.lab.frames;

import java.awt.AWTError;
import java.awt.GraphicsEnvironment;
import java.awt.Toolkit;
import java.util.Optional;

/** The screen that windows are shown on, which may not be there. */
public final class Display {

  private static final String ADVICE =
      "; start it where there is a desktop, or on a virtual one: xvfb-run -a ./flyball ...";

  private Display() {}

  /** Why no window can be shown here, and what to do about it; empty where one can. */
  public static Optional<String> missing() {
    if (GraphicsEnvironment.isHeadless()) {
      return Optional.of("a window needs a display but there is none" + ADVICE);
    }
    try {
      Toolkit.getDefaultToolkit().getScreenSize();
      return Optional.empty();
    } catch (AWTError | UnsatisfiedLinkError | NoClassDefFoundError e) {
      return Optional.of("a window needs a display but has none (" + e.getMessage() + ")" + ADVICE);
    }
  }
}
