package dev.flyball.flink;

/** A Flink cluster that cannot be reached, refuses a request, or cannot be driven. */
public final class FlinkException extends RuntimeException {

  private static final long serialVersionUID = 1;

  FlinkException(String message) {
    super(message);
  }

  FlinkException(String message, Throwable cause) {
    super(message, cause);
  }
}
