package org.example.pools;

import dev.flyball.Flyball;
import dev.flyball.admission.TaskShedException;
import dev.flyball.pool.Limiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Three times the requests that can be done, each wanted within a second. Those that would come too
 * late are turned away; those that are let in are answered.
 */
public final class VirtualThreads {

  private static final long SERVICE_NANOS = 50_000_000; // so at most 200 a second
  private static final int PER_SECOND = 600;
  private static final int SECONDS = 5;

  public static void main(String[] args) throws InterruptedException {
    List<Future<String>> answers = new ArrayList<>();
    int turnedAway = 0;
    // The limit may go up to what the service behind it bears.
    Limiter requests =
        Flyball.start(Limiter.named("requests").limits(1, 10).deadline(Duration.ofSeconds(1)));
    for (int i = 0; i < PER_SECOND * SECONDS; i++) {
      String request = "request " + i;
      try {
        Future<String> answer = requests.submit(() -> answer(request));
        answers.add(answer);
      } catch (TaskShedException late) {
        turnedAway++;
      }
      LockSupport.parkNanos(1_000_000_000 / PER_SECOND);
    }
    requests.close();
    int done = 0;
    for (Future<String> answer : answers) {
      try {
        answer.get();
        done++;
      } catch (ExecutionException late) {
        turnedAway++; // it was let in, and then its time was over
      }
    }
    System.out.printf("%d requests answered, %d turned away%n", done, turnedAway);
    if (done < PER_SECOND || turnedAway == 0) {
      throw new IllegalStateException("some must be answered and some turned away");
    }
  }

  private static String answer(String request) {
    LockSupport.parkNanos(SERVICE_NANOS); // a call to another service
    return "answer to " + request;
  }
}
