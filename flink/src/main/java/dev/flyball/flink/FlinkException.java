package dev.flyball.flink;

/** A Flink cluster that cannot be reached, refuses a request, or cannot be driven. */
public final class FlinkException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final boolean refusal;

  FlinkException(String message) {
    this(message, false);
  }

  FlinkException(String message, boolean refusal) {
    super(message);
    this.refusal = refusal;
  }

  FlinkException(String message, Throwable cause) {
    super(message, cause);
    this.refusal = false;
  }

  /** Whether the cluster has refused a request, and so has done nothing of it. */
  boolean isRefusal() {
    return refusal;
  }
}
