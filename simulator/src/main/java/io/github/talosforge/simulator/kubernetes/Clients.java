package io.github.talosforge.simulator.kubernetes;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;

/**
 * Those whom a cluster's CA vouches for.
 *
 * @param authority the CA's certificate
 */
record Clients(X509Certificate authority) {
  private static final String PURPOSE = "1.3.6.1.5.5.7.3.2";

  /** Who a certificate stands for: nobody, unless the CA issued it for a client and it is valid. */
  Optional<User> user(X509Certificate client, Instant now) {
    try {
      client.verify(authority.getPublicKey());
      client.checkValidity(Date.from(now));
      List<String> purposes = client.getExtendedKeyUsage();
      return purposes == null || purposes.contains(PURPOSE)
          ? Optional.of(user(client))
          : Optional.empty();
    } catch (GeneralSecurityException | InvalidNameException refused) {
      return Optional.empty();
    }
  }

  private static User user(X509Certificate client) throws InvalidNameException {
    String name = "";
    List<String> groups = new ArrayList<>();
    for (var part : new LdapName(client.getSubjectX500Principal().getName()).getRdns()) {
      switch (part.getType()) {
        case "CN" -> name = part.getValue().toString();
        case "O" -> groups.add(part.getValue().toString());
        default -> {
          // The other parts of a name say nothing in Kubernetes.
        }
      }
    }
    return new User(name, groups);
  }
}
