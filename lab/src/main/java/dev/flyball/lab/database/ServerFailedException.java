package dev.flyball.lab.database;

/** A database server of the lab that could not be had, or does not do what it is told. */
public final class ServerFailedException extends RuntimeException {

  public ServerFailedException(String message) {
    super(message);
  }

  public ServerFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
