package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The colours of the pictures' lines are told apart by every eye, and stand out from the ground.
 *
 * <p>Distances are those of Björn Ottosson's OKLab, times 100: about 2 is just noticed. How people
 * see who lack one kind of cone is computed as Machado, Oliveira and Fernandes did (2009, severity
 * 1).
 */
class PaletteTest {

  private static final double DISTANCE_MIN = 10;

  /** What WCAG 2.1 asks for what is not text. */
  private static final double CONTRAST_MIN = 3;

  private static final double[][] TYPICAL = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  private static final double[][] DEUTAN = {
    {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}
  };
  private static final double[][] PROTAN = {
    {0.152286, 1.052583, -0.204868},
    {0.114503, 0.786281, 0.099216},
    {-0.003882, -0.048116, 1.051998}
  };
  private static final double[][] TRITAN = {
    {1.255528, -0.076749, -0.178779},
    {-0.078411, 0.930809, 0.147602},
    {0.004733, 0.691367, 0.303900}
  };

  private static final List<double[][]> EYES = List.of(TYPICAL, DEUTAN, PROTAN, TRITAN);

  private static final double[][] CONES = {
    {0.4122214708, 0.5363325363, 0.0514459929},
    {0.2119034982, 0.6806995451, 0.1073969566},
    {0.0883024619, 0.2817188376, 0.6299787005}
  };
  private static final double[][] LAB = {
    {0.2104542553, 0.7936177850, -0.0040720468},
    {1.9779984951, -2.4285922050, 0.4505937099},
    {0.0259040371, 0.7827717662, -0.8086757660}
  };

  @ParameterizedTest
  @CsvSource({"':root {'", "'[data-theme=\"dark\"] {'", "':not([data-theme=\"light\"]) {'"})
  void everyEyeTellsThemApart(String block) throws IOException {
    String css = style();
    String colours = css.substring(css.indexOf(block));
    double[] paper = light(colours, "paper");
    for (int one = 1; one <= 5; one++) {
      double[] first = light(colours, "c" + one);
      assertThat(contrast(first, paper)).as("contrast of c%d", one).isGreaterThan(CONTRAST_MIN);
      for (int other = one + 1; other <= 5; other++) {
        double[] second = light(colours, "c" + other);
        for (double[][] eye : EYES) {
          assertThat(distance(lab(times(eye, first)), lab(times(eye, second))))
              .as("c%d and c%d, eye %d", one, other, EYES.indexOf(eye))
              .isGreaterThan(DISTANCE_MIN);
        }
      }
    }
  }

  private static String style() throws IOException {
    try (InputStream css = Dashboard.class.getResourceAsStream("page/style.css")) {
      return new String(
          Objects.requireNonNull(css, "page/style.css").readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Red, green and blue of the first colour of that name, as amounts of light from 0 to 1. */
  private static double[] light(String css, String name) {
    Matcher found = Pattern.compile("--" + name + ": #([0-9a-f]{3,6});").matcher(css);
    assertThat(found.find()).as(name).isTrue();
    String digits = found.group(1);
    String six = digits.length() == 3 ? digits.replaceAll("(.)", "$1$1") : digits;
    double[] light = new double[3];
    for (int i = 0; i < 3; i++) {
      double written = Integer.parseInt(six.substring(2 * i, 2 * i + 2), 16) / 255.0;
      light[i] = written <= 0.04045 ? written / 12.92 : Math.pow((written + 0.055) / 1.055, 2.4);
    }
    return light;
  }

  private static double contrast(double[] one, double[] other) {
    double first = luminance(one) + 0.05;
    double second = luminance(other) + 0.05;
    return Math.max(first, second) / Math.min(first, second);
  }

  private static double luminance(double[] light) {
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
  }

  private static double[] times(double[][] matrix, double[] vector) {
    double[] product = new double[3];
    for (int row = 0; row < 3; row++) {
      for (int i = 0; i < 3; i++) {
        product[row] += matrix[row][i] * vector[i];
      }
    }
    return product;
  }

  private static double[] lab(double[] light) {
    double[] cones = times(CONES, clipped(light));
    return times(LAB, new double[] {Math.cbrt(cones[0]), Math.cbrt(cones[1]), Math.cbrt(cones[2])});
  }

  private static double[] clipped(double[] light) {
    double[] clipped = new double[3];
    for (int i = 0; i < 3; i++) {
      clipped[i] = Math.min(1, Math.max(0, light[i]));
    }
    return clipped;
  }

  private static double distance(double[] one, double[] other) {
    return 100
        * Math.sqrt(
            Math.pow(one[0] - other[0], 2)
                + Math.pow(one[1] - other[1], 2)
                + Math.pow(one[2] - other[2], 2));
  }
}
