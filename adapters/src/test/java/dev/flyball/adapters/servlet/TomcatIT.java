package dev.flyball.adapters.servlet;

import java.nio.file.Path;

/** The filter in Tomcat, with its own threads. */
class TomcatIT extends AdmissionFilterContractTest {

  @Override
  TestServer start(AdmissionFilter filter, Path temporary) throws Exception {
    return new TomcatServer(temporary, filter, false);
  }
}
