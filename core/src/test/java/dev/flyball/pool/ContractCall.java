package dev.flyball.pool;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** A call of a method of an executor service, with arguments of every sort. */
@SuppressWarnings({
  "FutureReturnValueIgnored", // each is handed on, as what the call answered
  "ImmutableEnumChecker" // the calls have no state
})
enum ContractCall {
  EXECUTE(e -> {
    e.execute(() -> {});
    return "taken";
  }),
  EXECUTE_NULL(e -> {
    e.execute(null);
    return "taken";
  }),
  SUBMIT_RUNNABLE(e -> e.submit(() -> {})),
  SUBMIT_RUNNABLE_NULL(e -> e.submit((Runnable) null)),
  SUBMIT_RUNNABLE_WITH_RESULT(e -> e.submit(() -> {}, "result")),
  SUBMIT_RUNNABLE_WITH_NULL_RESULT(e -> e.submit(() -> {}, null)),
  SUBMIT_NULL_WITH_RESULT(e -> e.submit(null, "result")),
  SUBMIT_CALLABLE(e -> e.submit(() -> "called")),
  SUBMIT_CALLABLE_NULL(e -> e.submit((Callable<String>) null)),
  SUBMIT_FAILING(e -> e.submit(failing("first"))),
  SUBMIT_ERROR(e -> e.submit(error())),

  INVOKE_ALL(e -> e.invokeAll(List.of(of("a"), failing("b"), of("c")))),
  INVOKE_ALL_TWICE_THE_SAME(e -> {
    Callable<String> task = of("a");
    return e.invokeAll(List.of(task, task));
  }),
  INVOKE_ALL_OF_NONE(e -> e.invokeAll(List.<Callable<String>>of())),
  INVOKE_ALL_NULL(e -> e.invokeAll((Collection<Callable<String>>) null)),
  INVOKE_ALL_WITH_A_NULL(e -> e.invokeAll(Arrays.asList(of("a"), null))),
  INVOKE_ALL_FOR_LONG(e -> e.invokeAll(two(), Long.MAX_VALUE, TimeUnit.DAYS)),
  INVOKE_ALL_FOR_NO_TIME(e -> e.invokeAll(two(), 0, TimeUnit.SECONDS)),
  INVOKE_ALL_FOR_LESS(e -> e.invokeAll(two(), -1, TimeUnit.SECONDS)),
  INVOKE_ALL_FOR_THE_LEAST(e -> e.invokeAll(two(), Long.MIN_VALUE, TimeUnit.DAYS)),
  INVOKE_ALL_NULL_FOR_LONG(e -> e.invokeAll((Collection<Callable<String>>) null, 1, TimeUnit.DAYS)),
  INVOKE_ALL_WITHOUT_UNIT(e -> e.invokeAll(two(), 1, null)),

  INVOKE_ANY(e -> e.invokeAny(List.of(of("any"), of("any")))),
  INVOKE_ANY_ONE_FAILS(e -> e.invokeAny(List.of(failing("first"), of("any")))),
  INVOKE_ANY_ALL_FAIL(e -> e.invokeAny(List.of(failing("same"), failing("same")))),
  INVOKE_ANY_OF_ERRORS(e -> e.invokeAny(List.of(error()))),
  INVOKE_ANY_OF_NONE(e -> e.invokeAny(List.<Callable<String>>of())),
  INVOKE_ANY_NULL(e -> e.invokeAny((Collection<Callable<String>>) null)),
  INVOKE_ANY_WITH_A_NULL(e -> e.invokeAny(Arrays.asList((Callable<String>) null, of("any")))),
  INVOKE_ANY_FOR_LONG(e -> e.invokeAny(List.of(of("any")), Long.MAX_VALUE, TimeUnit.DAYS)),
  INVOKE_ANY_FOR_NO_TIME(e -> e.invokeAny(List.of(never()), 0, TimeUnit.SECONDS)),
  INVOKE_ANY_FOR_LESS(e -> e.invokeAny(List.of(never()), -1, TimeUnit.SECONDS)),
  INVOKE_ANY_OF_NONE_FOR_LONG(e -> e.invokeAny(List.<Callable<String>>of(), 1, TimeUnit.DAYS)),
  INVOKE_ANY_NULL_FOR_LONG(e -> e.invokeAny((Collection<Callable<String>>) null, 1, TimeUnit.DAYS)),
  INVOKE_ANY_WITHOUT_UNIT(e -> e.invokeAny(two(), 1, null)),

  SHUTDOWN(e -> {
    e.shutdown();
    return "shut down";
  }),
  SHUTDOWN_TWICE(e -> {
    e.shutdown();
    e.shutdown();
    return "shut down";
  }),
  SHUTDOWN_NOW(e -> e.shutdownNow().size() + " handed back"),
  SHUTDOWN_NOW_TWICE(e -> e.shutdownNow().size() + ", then " + e.shutdownNow().size()),
  SHUTDOWN_THEN_NOW(e -> {
    e.shutdown();
    return e.shutdownNow().size() + " handed back";
  }),
  IS_SHUTDOWN(ExecutorService::isShutdown),
  IS_TERMINATED(ExecutorService::isTerminated),
  AWAIT_NO_TIME(e -> e.awaitTermination(0, TimeUnit.SECONDS)),
  AWAIT_LESS(e -> e.awaitTermination(-1, TimeUnit.SECONDS)),
  AWAIT_THE_LEAST(e -> e.awaitTermination(Long.MIN_VALUE, TimeUnit.DAYS)),
  AWAIT_SHORT(e -> e.awaitTermination(1, TimeUnit.NANOSECONDS)),
  AWAIT_WITHOUT_UNIT(e -> e.awaitTermination(1, null)),
  SHUTDOWN_AND_AWAIT(e -> {
    e.shutdown();
    return e.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);
  }),
  SHUTDOWN_NOW_AND_AWAIT(e -> {
    e.shutdownNow();
    return e.awaitTermination(120, TimeUnit.SECONDS);
  });

  /** The call itself. */
  @FunctionalInterface
  interface Made {
    Object on(ExecutorService executor) throws Exception;
  }

  private final Made made;

  ContractCall(Made made) {
    this.made = made;
  }

  /** Whether it may wait for a task. */
  boolean waits() {
    return name().startsWith("INVOKE") || name().endsWith("AND_AWAIT");
  }

  /** Whether its outcome does not hang on who is quicker, the interrupted caller or the worker. */
  boolean isSureWhenInterrupted(StagedExecutor.State state) {
    boolean race = state == StagedExecutor.State.NEW || state == StagedExecutor.State.IDLE;
    boolean waitsForTasks = name().startsWith("INVOKE");
    boolean waitsForEnd = waits() && !waitsForTasks;
    return !(race && waitsForTasks) && !(state == StagedExecutor.State.IDLE && waitsForEnd);
  }

  Object on(ExecutorService executor) throws Exception {
    return made.on(executor);
  }

  private static Callable<String> of(String result) {
    return () -> result;
  }

  private static List<Callable<String>> two() {
    return List.of(of("a"), of("b"));
  }

  private static Callable<String> failing(String why) {
    return () -> {
      throw new IOException(why);
    };
  }

  private static Callable<String> error() {
    return () -> {
      throw new AssertionError("an error (on purpose)");
    };
  }

  private static Callable<String> never() {
    return () -> {
      Thread.sleep(Long.MAX_VALUE);
      return "never";
    };
  }
}
