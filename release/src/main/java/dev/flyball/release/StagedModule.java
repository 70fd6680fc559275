package dev.flyball.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * A module as it lies in a staging folder, ready to be uploaded.
 *
 * @param folder the folder of its version
 * @param artifact the artifact's name, without the group
 * @param version the version
 */
record StagedModule(Path folder, String artifact, String version) {

  /** What Maven Central wants in a pom. */
  private static final List<String> WANTED =
      List.of(
          "name",
          "description",
          "url",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name",
          "scm/connection",
          "scm/developerConnection",
          "scm/url");

  private static final List<String> JARS = List.of("", "-sources", "-javadoc");

  /**
   * The module whose version's folder that is, as in {@code .../dev/flyball/flyball-files/0.9.0}.
   */
  static StagedModule at(Path folder) {
    Path whole = folder.toAbsolutePath();
    int names = whole.getNameCount();
    return new StagedModule(
        folder, whole.getName(names - 2).toString(), whole.getName(names - 1).toString());
  }

  /** What keeps it from being published, one line each. */
  List<String> problems() throws IOException {
    List<String> problems = new ArrayList<>();
    if (version.endsWith("-SNAPSHOT")) {
      problems.add(artifact + ": version must not be a snapshot but was " + version);
    }
    Element pom = pom();
    checkPom(pom, problems);
    if (!text(pom, "packaging").equals("pom")) {
      for (String kind : JARS) {
        checkJar(kind, problems);
      }
      checkSigned(file("-cyclonedx.json"), problems);
    }
    checkSigned(file(".pom"), problems);
    return problems;
  }

  private Path file(String ending) {
    return folder.resolve(artifact + "-" + version + ending);
  }

  private void checkSigned(Path file, List<String> problems) {
    for (String ending : List.of("", ".asc", ".sha1", ".md5")) {
      Path wanted = folder.resolve(file.getFileName() + ending);
      if (!Files.isRegularFile(wanted)) {
        problems.add(artifact + ": " + wanted.getFileName() + " must be there but is not");
      }
    }
  }

  private void checkPom(Element pom, List<String> problems) {
    for (String path : WANTED) {
      if (text(pom, path).isBlank()) {
        problems.add(artifact + ": pom must have " + path + " but has not");
      }
    }
    if (!text(pom, "version").equals(version)) {
      problems.add(
          artifact + ": pom must have version " + version + " but had " + text(pom, "version"));
    }
    for (Element dependency : children(child(pom, "dependencies"), "dependency")) {
      String name = text(dependency, "groupId") + ":" + text(dependency, "artifactId");
      String wanted = text(dependency, "version");
      if (wanted.isBlank() || wanted.contains("${") || wanted.endsWith("-SNAPSHOT")) {
        problems.add(
            artifact + ": " + name + " must have a released version but had '" + wanted + "'");
      }
    }
  }

  private void checkJar(String kind, List<String> problems) throws IOException {
    Path file = file(kind + ".jar");
    checkSigned(file, problems);
    if (!Files.isRegularFile(file)) {
      return;
    }
    try (JarFile jar = new JarFile(file.toFile())) {
      for (String entry : List.of("META-INF/LICENSE", "META-INF/NOTICE")) {
        if (jar.getEntry(entry) == null) {
          problems.add(
              artifact + ": " + file.getFileName() + " must have " + entry + " but has not");
        }
      }
      Manifest manifest = jar.getManifest();
      boolean named =
          jar.getEntry("module-info.class") != null
              || manifest.getMainAttributes().getValue("Automatic-Module-Name") != null;
      if (kind.isEmpty() && !named) {
        problems.add(
            artifact + ": " + file.getFileName() + " must have a module name but has none");
      }
    }
  }

  private Element pom() throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(file(".pom").toFile()).getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(file(".pom") + " must be a pom but is not: " + e.getMessage(), e);
    }
  }

  /** The text below an element; empty where there is none. */
  private static String text(Element element, String path) {
    List<Element> at = List.of(element);
    for (String name : path.split("/", -1)) {
      at = at.isEmpty() ? at : child(at.get(0), name);
    }
    return at.isEmpty() ? "" : at.get(0).getTextContent().strip();
  }

  /** The first child of that name, or none. */
  private static List<Element> child(Element element, String name) {
    List<Element> found = children(List.of(element), name);
    return found.isEmpty() ? found : found.subList(0, 1);
  }

  private static List<Element> children(List<Element> parents, String name) {
    List<Element> found = new ArrayList<>();
    for (Element parent : parents) {
      for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
        if (node instanceof Element element && element.getTagName().equals(name)) {
          found.add(element);
        }
      }
    }
    return found;
  }
}
