package dev.flyball.bench.dispatch;

import dev.flyball.bench.PoolKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A {@link DispatchChild} at work, seen from outside; it sleeps between its turns. */
final class ChildProcess implements AutoCloseable {

  private final PoolKind kind;
  private final Process process;
  private final Writer questions;
  private final BufferedReader answers;

  ChildProcess(PoolKind kind, double tokens) throws IOException {
    this.kind = kind;
    this.process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms512m",
                "-Xmx512m",
                "-XX:CompileCommand=quiet",
                "-XX:CompileCommand=dontinline,org.openjdk.jmh.infra.Blackhole::consumeCPU",
                "-cp",
                System.getProperty("java.class.path"),
                DispatchChild.class.getName(),
                kind.name(),
                Double.toString(tokens))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    this.questions = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  DispatchTurn.Result play(Load load, int workers, int producers, long millis) throws IOException {
    questions.write(load + " " + workers + " " + producers + " " + millis + "\n");
    questions.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the process of " + kind + " must answer but ended");
    }
    return DispatchTurn.Result.ofLine(answer);
  }

  @Override
  public void close() {
    process.destroy();
  }
}
