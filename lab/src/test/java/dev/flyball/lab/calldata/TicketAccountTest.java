package dev.flyball.lab.calldata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.dataflow.pipeline.DeadLetter;
import dev.flyball.lab.calldata.CallTicket.StorableTicket;
import dev.flyball.lab.calldata.TicketAccount.GivenUp;
import dev.flyball.lab.calldata.TicketAccount.Numbers;
import dev.flyball.lab.calldata.TicketGenerator.TicketDraws;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TicketAccountTest {

  private static Numbers numbers(Integer... numbers) {
    Numbers set = new Numbers();
    for (int number : numbers) {
      set.add(number);
    }
    return set;
  }

  private static CallTicket ticket(long number) {
    CallTicket drawn = new TicketDraws(1).next();
    return new CallTicket(
        number,
        drawn.session(),
        drawn.originHost(),
        drawn.type(),
        drawn.recordNumber(),
        drawn.at(),
        drawn.caller(),
        drawn.called(),
        drawn.seconds());
  }

  private static GivenUp givenUp(StageName stage, Object... records) {
    GivenUp givenUp = new GivenUp();
    for (Object record : records) {
      givenUp.take(
          new DeadLetter("p", stage.text(), Optional.of(record), new Exception("because")));
    }
    return givenUp;
  }

  @Test
  void holdsWhereAllAreThereOnce() {
    TicketAccount account = TicketAccount.of(3, numbers(1, 2, 3), numbers(3, 2, 1), new GivenUp());
    assertThat(account.holds()).isTrue();
    assertThat(account.text())
        .isEqualTo(
            "3 tickets sent, 3 in the database, 3 in the files, none given up; every ticket is"
                + " accounted for");
  }

  @Test
  void holdsWhereThoseThatAreNotThereWereGivenUp() throws IOException {
    GivenUp byDecoder = givenUp(StageName.DECODER, (Object) ticket(2).frame());
    assertThat(TicketAccount.of(2, numbers(1), numbers(1), byDecoder).holds()).isTrue();
    GivenUp byConverter = givenUp(StageName.CONVERTER, ticket(2));
    assertThat(TicketAccount.of(2, numbers(1), numbers(1), byConverter).holds()).isTrue();
    GivenUp byFeeder = givenUp(StageName.FEEDER, StorableTicket.of(ticket(2)));
    assertThat(TicketAccount.of(2, numbers(1), numbers(1, 2), byFeeder).holds()).isTrue();
    assertThat(byFeeder.firstCauses()).containsEntry("feeder", "because");
  }

  @Test
  void seesEachWayToGoWrong() {
    GivenUp none = new GivenUp();
    GivenUp bySerializer = givenUp(StageName.SERIALIZER, StorableTicket.of(ticket(2)));
    List<TicketAccount> wrong =
        List.of(
            TicketAccount.of(2, numbers(1), numbers(1, 2), none),
            TicketAccount.of(2, numbers(1, 2), numbers(1), none),
            TicketAccount.of(2, numbers(1, 2), numbers(1, 2, 2), none),
            TicketAccount.of(2, numbers(1, 2, 3), numbers(1, 2), none),
            TicketAccount.of(2, numbers(1), numbers(1), bySerializer),
            TicketAccount.of(2, numbers(1, 2), numbers(1, 2), bySerializer));
    assertThat(wrong).noneMatch(TicketAccount::holds);
  }

  @Test
  void aTicketMayBeInTheDatabaseAndGivenUp() {
    GivenUp byFeeder = givenUp(StageName.FEEDER, StorableTicket.of(ticket(2)));
    TicketAccount account = TicketAccount.of(2, numbers(1, 2), numbers(1, 2), byFeeder);
    assertThat(account.holds()).isTrue();
    assertThat(account.givenUpAndInDatabase()).isEqualTo(1);
  }
}
