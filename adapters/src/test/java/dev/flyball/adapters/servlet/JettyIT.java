package dev.flyball.adapters.servlet;

import java.nio.file.Path;

/** The filter in Jetty, with its own threads. */
class JettyIT extends AdmissionFilterContractTest {

  @Override
  TestServer start(AdmissionFilter filter, Path temporary) throws Exception {
    return new JettyServer(filter, false);
  }
}
