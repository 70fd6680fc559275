package dev.flyball.tools.cli.experiment;

import dev.flyball.expose.FlightRecorder;
import dev.flyball.expose.PoolMonitor;
import dev.flyball.lab.harness.AdaptiveSubject;
import dev.flyball.lab.harness.Subject;
import dev.flyball.lab.harness.Trial.PoolSample;
import dev.flyball.lab.load.LoadResult.Second;
import dev.flyball.lab.papers.Progress;
import dev.flyball.pool.AdaptivePool;

/**
 * Progress that makes each pool of ours visible while its trial lasts, as a program's own are: over
 * JMX, in the flight recorder, and so on a dashboard.
 */
record VisibleProgress(Progress progress) implements Progress {

  @Override
  public void prepares(String what) {
    progress.prepares(what);
  }

  @Override
  public void begins(Step step) {
    progress.begins(step);
  }

  @Override
  public void began(Subject pool) {
    if (pool instanceof AdaptiveSubject ours) {
      show(ours.pool());
    }
    progress.began(pool);
  }

  private static void show(AdaptivePool pool) {
    PoolMonitor.register(pool);
    pool.governor().ifPresent(FlightRecorder::record);
  }

  @Override
  public void onSecond(Second load, PoolSample sample) {
    progress.onSecond(load, sample);
  }

  @Override
  public void ended(Subject pool) {
    progress.ended(pool);
  }
}
