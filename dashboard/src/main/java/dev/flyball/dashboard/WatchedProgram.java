package dev.flyball.dashboard;

/**
 * The program in which watched pools are, as people name it.
 *
 * @param name its main class or its archive; empty where it is not known
 * @param process the number of its process; 0 where it is not known
 * @param host the name of its machine; empty where it is not known
 */
public record WatchedProgram(String name, long process, String host) {

  /** A program of which nothing is known. */
  public static final WatchedProgram UNKNOWN = new WatchedProgram("", 0, "");

  private static final String ARCHIVE = ".jar";

  /**
   * A program as its own virtual machine names it.
   *
   * @param command its main class or archive, and what was given to it, as in the system property
   *     {@code sun.java.command}; may be empty
   * @param machine the name of its virtual machine, as in {@code 4711@build7}; what is of another
   *     form says nothing
   */
  public static WatchedProgram of(String command, String machine) {
    int at = machine.indexOf('@');
    String number = at < 0 ? "" : machine.substring(0, at);
    boolean known = number.matches("\\d{1,18}");
    return new WatchedProgram(
        shortName(command),
        known ? Long.parseLong(number) : 0,
        known ? machine.substring(at + 1) : "");
  }

  /** The simple name of the main class, or the file name of the archive. */
  private static String shortName(String command) {
    String first = command.strip().split("\\s+", 2)[0];
    String last = first.substring(Math.max(first.lastIndexOf('/'), first.lastIndexOf('\\')) + 1);
    return last.endsWith(ARCHIVE)
        ? last.substring(0, last.length() - ARCHIVE.length())
        : last.substring(last.lastIndexOf('.') + 1);
  }
}
