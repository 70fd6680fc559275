package dev.flyball.lab.server;

import java.io.IOException;

/** What work gives back to whoever asked for it: the bytes of a response body. */
public interface Reply {

  /** A reply that nobody reads: for doing the work without a server. */
  Reply DISCARDED =
      new Reply() {
        @Override
        public void length(long bytes) {}

        @Override
        public void write(byte[] buffer, int offset, int length) {}
      };

  /** Says how long the body is going to be; without it, it ends where the work ends. */
  void length(long bytes);

  void write(byte[] buffer, int offset, int length) throws IOException;
}
