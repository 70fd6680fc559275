package dev.flyball.lab.load;

import dev.flyball.base.Dice;
import java.util.concurrent.TimeUnit;

/** The source of a closed loop: its clients, each with dice of its own. */
final class ClosedSource implements Source {

  private static final long PAUSE_AFTER_NO_ANSWER_NANOS = 10_000_000;

  private final Engine engine;
  private final ClosedLoop plan;
  private final Dice[] dice;
  private boolean stopped;

  ClosedSource(Engine engine, ClosedLoop plan) {
    this.engine = engine;
    this.plan = plan;
    this.dice = new Dice[plan.clients()];
    for (int client = 0; client < dice.length; client++) {
      dice[client] = Dice.stream(plan.seed(), client);
    }
  }

  @Override
  public void start() {
    after(plan.length().toNanos(), this::lengthIsOver);
    for (int client = 0; client < dice.length; client++) {
      think(client, 0);
    }
  }

  private void lengthIsOver() {
    if (!stopped) {
      stopped = true;
      engine.offeringEnded();
    }
  }

  private void think(int client, long leastNanos) {
    long pauseNanos = Math.max(leastNanos, plan.think().drawNanos(dice[client]));
    if (pauseNanos == 0) {
      ask(client);
    } else {
      after(pauseNanos, () -> ask(client));
    }
  }

  private void ask(int client) {
    if (!stopped) {
      int kind = plan.mix().at(dice[client].nextDouble());
      engine.offer(new Exchange(engine.nowNanos(), kind, client));
    }
  }

  @Override
  public void ended(Exchange exchange, Outcome outcome) {
    if (stopped) {
      return;
    }
    boolean noAnswer = outcome == Outcome.UNCONNECTED || outcome == Outcome.BROKEN;
    think(exchange.client(), noAnswer ? PAUSE_AFTER_NO_ANSWER_NANOS : 0);
  }

  @Override
  public void stop() {
    stopped = true;
  }

  private void after(long nanos, Runnable step) {
    engine.loop().schedule(() -> engine.guarded(step), nanos, TimeUnit.NANOSECONDS);
  }
}
