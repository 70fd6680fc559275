package dev.flyball.tools.cli.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.control.JournalFile;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.tools.cli.CommandProcess.Ended;
import dev.flyball.tools.cli.CommandShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The journal of a real pool under load, asked again by the command. */
@Timeout(300)
class ReplayIT {

  private static final int TASKS = 600;

  @TempDir private Path folder;
  private Path journal;
  private CommandShell shell;

  /** 600 tasks of 10 ms at once, on a pool of one worker. */
  @BeforeEach
  void writeAJournal() throws Exception {
    journal = folder.resolve("orders.jsonl");
    CountDownLatch done = new CountDownLatch(TASKS);
    try (AdaptivePool pool = AdaptivePool.named("orders").workers(1).build()) {
      JournalFile.of(pool.governor().orElseThrow(), journal);
      for (int i = 0; i < TASKS; i++) {
        pool.execute(() -> {
          LockSupport.parkNanos(10_000_000);
          done.countDown();
        });
      }
      done.await();
      pool.governor().orElseThrow().pin(5);
    }
    shell = CommandShell.start(folder);
  }

  @AfterEach
  void endTheShell() throws IOException {
    shell.close();
  }

  @Test
  void everySentenceComesBackAndAResizeNamesThePartThatDecided() throws IOException {
    Ended ended = shell.run("replay", journal.toString(), "--json", "replayed.json");
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out())
        .contains("Asked again, the policy says the same each time.")
        .containsPattern("(?m)^#\\d+  \\S+Z  \\d+ to \\d+  (demand|behind|CPU|hung)$")
        .containsPattern("(?m)^  saw   \\d+ workers, [\\d.]+ busy, \\d+ waiting; ")
        .contains("why   pinned at 5 by hand");
    assertThat(Files.readString(folder.resolve("work/replayed.json")))
        .contains("\"differences\": 0", "\"decidedBy\": \"pinned\"");
  }

  @Test
  void anotherPolicyShowsWhereItWantsAnotherSize() throws IOException {
    Ended ended = shell.run("replay", journal.toString(), "--policy", "fixed(workers=3)");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out())
        .contains("now   3: fixed at 3", "fixed(workers=3) wants another size ")
        .containsPattern("Mean size wanted: [\\d.]+ then, 3.0 by fixed\\(workers=3\\)");
    assertThat(shell.run("replay", journal.toString(), "--policy", "fixd").err())
        .contains("unknown policy 'fixd'; did you mean 'fixed'?");
  }

  @Test
  void aBrokenLineIsNamedWithItsNumber() throws IOException {
    List<String> lines = Files.readAllLines(journal);
    Files.write(journal, lines.subList(0, 3));
    Files.writeString(journal, Files.readString(journal) + lines.get(3).substring(0, 40));
    Ended ended = shell.run("replay", journal.toString());
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).startsWith("flyball: " + journal + ":4: line must be a JSON object");
    assertThat(shell.run("replay", "nowhere.jsonl"))
        .returns(2, Ended::exitCode)
        .returns(true, none -> none.err().startsWith("flyball: there is no file nowhere.jsonl"));
  }
}
