package dev.flyball.lab.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that must not outlive the one that started them. */
@Timeout(120)
class ChildProcessIT {

  private static ProcessBuilder sleeping() {
    return new ProcessBuilder("sleep", "600");
  }

  /** Starts a process that sleeps, says its number, and is told to end. */
  static final class Parent {
    public static void main(String[] args) throws IOException {
      System.out.println(ChildProcess.start(sleeping()).process().pid());
      System.exit(0);
    }
  }

  /** Starts one when it has been told to end already. */
  static final class Late {
    public static void main(String[] args) {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> {
                try {
                  System.out.println(ChildProcess.start(sleeping()).process().pid());
                } catch (IOException e) {
                  System.out.println(e.getMessage());
                }
              }));
      System.exit(0);
    }
  }

  private static String said(Class<?> main) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String classPath = System.getProperty("java.class.path");
    Process run =
        new ProcessBuilder(java.toString(), "-cp", classPath, main.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    run.onExit().join();
    return said.strip();
  }

  @Test
  void oneThatIsClosedIsDead() throws IOException {
    ChildProcess child = ChildProcess.start(sleeping());
    assertThat(child.process().isAlive()).isTrue();
    child.close();
    assertThat(child.process().isAlive()).isFalse();
    child.close();
  }

  @Test
  void itIsDeadWhenItsParentHasEnded() throws IOException {
    long pid = Long.parseLong(said(Parent.class));
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void noneIsStartedByOneThatEnds() throws IOException {
    assertThat(said(Late.class)).isEqualTo("no process is started while this one ends");
  }

  @Test
  void whatCannotBeStartedIsSaid() {
    List<String> command = List.of("/no/such/program");
    assertThatThrownBy(() -> ChildProcess.start(new ProcessBuilder(command)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/no/such/program");
  }
}
