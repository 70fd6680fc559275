package dev.flyball.lab.goodput.server;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What a server with a program of its own does when it starts the servlet: it says so. */
public final class ReadyListener implements ServletContextListener {

  /** The system property with the port that the server takes requests on. */
  public static final String PORT = "flyball.goodput.port";

  @Override
  public void contextInitialized(ServletContextEvent event) {
    Station station = Station.here();
    try {
      Control.connect(station).ready(Integer.getInteger(PORT, 0), station);
    } catch (IOException e) {
      throw new UncheckedIOException("the process that started this one cannot be reached", e);
    }
  }
}
