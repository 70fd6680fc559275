package dev.flyball.lab.calldata;

import java.util.Locale;

/** The stages of the program, each after those that send to it. */
public enum StageName {
  DECODER,
  CONVERTER,
  SERIALIZER,
  FEEDER;

  /** What the pipeline calls it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
