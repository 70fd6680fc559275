package dev.flyball.lab.server;

import java.io.IOException;

/** The result of a request's work: the bytes of a response body. */
public interface Reply {

  /** A reply without a reader: for doing the work without a server. */
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
