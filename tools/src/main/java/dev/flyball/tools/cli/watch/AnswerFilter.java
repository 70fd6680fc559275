package dev.flyball.tools.cli.watch;

import java.io.ObjectInputFilter;
import java.util.Map;

/**
 * Takes of a watched program what JMX sends, and nothing else: what a program sends is not to be
 * trusted.
 *
 * <p>A hash table may hold names, but nothing deep. Some hundred bytes of sets within sets, each in
 * two others, take hours to be hashed, and no limit on depth or size that lets honest answers pass
 * stops that. The JDK does not say the class of an object here when the stream has had that class
 * before; but its hash tables always ask for the length of their array, and each part of an object
 * comes with its depth.
 *
 * <p>Any thread may use it. What it remembers of an object is per thread, for one thread reads one.
 */
final class AnswerFilter implements ObjectInputFilter {

  private static final ObjectInputFilter CLASSES =
      Config.createFilter(
          "maxdepth=30;maxarray=100000;maxrefs=300000;maxbytes="
              + AnswerSockets.BYTES_MAX
              + ";java.lang.*;java.util.*;java.math.*;java.net.*;java.io.*;java.lang.reflect.*;"
              + "java.rmi.**;javax.management.**;javax.rmi.ssl.*;sun.rmi.**;com.sun.jndi.rmi.**;"
              + "com.sun.proxy.*;jdk.proxy1.*;jdk.proxy2.*;jdk.proxy3.*;!*");

  /** Of a hash table: its elements, and what they consist of. */
  private static final long HASHED_DEPTH_MAX = 2;

  /** The same large element may be there many times, so the work grows with the square. */
  private static final long HASHED_REFERENCES_MAX = 50_000;

  private static final long NOWHERE = Long.MAX_VALUE;

  /** The depth of the hash table that is being read. */
  private final ThreadLocal<Long> tableDepth = ThreadLocal.withInitial(() -> NOWHERE);

  /** From now on this process reads objects of others only through it, or what it has already. */
  static void install() {
    if (Config.getSerialFilter() == null) {
      Config.setSerialFilter(new AnswerFilter());
    }
  }

  @Override
  public Status checkInput(FilterInfo info) {
    if (info.depth() <= tableDepth.get()) {
      tableDepth.set(NOWHERE);
    }
    long table = tableDepth.get();
    boolean hashed = table != NOWHERE;
    boolean opens = info.serialClass() == Map.Entry[].class;
    if (hashed
        && (opens
            || info.depth() > table + HASHED_DEPTH_MAX
            || info.references() > HASHED_REFERENCES_MAX)) {
      return Status.REJECTED;
    }
    if (opens) {
      tableDepth.set(info.depth());
    }
    return CLASSES.checkInput(info);
  }
}
