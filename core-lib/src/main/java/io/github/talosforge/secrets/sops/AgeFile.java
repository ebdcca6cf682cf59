package io.github.talosforge.secrets.sops;

import com.exceptionfactory.jagged.framework.stream.StandardDecryptingChannelFactory;
import com.exceptionfactory.jagged.framework.stream.StandardEncryptingChannelFactory;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.security.GeneralSecurityException;
import java.util.List;

/** Files that are encrypted with age as a whole, of any length; {@code age} opens them too. */
public final class AgeFile {

  private AgeFile() {}

  /**
   * Encrypts what is written.
   *
   * @param out where the file goes, closed with the channel
   * @param recipients who can open it, at least one
   * @return takes what is to be encrypted; the file is whole when this is closed
   * @throws IOException if the file cannot be begun
   */
  public static WritableByteChannel encrypting(
      WritableByteChannel out, List<AgeRecipient> recipients) throws IOException {
    try {
      return new StandardEncryptingChannelFactory()
          .newEncryptingChannel(
              out, recipients.stream().map(who -> AgeRecipient.writer(who.value())).toList());
    } catch (GeneralSecurityException e) {
      throw new SopsException("This Java runtime cannot encrypt for age", e);
    }
  }

  /**
   * Decrypts what is read.
   *
   * @param in the file, closed with the channel
   * @param identities whoever can open it
   * @return gives what was encrypted
   * @throws IOException if none of them opens it, or it is damaged
   */
  public static ReadableByteChannel decrypting(ReadableByteChannel in, AgeIdentities identities)
      throws IOException {
    try {
      return new StandardDecryptingChannelFactory().newDecryptingChannel(in, identities.readers());
    } catch (GeneralSecurityException e) {
      throw new IOException("no identity opens it: " + e.getMessage(), e);
    }
  }
}
