package dev.flyball.tools.support;

import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The threads of a program: how many there are, and the stacks of those that belong to Flyball. A
 * thread belongs to it if it is named so, or runs Flyball's code, as each worker does. Threads with
 * one stack are shown as one.
 */
final class OurThreads {

  private static final String NAMES = "flyball-";
  private static final String PACKAGE = "dev.flyball.";

  /** So many are read at once, so that an answer of deep stacks stays below what is taken. */
  private static final int BATCH = 25;

  private static final int NAMES_SHOWN_MAX = 5;
  private static final int STACKS_MAX = 200;

  private final ThreadMXBean there;

  OurThreads(ThreadMXBean there) {
    this.there = there;
  }

  List<String> lines() {
    Map<Thread.State, Integer> states = new TreeMap<>();
    Map<List<String>, List<String>> ours = new LinkedHashMap<>();
    int known = 0;
    long[] ids = there.getAllThreadIds();
    for (int from = 0; from < ids.length; from += BATCH) {
      long[] some = Arrays.copyOfRange(ids, from, Math.min(ids.length, from + BATCH));
      for (ThreadInfo thread : there.getThreadInfo(some, Integer.MAX_VALUE)) {
        if (thread != null) { // has ended since
          known++;
          states.merge(thread.getThreadState(), 1, Integer::sum);
          if (isOurs(thread)) {
            ours.computeIfAbsent(stack(thread), any -> new ArrayList<>())
                .add(thread.getThreadName());
          }
        }
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        known
            + " threads, "
            + there.getPeakThreadCount()
            + " at most so far, "
            + there.getTotalStartedThreadCount()
            + " started; virtual threads are not among them");
    states.forEach((state, threads) -> lines.add(state + ": " + threads));
    lines.add(ours.values().stream().mapToInt(List::size).sum() + " of them are Flyball's:");
    ours.entrySet().stream()
        .limit(STACKS_MAX)
        .forEach(same -> {
          lines.add("");
          lines.add(names(same.getValue()));
          lines.addAll(same.getKey());
        });
    if (ours.size() > STACKS_MAX) {
      lines.add(ours.size() - STACKS_MAX + " more stacks are left out");
    }
    return lines;
  }

  private static boolean isOurs(ThreadInfo thread) {
    return thread.getThreadName().startsWith(NAMES)
        || Arrays.stream(thread.getStackTrace())
            .anyMatch(frame -> frame.getClassName().startsWith(PACKAGE));
  }

  private static List<String> stack(ThreadInfo thread) {
    List<String> lines = new ArrayList<>();
    String lock = thread.getLockInfo() == null ? "" : " on " + thread.getLockInfo().getClassName();
    String owner =
        thread.getLockOwnerName() == null ? "" : ", held by " + thread.getLockOwnerName();
    lines.add("  " + thread.getThreadState() + lock + owner);
    for (StackTraceElement frame : thread.getStackTrace()) {
      lines.add("    at " + frame);
    }
    return lines;
  }

  private static String names(List<String> all) {
    String some = String.join(", ", all.subList(0, Math.min(all.size(), NAMES_SHOWN_MAX)));
    return all.size() == 1
        ? some
        : all.size() + " threads: " + some + (all.size() > NAMES_SHOWN_MAX ? ", ..." : "");
  }
}
