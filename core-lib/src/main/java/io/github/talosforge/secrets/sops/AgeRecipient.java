package io.github.talosforge.secrets.sops;

import com.exceptionfactory.jagged.RecipientStanzaWriter;
import com.exceptionfactory.jagged.framework.armor.ArmoredEncryptingChannelFactory;
import com.exceptionfactory.jagged.x25519.X25519RecipientStanzaWriterFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;

/**
 * Somebody who can open a file: an age public key.
 *
 * @param value the key, such as {@code
 *     age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p}
 */
public record AgeRecipient(String value) {

  /** Checks that files can be encrypted for the key. */
  public AgeRecipient {
    writer(value);
  }

  /** Encrypts bytes for this recipient, as armored text. */
  String encrypt(byte[] bytes) {
    ByteArrayOutputStream armored = new ByteArrayOutputStream();
    try (WritableByteChannel channel =
        new ArmoredEncryptingChannelFactory()
            .newEncryptingChannel(Channels.newChannel(armored), List.of(writer(value)))) {
      int written = channel.write(ByteBuffer.wrap(bytes));
      if (written != bytes.length) {
        throw new IOException("Only " + written + " bytes were encrypted");
      }
    } catch (GeneralSecurityException | IOException e) {
      throw new SopsException("Encrypting for the recipient " + value + " failed", e);
    }
    return armored.toString(StandardCharsets.US_ASCII);
  }

  static RecipientStanzaWriter writer(String value) {
    try {
      return X25519RecipientStanzaWriterFactory.newRecipientStanzaWriter(value);
    } catch (GeneralSecurityException | RuntimeException e) {
      throw new SopsException(
          "'"
              + value
              + "' is not an age recipient that can be encrypted for here: expected age1 and 58"
              + " characters, as 'age-keygen -y' prints it. Plugins, SSH and post-quantum keys are"
              + " not supported.",
          e);
    }
  }
}
