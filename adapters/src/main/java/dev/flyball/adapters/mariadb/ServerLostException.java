package dev.flyball.adapters.mariadb;

/**
 * The error that there is no window to show: the server cannot be reached at present, or has just
 * come back. It passes by itself.
 */
public final class ServerLostException extends RuntimeException {

  ServerLostException(String message) {
    super(message);
  }

  ServerLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
