package dev.flyball.lab.goodput.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The line of a server's process to the process that started it: it says when the server is ready,
 * hears of changes, and ends the process when the line breaks, so that none outlives the board.
 *
 * <p>A line for each message: {@code ready PORT STEPS} one way, {@code speed FACTOR} the other.
 */
public final class Control {

  /** The system property with the port, on loopback, of the process that started this one. */
  public static final String PORT = "flyball.goodput.control";

  private final Socket line;

  private Control(Socket line) {
    this.line = line;
  }

  /** Connects to the process that started this one, and listens from then on. */
  static Control connect(Station station) throws IOException {
    int port = Integer.getInteger(PORT, 0);
    Control control = new Control(new Socket(InetAddress.getLoopbackAddress(), port));
    Thread listener = new Thread(() -> control.listen(station), "flyball-goodput-control");
    listener.setDaemon(true);
    listener.start();
    return control;
  }

  /**
   * Says that requests are taken.
   *
   * @param port where
   */
  void ready(int port, Station station) throws IOException {
    String text = String.format(Locale.ROOT, "ready %d %s%n", port, station.stepsPerNano());
    OutputStream out = line.getOutputStream();
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private void listen(Station station) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(line.getInputStream(), StandardCharsets.US_ASCII))) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        if (text.startsWith("speed ")) {
          station.speed(Double.parseDouble(text.substring("speed ".length())));
        }
      }
    } catch (IOException broken) {
      // Ends the process, as its end does.
    }
    Runtime.getRuntime().halt(0);
  }
}
