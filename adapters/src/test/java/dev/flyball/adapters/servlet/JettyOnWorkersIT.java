package dev.flyball.adapters.servlet;

import java.nio.file.Path;

/** The filter in Jetty, where admitted requests run in the pool's threads. */
class JettyOnWorkersIT extends AdmissionFilterContractTest {

  @Override
  TestServer start(AdmissionFilter filter, Path temporary) throws Exception {
    return new JettyServer(filter, true);
  }
}
