package dev.flyball.adapters.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAccessTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://db/?password=s3cret",
        "jdbc:mariadb://db/?sslMode=trust&PASSWORD=s3cret",
        "jdbc:mariadb://db/?user=x&trustStorePassword=s3cret",
        "jdbc:mariadb://db/?keyPassword=s3cret",
        "jdbc:mariadb://app:s3cret@db:3306/",
        "jdbc:mysql://app:s3cret@db:3306/?password=s3cret",
      })
  void aPasswordInTheUrlIsRefusedAndNotRepeated(String url) {
    assertThatThrownBy(() -> new ServerAccess(url, "app", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("url must not contain a password")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void thePasswordIsInNoText() {
    ServerAccess access = new ServerAccess("jdbc:mariadb://db/?sslMode=trust", "app", "s3cret");
    assertThat(access.toString())
        .isEqualTo("ServerAccess[url=jdbc:mariadb://db/, user=app]")
        .doesNotContain("s3cret");
    assertThat(access.password()).isEqualTo("s3cret");
  }

  @Test
  void otherUrlsAreRefused() {
    assertThatThrownBy(() -> new ServerAccess("jdbc:mysql://db/", "app", ""))
        .hasMessage(
            "url must begin with jdbc:mariadb:// but was jdbc:mysql://db/; for a MariaDB server"
                + " or a Percona Server write jdbc:mariadb:// (MySQL's own pool cannot be resized"
                + " while it runs)");
    assertThatThrownBy(() -> new ServerAccess("db:3306", "app", ""))
        .hasMessage("url must begin with jdbc:mariadb:// but was db:3306");
    assertThatThrownBy(() -> new ServerAccess("jdbc:mariadb://one,two/", "app", ""))
        .hasMessage("url must name one server but was jdbc:mariadb://one,two/");
    assertThatThrownBy(() -> new ServerAccess("jdbc:mariadb://db/", " ", ""))
        .hasMessage("user must not be blank but was ' '");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://localhost:3306/,true",
    "jdbc:mariadb://127.0.0.1/,true",
    "jdbc:mariadb://[::1]:3306/?x=y,true",
    "jdbc:mariadb://db.example:3306/,false",
    "jdbc:mariadb://localhost.example/,false",
    "jdbc:mariadb://10.0.0.1/localhost,false",
  })
  void knowsWhetherTheServerIsHere(String url, boolean here) {
    assertThat(new ServerAccess(url, "app", "").isOnThisMachine()).isEqualTo(here);
  }
}
