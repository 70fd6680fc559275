package dev.flyball.dataflow.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testng.ITestResult;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;

/**
 * The rules of Reactive Streams, as far as its own tests can tell: the way from a publisher into a
 * pipeline, and the way from a pipeline to a subscriber.
 */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FlowTckTest {

  private static final String MULTICAST =
      "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequence"
          + "ToAllOfItsSubscribersWhen";

  /**
   * What is left open on purpose: a publisher may have one subscriber at a time, and says in its
   * own words what is wrong with a request.
   */
  private static final Set<String> OPTIONAL =
      Set.of(
          "optional_spec111_maySupportMultiSubscribe",
          "optional_spec111_registeredSubscribersMustReceiveOnNextOrOnCompleteSignals",
          MULTICAST + "RequestingManyUpfront",
          MULTICAST + "RequestingManyUpfrontAndCompleteAsExpected",
          MULTICAST + "RequestingOneByOne",
          "optional_spec309_requestNegativeNumberMaySignalIllegalArgumentExceptionWithSpecificMessage");

  @TempDir private Path folder;

  @Test
  void anEndIsAPublisher() {
    requireRules(StagePublisherTck.class, 25);
  }

  @Test
  void anEntryIsASubscriber() {
    requireRules(EntrySubscriberTck.class, 11);
  }

  private void requireRules(Class<?> tests, int kept) {
    TestListenerAdapter results = new TestListenerAdapter();
    TestNG run = new TestNG(false);
    run.setTestClasses(new Class<?>[] {tests});
    run.setOutputDirectory(folder.toString());
    run.addListener(results);
    run.run();
    List<ITestResult> failed = results.getFailedTests();
    assertThat(failed).as(() -> describe(failed)).isEmpty();
    assertThat(results.getPassedTests()).hasSize(kept);
    assertThat(results.getSkippedTests())
        .extracting(ITestResult::getName)
        .as("none is skipped but those that no test can tell, and optional ones")
        .allMatch(name -> name.startsWith("untested_") || OPTIONAL.contains(name));
  }

  private static String describe(List<ITestResult> failed) {
    StringBuilder text = new StringBuilder();
    failed.forEach(result ->
        text.append(result.getName()).append(": ").append(result.getThrowable()).append('\n'));
    return text.toString();
  }
}
