package org.example.shop;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A shop with three kinds of requests. */
@SpringBootApplication
@EnableAsync
public class Shop {

  public static void main(String[] arguments) {
    SpringApplication.run(Shop.class, arguments);
  }

  @EventListener
  void listening(WebServerInitializedEvent event) {
    System.out.println("port " + event.getWebServer().getPort());
  }

  @Service
  static class Mail {

    /** What an {@code @Async} method does elsewhere: 200 ms of waiting for another service. */
    @Async
    CompletableFuture<String> sent() throws InterruptedException {
      Thread.sleep(200);
      return CompletableFuture.completedFuture("sent");
    }
  }

  @RestController
  static class Pages {

    private final Semaphore prices = new Semaphore(30); // a service that bears 30 calls at a time
    private final DataSource database;
    private final Mail mail;

    Pages(DataSource database, Mail mail) {
      this.database = database;
      this.mail = mail;
    }

    @GetMapping("/price")
    String price() throws InterruptedException {
      prices.acquire();
      try {
        Thread.sleep(100);
        return "9.99";
      } finally {
        prices.release();
      }
    }

    @GetMapping("/stock")
    String stock() throws SQLException, InterruptedException {
      try (Connection connection = database.getConnection()) {
        connection.createStatement().execute("select 1");
        Thread.sleep(150); // as long as a query takes
        return "7";
      }
    }

    @GetMapping("/order")
    CompletableFuture<String> order() throws InterruptedException {
      return mail.sent();
    }
  }
}
