package dev.flyball.release;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Looks at what is to be released, and says what is wrong with it. Exits with 1 if something is,
 * with 2 if it is called wrongly.
 */
public final class ReleaseCheck {

  private static final String USAGE =
      "usage: staged FOLDER... | sbom SBOM LIST | vulnerable VULNERABILITIES LIST...";

  private ReleaseCheck() {}

  /**
   * Runs one check.
   *
   * @param words {@code staged} and the folders of modules' versions; {@code sbom}, a bill of
   *     materials, and the list that Maven makes of what a program gets that depends on the module;
   *     {@code vulnerable}, the list of vulnerabilities, and Maven's lists of artifacts
   */
  public static void main(String... words) throws IOException {
    List<Path> files = Stream.of(words).skip(1).map(Path::of).toList();
    String check = words.length == 0 ? "" : words[0];
    List<String> problems;
    if (check.equals("staged") && !files.isEmpty()) {
      problems = staged(files);
    } else if (check.equals("sbom") && files.size() == 2) {
      problems = Sbom.differences(Sbom.components(files.get(0)), Artifact.listed(files.get(1)));
    } else if (check.equals("vulnerable") && files.size() > 1) {
      problems =
          vulnerable(files.get(0), files.subList(1, files.size()), LocalDate.now(ZoneOffset.UTC));
    } else {
      System.err.println(USAGE);
      System.exit(2);
      return;
    }
    problems.forEach(System.err::println);
    System.exit(problems.isEmpty() ? 0 : 1);
  }

  private static List<String> staged(List<Path> folders) throws IOException {
    List<String> problems = new ArrayList<>();
    for (Path folder : folders) {
      problems.addAll(StagedModule.at(folder).problems());
    }
    return problems;
  }

  private static List<String> vulnerable(Path known, List<Path> lists, LocalDate today)
      throws IOException {
    Set<Artifact> artifacts = new TreeSet<>();
    for (Path list : lists) {
      artifacts.addAll(Artifact.listed(list));
    }
    if (artifacts.isEmpty()) {
      return List.of("lists must have artifacts but had none");
    }
    List<String> problems = new ArrayList<>();
    for (Vulnerability one : Vulnerability.read(known)) {
      for (Artifact artifact : artifacts) {
        if (one.affects(artifact)) {
          report(one, artifact, today, problems);
        }
      }
    }
    System.out.println(artifacts.size() + " artifacts compared");
    return problems;
  }

  private static void report(
      Vulnerability one, Artifact artifact, LocalDate today, List<String> problems) {
    String found = artifact + " has " + one.id();
    if (one.acceptedOn(today)) {
      one.accepted()
          .ifPresent(word ->
              System.out.println(found + ", accepted until " + word.until() + ": " + word.why()));
    } else {
      problems.add(found);
    }
  }
}
