package dev.flyball.lab.goodput;

import dev.flyball.lab.goodput.server.GoodputServlet;
import dev.flyball.lab.goodput.server.ReadyListener;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Open Liberty: where it lies, and how it is started. All its settings are those that it comes
 * with, but for the port.
 *
 * @param home the folder that its archive unpacks to, {@code wlp}
 */
record Liberty(Path home) {

  /** The system property with the folder. */
  static final String HOME = "flyball.liberty";

  private static final String SERVER = "goodput";

  /**
   * The one that the launcher has fetched.
   *
   * @throws IllegalArgumentException when there is none
   */
  static Liberty fetched() {
    Path home = Path.of(System.getProperty(HOME, ""), "wlp");
    if (System.getProperty(HOME) == null || !Files.isDirectory(home)) {
      throw new IllegalArgumentException(
          "liberty must lie in the folder that the system property "
              + HOME
              + " names, where ./flyball race --with liberty puts it");
    }
    return new Liberty(home);
  }

  /**
   * Makes a server in a folder.
   *
   * @return the options and arguments of the virtual machine that runs it
   */
  List<String> prepare(Path folder) throws IOException {
    int port = freePort();
    Path server = Files.createDirectories(folder.resolve("servers").resolve(SERVER));
    Path application = folder.resolve("goodput.war");
    Path webInf = Files.createDirectories(application.resolve("WEB-INF"));
    Files.writeString(webInf.resolve("web.xml"), application());
    Files.writeString(server.resolve("server.xml"), configuration(port, application));
    Path tools = home.resolve("bin").resolve("tools");
    return List.of(
        "-D" + ReadyListener.PORT + "=" + port,
        "-javaagent:" + tools.resolve("ws-javaagent.jar"),
        "-jar",
        tools.resolve("ws-server.jar").toString(),
        SERVER);
  }

  /** What its environment has to say. */
  static Map<String, String> environment(Path folder) {
    return Map.of("WLP_USER_DIR", folder.toString());
  }

  private static String configuration(int port, Path application) {
    return String.format(
        Locale.ROOT,
        """
        <server>
          <featureManager><feature>servlet-6.0</feature></featureManager>
          <httpEndpoint id="defaultHttpEndpoint" host="127.0.0.1" httpPort="%d" httpsPort="-1"/>
          <library id="lab">%s</library>
          <webApplication location="%s" contextRoot="/">
            <classloader commonLibraryRef="lab"/>
          </webApplication>
        </server>
        """,
        port,
        libraries(),
        application);
  }

  private static String application() {
    return """
    <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
      <listener><listener-class>%s</listener-class></listener>
      <servlet>
        <servlet-name>goodput</servlet-name><servlet-class>%s</servlet-class>
      </servlet>
      <servlet-mapping>
        <servlet-name>goodput</servlet-name><url-pattern>/*</url-pattern>
      </servlet-mapping>
    </web-app>
    """
        .formatted(ReadyListener.class.getName(), GoodputServlet.class.getName());
  }

  /** Our own classes; the servlet interface is Liberty's. */
  private static String libraries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty())
        .map(Path::of)
        .filter(entry -> Files.isDirectory(entry) || isOurs(entry))
        .map(entry ->
            Files.isDirectory(entry)
                ? "<folder dir=\"" + entry + "\"/>"
                : "<file name=\"" + entry + "\"/>")
        .collect(Collectors.joining());
  }

  private static boolean isOurs(Path jar) {
    return Files.isRegularFile(jar) && jar.getFileName().toString().startsWith("flyball");
  }

  /** One that is free now. */
  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }
}
