package dev.flyball.lab.tuning;

import dev.flyball.lab.database.Profile;
import java.util.Locale;

/**
 * One load: so many connections of one profile.
 *
 * @param connections how many clients ask, one statement at a time each
 * @param profile what they ask
 */
public record Cell(int connections, Profile profile) {

  public Cell {
    if (connections < 1) {
      throw new IllegalArgumentException("connections must be at least 1 but was " + connections);
    }
  }

  /** The profile as tables and options have it, such as {@code read-write}. */
  public String profileName() {
    return nameOf(profile);
  }

  /** A profile as tables and options have it. */
  public static String nameOf(Profile profile) {
    return profile.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** As in {@code read-write, 64 connections}. */
  public String text() {
    return profileName() + ", " + connections + (connections == 1 ? " connection" : " connections");
  }
}
