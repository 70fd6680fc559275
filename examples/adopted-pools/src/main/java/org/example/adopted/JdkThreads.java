package org.example.adopted;

import dev.flyball.Flyball;
import dev.flyball.control.Governor;
import dev.flyball.pool.AdoptedPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads of a pool of the JDK's: first it is only told what size it should have. */
public final class JdkThreads {

  private static final int HALF_A_SECOND = 100; // calls

  public static void main(String[] args) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(1, 1, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    AdoptedPool mail =
        Flyball.start(AdoptedPool.named("mail", executor).adviseOnly().limits(2, 50));
    Load.offer(HALF_A_SECOND, () -> executor.execute(Load::call));
    Governor governor = mail.governor().orElseThrow();
    governor.lastAdvice().ifPresent(System.out::println);
    governor.govern();
    Load.offer(mail, () -> executor.execute(Load::call));
    mail.close();
    executor.shutdown();
  }
}
