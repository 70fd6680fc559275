package dev.flyball.adapters.mariadb;

/** The error that a server cannot be governed as it is, with the remedy. */
public final class ServerRefusedException extends RuntimeException {

  ServerRefusedException(String message) {
    super(message);
  }

  ServerRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
