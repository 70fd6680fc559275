package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import java.time.Duration;
import java.util.Map;

/**
 * The settings of the program, without its threads.
 *
 * @param pseudonymRounds how often the decoder hashes each telephone number; a round takes about a
 *     microsecond of a processor
 * @param patience how long the serializer and the feeder try again before they give a ticket up
 * @param throwEvery at the how-manieth record a stage throws; never where a stage is not named
 * @param seed what the tickets and their times grow from
 */
public record CallDataSettings(
    int pseudonymRounds, Duration patience, Map<StageName, Integer> throwEvery, long seed) {

  /** How many records may wait before each stage. */
  static final int QUEUE_CAPACITY = 256;

  /** How many connections to the database there may be. */
  static final int CONNECTIONS = 32;

  public CallDataSettings {
    Require.atLeast("pseudonymRounds", 1, pseudonymRounds);
    throwEvery = Map.copyOf(throwEvery);
  }

  /** A program that waits for its database most of the time. */
  public static CallDataSettings usual(long seed) {
    return new CallDataSettings(100, Duration.ofSeconds(60), Map.of(), seed);
  }

  public CallDataSettings withPseudonymRounds(int rounds) {
    return new CallDataSettings(rounds, patience, throwEvery, seed);
  }
}
