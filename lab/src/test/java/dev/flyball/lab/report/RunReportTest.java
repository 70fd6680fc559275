package dev.flyball.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flyball.lab.report.RunRow.Spread;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON form of a run, to the byte: others read these names. */
class RunReportTest {

  @Test
  void namesAndOrderOfTheFieldsStayAsTheyAre() {
    RunRow row =
        RunRow.builder("flyball", 7)
            .offered(100)
            .completed(97)
            .failed(3)
            .throughputPerSecond(9.5)
            .responseMillis(new Spread(1, 2, 3, 4, 5))
            .waitMillis(new Spread(0.1, 0.2, 0.3, 0.4, 0.5))
            .workersMean(2.25)
            .workersMax(4)
            .workerSeconds(22.5)
            .resizes(6)
            .extra("timedOut", 1)
            .build();
    RunReport report =
        RunReport.of("steady", "real", List.of(row))
            .with("machine", JsonFields.of("cores", 2).and("cpu", "a \"fast\" one"))
            .with("printed", List.of(JsonFields.of("measured", OptionalDouble.empty())));
    assertThat(report.json())
        .isEqualTo(
            """
            {
              "scenario": "steady",
              "bench": "real",
              "rows": [
                {
                  "policy": "flyball",
                  "seed": 7,
                  "offered": 100,
                  "completed": 97,
                  "failed": 3,
                  "throughputPerSecond": 9.5,
                  "responseMillis": {
                    "p50": 1.0,
                    "p90": 2.0,
                    "p95": 3.0,
                    "p99": 4.0,
                    "max": 5.0
                  },
                  "waitMillis": {
                    "p50": 0.1,
                    "p90": 0.2,
                    "p95": 0.3,
                    "p99": 0.4,
                    "max": 0.5
                  },
                  "workersMean": 2.25,
                  "workersMax": 4,
                  "workerSeconds": 22.5,
                  "resizes": 6,
                  "timedOut": 1
                }
              ],
              "machine": {
                "cores": 2,
                "cpu": "a \\"fast\\" one"
              },
              "printed": [
                {
                  "measured": null
                }
              ]
            }
            """);
  }

  @Test
  void theRowsAsCsv() {
    RunRow full =
        RunRow.builder("fixed(workers=4,max=8)", 7)
            .offered(100)
            .completed(97)
            .failed(3)
            .throughputPerSecond(9.5)
            .responseMillis(new Spread(1, 2, 3, 4, 5))
            .workersMean(2.25)
            .workersMax(4)
            .workerSeconds(22.5)
            .resizes(6)
            .extra("note", "a \"b\"")
            .extra("sizes", List.of(1, 2))
            .build();
    RunRow bare = RunRow.builder("bare", 1).extra("late", true).build();
    assertThat(RunReport.of("steady", "real", List.of(full, bare)).csv())
        .isEqualTo(
            """
            scenario,bench,policy,seed,offered,completed,failed,throughputPerSecond,\
            responseMillisP50,responseMillisP90,responseMillisP95,responseMillisP99,\
            responseMillisMax,waitMillisP50,waitMillisP90,waitMillisP95,waitMillisP99,\
            waitMillisMax,workersMean,workersMax,workerSeconds,resizes,note,late
            steady,real,"fixed(workers=4,max=8)",7,100,97,3,9.5,\
            1.0,2.0,3.0,4.0,5.0,,,,,,2.25,4,22.5,6,"a ""b""\",
            steady,real,bare,1,,,,,,,,,,,,,,,,,,,,true
            """);
  }

  @Test
  void noColumnOfTheCsvIsThereTwice() {
    RunRow row = RunRow.builder("flyball", 1).extra("bench", "real").extra("scenario", "x").build();
    List<String> lines = RunReport.of("steady", "both", List.of(row)).csv().lines().toList();
    assertThat(lines.get(0).split(",", -1)).contains("bench", "scenario").doesNotHaveDuplicates();
    assertThat(lines.get(1)).startsWith("flyball,1,").endsWith(",real,x");
  }

  @Test
  void whatIsNotKnownIsNullAndNeverZero() {
    RunRow row = RunRow.builder("flyball", 1).workersMean(Double.NaN).build();
    JsonNode read = read(RunReport.of("steady", "real", List.of(row))).get("rows").get(0);
    for (String name :
        List.of(
            "offered",
            "completed",
            "failed",
            "throughputPerSecond",
            "workersMean",
            "workersMax",
            "workerSeconds",
            "resizes")) {
      assertThat(read.has(name)).as(name).isTrue();
      assertThat(read.get(name).isNull()).as(name).isTrue();
    }
    for (String quantile : List.of("p50", "p90", "p95", "p99", "max")) {
      assertThat(read.get("responseMillis").get(quantile).isNull()).isTrue();
      assertThat(read.get("waitMillis").get(quantile).isNull()).isTrue();
    }
  }

  @Test
  void zeroIsZero() {
    RunRow row =
        RunRow.builder("flyball", 1).failed(0).waitMillis(new Spread(0, 0, 0, 0, 1e-6)).build();
    JsonNode read = read(RunReport.of("steady", "real", List.of(row))).get("rows").get(0);
    assertThat(read.get("failed").asLong(-1)).isZero();
    assertThat(read.get("waitMillis").get("p50").asDouble(-1)).isZero();
    assertThat(read.get("waitMillis").get("max").asDouble(-1)).isEqualTo(1e-6);
  }

  @Test
  void aRunWithoutRowsIsARun() {
    assertThat(RunReport.of("steady", "real", List.of()).json())
        .isEqualTo(
            """
            {
              "scenario": "steady",
              "bench": "real",
              "rows": []
            }
            """);
  }

  @Test
  void figuresThatCannotBeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunRow.builder("flyball", 1).offered(-1).build())
        .withMessage("offered must be at least 0, or unknown, but was -1");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> RunRow.builder("flyball", 1).workersMean(Double.POSITIVE_INFINITY).build())
        .withMessageStartingWith("workersMean must be a finite number of at least 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunRow.builder(" ", 1).build())
        .withMessageStartingWith("policy must not be blank");
  }

  @Test
  void extrasDoNotTakeANameThatIsTaken() {
    RunReport report = RunReport.of("steady", "real", List.of());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> report.with("rows", 1))
        .withMessageContaining("'rows'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> report.with("a", 1).with("a", 2))
        .withMessageContaining("'a'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunRow.builder("flyball", 1).extra("seed", 2).build())
        .withMessageContaining("'seed'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JsonFields.of("when", new Object()))
        .withMessageContaining("java.lang.Object");
  }

  private static JsonNode read(RunReport report) {
    return JsonMapper.shared().readTree(report.json());
  }
}
