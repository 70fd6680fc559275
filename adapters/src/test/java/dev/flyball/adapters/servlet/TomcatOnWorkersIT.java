package dev.flyball.adapters.servlet;

import java.nio.file.Path;

/** The filter in Tomcat, where admitted requests run in the pool's threads. */
class TomcatOnWorkersIT extends AdmissionFilterContractTest {

  @Override
  TestServer start(AdmissionFilter filter, Path temporary) throws Exception {
    return new TomcatServer(temporary, filter, true);
  }
}
