package dev.flyball.lab.calldata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.lab.calldata.TicketGenerator.TicketDraws;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class CallTicketTest {

  private static final TicketDraws DRAWS = new TicketDraws(1);

  @Test
  void isReadAsItWasWritten() throws IOException {
    for (int i = 0; i < 1000; i++) {
      CallTicket ticket = DRAWS.next();
      assertThat(CallTicket.of(ticket.frame())).isEqualTo(ticket);
      assertThat(CallTicket.number(ticket.frame())).isEqualTo(ticket.number());
    }
  }

  @Test
  void noBrokenFrameIsReadAsATicketThatIsNone() throws IOException {
    byte[] frame = DRAWS.next().frame();
    for (int length = 0; length < frame.length; length++) {
      byte[] cut = Arrays.copyOf(frame, length);
      assertThatThrownBy(() -> CallTicket.of(cut)).isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> CallTicket.of(Arrays.copyOf(frame, frame.length + 2)))
        .hasMessage("ticket must end with its frame but 2 bytes follow");
    assertThat(CallTicket.number(new byte[7])).isZero();
  }

  @Test
  void aConnectionIsReadFrameByFrame() throws IOException {
    byte[] two = {0, 0, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 8, 8, 7, 6, 5, 4, 3, 2, 1};
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(two));
    assertThat(CallTicket.nextFrame(in)).hasValue(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    assertThat(CallTicket.nextFrame(in)).hasValue(new byte[] {8, 7, 6, 5, 4, 3, 2, 1});
    assertThat(CallTicket.nextFrame(in)).isEmpty();
  }

  @Test
  void aLengthThatCannotBeIsRefused() {
    for (byte[] wrong : new byte[][] {{0, 0, 0, 7}, {0, 1, 0, 1}, {-1, -1, -1, -1}}) {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(wrong));
      assertThatThrownBy(() -> CallTicket.nextFrame(in))
          .hasMessageStartingWith("length must be from 8 to 65536 but was ");
    }
    DataInputStream broken = new DataInputStream(new ByteArrayInputStream(new byte[] {0, 0, 0, 9}));
    assertThatThrownBy(() -> CallTicket.nextFrame(broken)).isInstanceOf(EOFException.class);
  }
}
