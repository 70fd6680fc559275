package dev.flyball.adapters.mariadb;

/** Tells that a server cannot be governed as it is, and what would have to be done for it. */
public final class ServerRefusedException extends RuntimeException {

  ServerRefusedException(String message) {
    super(message);
  }

  ServerRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
