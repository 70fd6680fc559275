package dev.flyball.lab.container;

import dev.flyball.pool.AdaptivePool;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/** Spring Boot with its Tomcat, whose requests run in a pool that is a bean. */
class SpringBootOnPoolIT extends ServerOnPoolContractTest {

  @Override
  ServerOnPool start(Runnable service) {
    ServletWebServerApplicationContext application =
        BootApplication.run(BootApplication.OnePool.class, service);
    return new ServerOnPool() {
      @Override
      public AdaptivePool pool() {
        return application.getBean(AdaptivePool.class);
      }

      @Override
      public Clients clients() {
        return new HttpClients(BootApplication.port(application));
      }

      @Override
      public void stop() {
        application.close(); // answers what has begun, and then ends the pool
      }
    };
  }
}
