package dev.flyball.lab.report;

import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The writer of a {@link RunReport} as JSON.
 *
 * <p>Field by field and by hand, so that the names are in one place and a renamed record component
 * does not rename what others read. Lines end in a line feed on every system.
 */
final class RunJson {

  private static final ObjectWriter WRITER = JsonMapper.shared().writer().with(layout());

  private final JsonGenerator json;

  private RunJson(JsonGenerator json) {
    this.json = json;
  }

  static String of(RunReport report) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = WRITER.createGenerator(text)) {
      new RunJson(generator).report(report);
    }
    return text.append('\n').toString();
  }

  static String of(JsonFields values) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = WRITER.createGenerator(text)) {
      new RunJson(generator).value(values);
    }
    return text.append('\n').toString();
  }

  private static DefaultPrettyPrinter layout() {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    Separators separators =
        Separators.createDefaultInstance()
            .withObjectNameValueSpacing(Separators.Spacing.AFTER)
            .withArrayEmptySeparator("")
            .withObjectEmptySeparator("");
    return new DefaultPrettyPrinter(separators).withObjectIndenter(lines).withArrayIndenter(lines);
  }

  private void report(RunReport report) {
    json.writeStartObject();
    json.writeStringProperty("scenario", report.scenario());
    json.writeStringProperty("bench", report.bench());
    json.writeName("rows").writeStartArray();
    report.rows().forEach(this::row);
    json.writeEndArray();
    fields(report.extra());
    json.writeEndObject();
  }

  private void row(RunRow row) {
    json.writeStartObject();
    json.writeStringProperty("policy", row.policy());
    json.writeNumberProperty("seed", row.seed());
    count("offered", row.offered());
    count("completed", row.completed());
    count("failed", row.failed());
    amount("throughputPerSecond", row.throughputPerSecond());
    spread("responseMillis", row.responseMillis());
    spread("waitMillis", row.waitMillis());
    amount("workersMean", row.workersMean());
    count("workersMax", row.workersMax());
    amount("workerSeconds", row.workerSeconds());
    count("resizes", row.resizes());
    fields(row.extra());
    json.writeEndObject();
  }

  private void spread(String name, Spread spread) {
    json.writeName(name).writeStartObject();
    amount("p50", spread.p50());
    amount("p90", spread.p90());
    amount("p95", spread.p95());
    amount("p99", spread.p99());
    amount("max", spread.max());
    json.writeEndObject();
  }

  private void count(String name, OptionalLong value) {
    value(name, value.isPresent() ? value.getAsLong() : null);
  }

  private void amount(String name, OptionalDouble value) {
    value(name, value.isPresent() ? value.getAsDouble() : null);
  }

  private void fields(JsonFields extra) {
    for (Map.Entry<String, @Nullable Object> field : extra.values().entrySet()) {
      value(field.getKey(), field.getValue());
    }
  }

  private void value(String name, @Nullable Object value) {
    json.writeName(name);
    value(value);
  }

  private void value(@Nullable Object value) {
    if (value instanceof JsonFields extra) {
      json.writeStartObject();
      fields(extra);
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      list.forEach(this::value);
      json.writeEndArray();
    } else if (value instanceof Double number) {
      json.writeNumber(Decimals.text(number));
    } else {
      json.writePOJO(value);
    }
  }
}
