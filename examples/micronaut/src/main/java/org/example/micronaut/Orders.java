package org.example.micronaut;

import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** Takes orders, in the pool of its name. */
@Controller
class Orders {

  /** Answers, after the call of another service, with the thread that it ran on. */
  @ExecuteOn("orders")
  @Get(value = "/order", produces = MediaType.TEXT_PLAIN)
  String order() throws InterruptedException {
    Thread.sleep(50);
    return Thread.currentThread().getName();
  }
}
