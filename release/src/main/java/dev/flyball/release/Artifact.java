package dev.flyball.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An artifact of a Maven repository, whatever its type and classifier.
 *
 * @param name group and artifact, as in {@code org.jspecify:jspecify}
 * @param version the version
 */
record Artifact(String name, String version) implements Comparable<Artifact> {

  /**
   * A line of {@code dependency:list}: group, artifact, type, perhaps a classifier, version, scope.
   */
  private static final Pattern LISTED =
      Pattern.compile(
          "\\s*([\\w.-]+:[\\w.-]+):[\\w.-]+(?::[\\w.-]+)?:([\\w.-]+):"
              + "(?:compile|runtime|provided|test|system)\\b.*");

  /** A line of {@code dependency:resolve-plugins}, which has no scope. */
  private static final Pattern RESOLVED =
      Pattern.compile("\\s*([\\w.-]+:[\\w.-]+):[\\w.-]+(?::[\\w.-]+)?:([\\w.-]+):?\\s*");

  /**
   * The artifacts that a file of {@code dependency:list} or {@code dependency:resolve-plugins} has.
   */
  static Set<Artifact> listed(Path file) throws IOException {
    Set<Artifact> listed = new TreeSet<>();
    for (String line : Files.readAllLines(file)) {
      // Colours, and the module that follows.
      String plain = line.replaceAll("\u001B\\[[0-9;]*m", "").replaceFirst(" --? .*", "");
      parsed(plain).ifPresent(listed::add);
    }
    return listed;
  }

  private static Optional<Artifact> parsed(String line) {
    for (Pattern form : new Pattern[] {LISTED, RESOLVED}) {
      Matcher matcher = form.matcher(line);
      if (matcher.matches()) {
        return Optional.of(new Artifact(matcher.group(1), matcher.group(2)));
      }
    }
    return Optional.empty();
  }

  @Override
  public int compareTo(Artifact other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return name + ":" + version;
  }
}
