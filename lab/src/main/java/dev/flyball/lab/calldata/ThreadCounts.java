package dev.flyball.lab.calldata;

import java.util.Map;
import java.util.stream.Stream;

/**
 * A configuration: how many threads each stage has, each at least 1.
 *
 * @param decoder those of the decoder
 * @param converter those of the converter
 * @param serializer those of the serializer
 * @param feeder those of the feeder
 */
public record ThreadCounts(int decoder, int converter, int serializer, int feeder) {

  /** What the publication begins with. */
  public static final ThreadCounts ONE_EACH = new ThreadCounts(1, 1, 1, 1);

  /** Those of a pipeline, by the stages' names. */
  static ThreadCounts of(Map<String, Integer> threads) {
    int[] counts =
        Stream.of(StageName.values())
            .mapToInt(stage -> threads.getOrDefault(stage.text(), 1))
            .toArray();
    return new ThreadCounts(counts[0], counts[1], counts[2], counts[3]);
  }

  public int of(StageName stage) {
    return switch (stage) {
      case DECODER -> decoder;
      case CONVERTER -> converter;
      case SERIALIZER -> serializer;
      case FEEDER -> feeder;
    };
  }

  public int sum() {
    return decoder + converter + serializer + feeder;
  }

  /** As the publication writes it: (1-2-4-1). */
  public String text() {
    return "(" + decoder + "-" + converter + "-" + serializer + "-" + feeder + ")";
  }
}
