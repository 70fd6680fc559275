package dev.flyball.lab.calldata;

/**
 * Bytes that are no Diameter message, or one without what a ticket needs: it says where, and which
 * rule they break.
 */
public final class MalformedMessageException extends Exception {

  private static final long serialVersionUID = 1;

  private final int offset;
  private final String rule;

  MalformedMessageException(int offset, String rule) {
    super("at byte " + offset + ": " + rule);
    this.offset = offset;
    this.rule = rule;
  }

  /** Where the rule is broken, in bytes from the message's beginning. */
  public int offset() {
    return offset;
  }

  /** The rule, with what was there instead. */
  public String rule() {
    return rule;
  }
}
