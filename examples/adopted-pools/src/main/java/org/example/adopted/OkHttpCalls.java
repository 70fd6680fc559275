package org.example.adopted;

import com.sun.net.httpserver.HttpServer;
import dev.flyball.Flyball;
import dev.flyball.pool.AdoptedPool;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** The calls that a client makes at once. */
public final class OkHttpCalls {

  public static void main(String[] args) throws IOException {
    HttpServer service = service();
    OkHttpClient client = new OkHttpClient();
    client.dispatcher().setMaxRequestsPerHost(1);
    Request request =
        new Request.Builder().url("http://127.0.0.1:" + service.getAddress().getPort()).build();
    try (AdoptedPool api = Flyball.govern("api", client)) {
      Load.offer(api, () -> client.newCall(request).enqueue(new Done()));
    } finally {
      client.dispatcher().executorService().shutdown();
      System.exit(0); // the service's threads go on
    }
  }

  /** Takes an answer. */
  private static final class Done implements Callback {

    @Override
    public void onResponse(Call call, Response response) {
      response.close();
    }

    @Override
    public void onFailure(Call call, IOException e) {
      System.err.println(e);
    }
  }

  private static HttpServer service() throws IOException {
    HttpServer service = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    service.setExecutor(Executors.newCachedThreadPool());
    service.createContext(
        "/",
        exchange -> {
          Load.call();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    service.start();
    return service;
  }
}
