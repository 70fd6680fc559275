package dev.flyball.release;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The components that a software bill of materials (CycloneDX, JSON) lists. */
final class Sbom {

  private Sbom() {}

  /** All components, whatever the scope that the bill gives them. */
  static Set<Artifact> components(Path file) {
    Set<Artifact> components = new TreeSet<>();
    for (JsonNode component : JsonMapper.shared().readTree(file).path("components")) {
      components.add(
          new Artifact(
              component.path("group").asString() + ":" + component.path("name").asString(),
              component.path("version").asString()));
    }
    return components;
  }

  /**
   * What a bill has too much or too little, one line each.
   *
   * @param listed the components of the bill of a module
   * @param needed what a program gets that depends on the module, without the module
   */
  static List<String> differences(Set<Artifact> listed, Set<Artifact> needed) {
    List<String> differences = new ArrayList<>();
    for (Artifact artifact : needed) {
      if (!listed.contains(artifact)) {
        differences.add(
            "SBOM must list " + artifact + ", which is needed at run time, but does not");
      }
    }
    for (Artifact artifact : listed) {
      if (!needed.contains(artifact)) {
        differences.add("SBOM must list only what is needed at run time but has " + artifact);
      }
    }
    return differences;
  }
}
