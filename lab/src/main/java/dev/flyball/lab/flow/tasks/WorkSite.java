package dev.flyball.lab.flow.tasks;

import dev.flyball.base.Dice;
import dev.flyball.lab.database.DatabaseServer;
import dev.flyball.lab.database.ServerSettings;
import dev.flyball.lab.harness.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The shared resources of works: a folder, classes, a database server that starts when the first
 * one asks for it. Gone with all that was written when it is closed.
 *
 * <p>For one thread.
 */
public final class WorkSite implements AutoCloseable {

  private final TemporaryFolder folder;
  private final URLClassLoader classes;
  private final Consumer<String> says;
  private Optional<DatabaseServer> server = Optional.empty();
  private int names;

  private WorkSite(TemporaryFolder folder, URLClassLoader classes, Consumer<String> says) {
    this.folder = folder;
    this.classes = classes;
    this.says = says;
  }

  /**
   * A site.
   *
   * @param parent the folder in which one of its own is made, on the disk that is to be measured
   * @param classPath where the user's classes are: jars, and folders of classes
   * @param says is told of what takes long, in sentences without an end
   * @throws IllegalArgumentException when a path is not there, or may not be written
   */
  public static WorkSite open(Path parent, List<Path> classPath, Consumer<String> says) {
    URL[] urls = classPath.stream().map(WorkSite::url).toArray(URL[]::new);
    URLClassLoader classes = new URLClassLoader(urls, WorkSite.class.getClassLoader());
    try {
      return new WorkSite(TemporaryFolder.createIn(parent, "flyball-flow-"), classes, says);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "folder must be one that can be written to but was '" + parent + "': " + e, e);
    }
  }

  private static URL url(Path path) {
    if (!Files.exists(path)) {
      throw new IllegalArgumentException(
          "class path must be of files that exist but '" + path + "' does not");
    }
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("class path must be of files but was " + path, e);
    }
  }

  Path folder() {
    return folder.path();
  }

  ClassLoader classes() {
    return classes;
  }

  /** A name that nothing else at this site has. */
  String newName(String what) {
    names++;
    return what + names;
  }

  /** The database server, durable as servers in operation are. */
  DatabaseServer database() {
    if (server.isEmpty()) {
      says.accept("Starting a MariaDB server");
      server = Optional.of(DatabaseServer.start(ServerSettings.usual(), says));
    }
    return server.orElseThrow();
  }

  @Override
  public void close() {
    server.ifPresent(DatabaseServer::close);
    try (folder) {
      classes.close();
    } catch (IOException e) {
      throw new UncheckedIOException("what was written for measuring could not be deleted", e);
    }
  }

  /**
   * Records that look like those of a telephone exchange: fields and semicolons, in plain ASCII.
   */
  static final class Tickets {

    private Tickets() {}

    /** A record of this length. */
    static byte[] bytes(int length) {
      return text(length).getBytes(StandardCharsets.US_ASCII);
    }

    /** A record of this length, the same one each time. */
    static String text(int length) {
      Dice dice = new Dice(7);
      StringBuilder text = new StringBuilder(length + 16);
      while (text.length() < length) {
        text.append("f" + dice.below(100) + '=' + dice.below(1_000_000_000) + ';');
      }
      return text.substring(0, length);
    }
  }
}
