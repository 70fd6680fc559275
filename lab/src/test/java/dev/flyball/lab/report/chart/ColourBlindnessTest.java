package dev.flyball.lab.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.lab.report.chart.Drawing.Ink;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The colours of lines can be told apart by everybody, by their distance in OKLab, and bars by how
 * dark they are.
 */
class ColourBlindnessTest {

  private static final double DISTANCE_MIN = 0.12;
  private static final double LIGHTER_MIN = 0.08;
  private static final int COLOURS = 6;

  /** What is seen of linear red, green and blue; by Machado, Oliveira and Fernandes 2009. */
  private static final Map<String, double[][]> SIGHTS =
      Map.of(
          "full",
          new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
          "without red",
          new double[][] {
            {0.152286, 1.052583, -0.204868},
            {0.114503, 0.786281, 0.099216},
            {-0.003882, -0.048116, 1.051998}
          },
          "without green",
          new double[][] {
            {0.367322, 0.860646, -0.227968},
            {0.280085, 0.672501, 0.047413},
            {-0.011820, 0.042940, 0.968881}
          },
          "without blue",
          new double[][] {
            {1.255528, -0.076749, -0.178779},
            {-0.078411, 0.930809, 0.147602},
            {0.004733, 0.691367, 0.303900}
          });

  @Test
  void linesDifferForEverySight() {
    SIGHTS.forEach((sight, matrix) -> {
      linesDiffer(sight + ", light", matrix, Ink::onLight);
      linesDiffer(sight + ", dark", matrix, Ink::onDark);
    });
  }

  private static void linesDiffer(String how, double[][] sight, ToIntFunction<Ink> paper) {
    List<double[]> colours =
        IntStream.range(0, COLOURS)
            .mapToObj(line -> okLab(times(sight, linear(paper.applyAsInt(Ink.line(line))))))
            .toList();
    for (int i = 0; i < COLOURS; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(distance(colours.get(i), colours.get(j)))
            .as("%s: lines %s and %s", how, i, j)
            .isGreaterThan(DISTANCE_MIN);
      }
    }
  }

  @Test
  void barsStayInOrderInGrey() {
    for (int shade = 1; shade < Ink.SHADES; shade++) {
      Ink lighter = Ink.shade(shade - 1, Ink.SHADES);
      Ink darker = Ink.shade(shade, Ink.SHADES);
      assertThat(lightness(lighter.onLight()) - lightness(darker.onLight()))
          .isGreaterThan(LIGHTER_MIN);
      assertThat(lightness(darker.onDark()) - lightness(lighter.onDark()))
          .isGreaterThan(LIGHTER_MIN);
    }
  }

  private static double lightness(int colour) {
    return okLab(linear(colour))[0];
  }

  private static double[] linear(int colour) {
    return IntStream.of(16, 8, 0)
        .mapToDouble(shift -> (colour >> shift & 0xff) / 255.0)
        .map(part -> part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4))
        .toArray();
  }

  /** By Ottosson 2020. */
  private static double[] okLab(double[] linear) {
    double[] cones =
        times(
            new double[][] {
              {0.4122214708, 0.5363325363, 0.0514459929},
              {0.2119034982, 0.6806995451, 0.1073969566},
              {0.0883024619, 0.2817188376, 0.6299787005}
            },
            linear);
    return times(
        new double[][] {
          {0.2104542553, 0.7936177850, -0.0040720468},
          {1.9779984951, -2.4285922050, 0.4505937099},
          {0.0259040371, 0.7827717662, -0.8086757660}
        },
        IntStream.range(0, 3).mapToDouble(i -> Math.cbrt(Math.max(0, cones[i]))).toArray());
  }

  private static double[] times(double[][] matrix, double[] vector) {
    return IntStream.range(0, 3)
        .mapToDouble(row ->
            matrix[row][0] * vector[0] + matrix[row][1] * vector[1] + matrix[row][2] * vector[2])
        .toArray();
  }

  private static double distance(double[] one, double[] other) {
    return Math.sqrt(
        IntStream.range(0, 3).mapToDouble(i -> (one[i] - other[i]) * (one[i] - other[i])).sum());
  }
}
