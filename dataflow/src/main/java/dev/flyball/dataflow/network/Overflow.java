package dev.flyball.dataflow.network;

/** The rule for a record that comes to a full queue. */
public enum Overflow {
  /** The sender waits until there is room, and so in the end does the source. */
  BLOCK("block"),
  /** The new record is thrown away. */
  DROP_NEW("drop-new"),
  /** The oldest waiting record is thrown away, and the new record takes its place. */
  DROP_OLD("drop-old"),
  /** The new record is put aside, such as on a disk, for when there is time. */
  SPILL("spill");

  private final String text;

  Overflow(String text) {
    this.text = text;
  }

  /** As files have it. */
  public String text() {
    return text;
  }

  /** Whether records are lost. */
  public boolean loses() {
    return this == DROP_NEW || this == DROP_OLD;
  }
}
