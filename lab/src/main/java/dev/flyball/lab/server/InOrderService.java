package dev.flyball.lab.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Several services, one after the other on the same worker; the reply is all their replies.
 *
 * @param steps what is done, in this order
 */
record InOrderService(List<Service> steps) implements Service {

  InOrderService {
    steps = List.copyOf(steps);
  }

  @Override
  public Work prepare(Site site) throws IOException {
    List<Work> works = new ArrayList<>();
    for (Service step : steps) {
      works.add(step.prepare(site));
    }
    return reply -> {
      Reply part = withoutLength(reply);
      for (Work work : works) {
        work.perform(part);
      }
    };
  }

  /** A step knows the length of its own part only, so the length of the whole stays open. */
  private static Reply withoutLength(Reply whole) {
    return new Reply() {
      @Override
      public void length(long bytes) {}

      @Override
      public void write(byte[] buffer, int offset, int length) throws IOException {
        whole.write(buffer, offset, length);
      }
    };
  }
}
