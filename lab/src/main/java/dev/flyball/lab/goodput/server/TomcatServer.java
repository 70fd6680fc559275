package dev.flyball.lab.goodput.server;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** Tomcat with the settings that it comes with. */
final class TomcatServer {

  private static final String SERVLET = "goodput";
  private static final String FILTER = "admission";

  private TomcatServer() {}

  /**
   * Starts one, on a port of the system's choice.
   *
   * @param folder where it leaves its files
   * @param served the servlet
   * @param filter what stands before the servlet
   * @param threads sets which threads serve requests, where they are not Tomcat's own
   * @return the port
   */
  static int start(
      Path folder, Servlet served, Optional<Filter> filter, Consumer<Connector> threads)
      throws LifecycleException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setThrowOnFailure(true);
    connector.setProperty("address", ServerMain.LOOPBACK);
    threads.accept(connector);
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", null);
    Wrapper servlet = Tomcat.addServlet(context, SERVLET, served);
    servlet.setAsyncSupported(true);
    servlet.addMapping("/*");
    filter.ifPresent(admission -> add(context, admission));
    tomcat.start();
    return connector.getLocalPort();
  }

  private static void add(Context context, Filter filter) {
    FilterDef definition = new FilterDef();
    definition.setFilterName(FILTER);
    definition.setFilter(filter);
    definition.setAsyncSupported("true");
    context.addFilterDef(definition);
    FilterMap map = new FilterMap();
    map.setFilterName(FILTER);
    map.addURLPattern("/*");
    map.setDispatcher(DispatcherType.REQUEST.name());
    map.setDispatcher(DispatcherType.ASYNC.name());
    context.addFilterMap(map);
  }
}
