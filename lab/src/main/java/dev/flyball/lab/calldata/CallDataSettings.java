package dev.flyball.lab.calldata;

import dev.flyball.base.Require;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The settings of the program, without its threads.
 *
 * @param pseudonymRounds how often the decoder hashes each telephone number; a round takes about a
 *     microsecond of a processor
 * @param queueCapacity how many records may wait before each stage
 * @param connections how many connections to the database there may be
 * @param fsyncGroup after how many lines each file waits for the disk; 0 for never
 * @param patience how long the serializer and the feeder try again before they give a ticket up
 * @param throwEvery at the how-manieth record a stage throws; never where a stage is not named
 * @param seed what the tickets and their times grow from
 */
public record CallDataSettings(
    int pseudonymRounds,
    int queueCapacity,
    int connections,
    int fsyncGroup,
    Duration patience,
    Map<StageName, Integer> throwEvery,
    long seed) {

  public CallDataSettings {
    Require.atLeast("pseudonymRounds", 1, pseudonymRounds);
    Require.atLeast("queueCapacity", 1, queueCapacity);
    Require.atLeast("connections", 1, connections);
    Require.atLeast("fsyncGroup", 0, fsyncGroup);
    Require.notNegative("patience", patience);
    throwEvery.forEach((stage, every) -> Require.atLeast(stage.text(), 1, every));
    EnumMap<StageName, Integer> copy = new EnumMap<>(StageName.class);
    copy.putAll(throwEvery);
    throwEvery = Collections.unmodifiableMap(copy);
  }

  /** A program that waits for its database most of the time. */
  public static CallDataSettings usual(long seed) {
    return new CallDataSettings(100, 256, 32, 0, Duration.ofSeconds(60), Map.of(), seed);
  }

  public CallDataSettings withPatience(Duration newPatience) {
    return new CallDataSettings(
        pseudonymRounds, queueCapacity, connections, fsyncGroup, newPatience, throwEvery, seed);
  }

  public CallDataSettings withPseudonymRounds(int rounds) {
    return new CallDataSettings(
        rounds, queueCapacity, connections, fsyncGroup, patience, throwEvery, seed);
  }

  /** One stage throws at every so manieth record. */
  public CallDataSettings throwing(StageName stage, int every) {
    Map<StageName, Integer> more = new EnumMap<>(StageName.class);
    more.putAll(throwEvery);
    more.put(stage, every);
    return new CallDataSettings(
        pseudonymRounds, queueCapacity, connections, fsyncGroup, patience, more, seed);
  }
}
