package dev.flyball.lab.database;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;

/** A program of its own that starts a server, says where it is, and waits to be killed. */
final class ServerProgram {

  private ServerProgram() {}

  public static void main(String[] arguments) throws InterruptedException {
    PrintStream out = System.out;
    try {
      DatabaseServer server = DatabaseServer.start(ServerSettings.usual(), said -> {});
      out.println(server.folder());
      out.println(server.pid());
      new CountDownLatch(1).await();
    } catch (ServerFailedException e) {
      out.println(e.getMessage());
    }
  }
}
