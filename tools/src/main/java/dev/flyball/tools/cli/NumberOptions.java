package dev.flyball.tools.cli;

import java.math.BigInteger;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What is said of an option or argument that is not the number that it must be. */
final class NumberOptions {

  private NumberOptions() {}

  /** Lets a command and all below it say so in plain words. */
  static CommandLine on(CommandLine command) {
    return command
        .registerConverter(int.class, whole(Integer::valueOf, Integer.MIN_VALUE, Integer.MAX_VALUE))
        .registerConverter(
            Integer.class, whole(Integer::valueOf, Integer.MIN_VALUE, Integer.MAX_VALUE))
        .registerConverter(long.class, whole(Long::valueOf, Long.MIN_VALUE, Long.MAX_VALUE))
        .registerConverter(Long.class, whole(Long::valueOf, Long.MIN_VALUE, Long.MAX_VALUE))
        .registerConverter(double.class, NumberOptions::number)
        .registerConverter(Double.class, NumberOptions::number);
  }

  private static <N> ITypeConverter<N> whole(Function<String, N> reading, long least, long most) {
    return text -> {
      try {
        return reading.apply(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "must be a whole number%s but was '%s'"
                .formatted(isWhole(text) ? " from " + least + " to " + most : "", text));
      }
    };
  }

  private static boolean isWhole(String text) {
    try {
      new BigInteger(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static Double number(String text) {
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("must be a number but was '" + text + "'");
    }
  }
}
