package dev.flyball.dataflow.solve;

/**
 * The limiting resource of a rate.
 *
 * @param kind which sort of thing
 * @param name the node's or the resource's name; empty for the processors
 */
public record Bound(Kind kind, String name) {

  /** The sorts of things that bound. */
  public enum Kind {
    /** The host's processors are all given away, or busy enough. */
    CORES("the cores of the host"),
    /** A resource that the nodes share is used up. */
    RESOURCE("resource"),
    /** A node that may have no more threads, or gets no faster with more. */
    NODE("node");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  static final Bound CORES = new Bound(Kind.CORES, "");

  static Bound resource(String name) {
    return new Bound(Kind.RESOURCE, name);
  }

  static Bound node(String name) {
    return new Bound(Kind.NODE, name);
  }

  /** As people read it, such as {@code node feeder}. */
  public String text() {
    return name.isEmpty() ? kind.words : kind.words + " " + name;
  }
}
