package io.github.talosforge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.redaction.Redaction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the page says, and that nothing in it can become markup or leave the file. */
class ReportPageTest {
  @Test
  void showsTheDifferenceWithItsReasons() {
    assertThat(ReportPage.render(SampleReports.mixed()))
        .contains("<code class=\"key\">memory</code>")
        .contains("<del>8192</del>")
        .contains("<ins>16384</ins>")
        .contains("after a stop and start, <code>nodes.yaml:29</code>")
        .contains("<span class=\"outcome done\">done in 1.6 s</span>");
  }

  @Test
  void drawsEveryHostMachineAndDisk() {
    assertThat(ReportPage.render(SampleReports.mixed()))
        .contains(
            "aria-label=\"pve1 with cp-1 (control plane, running), worker-1 (worker, running)")
        .contains("aria-label=\"pve4, no VMs\"")
        .contains("<title>disk 2: 1T on ceph</title>")
        .contains("<dt>VIP of the control planes</dt><dd>10.20.0.5</dd>");
  }

  @Test
  void saysWhoWaitedForWhat() {
    assertThat(ReportPage.render(SampleReports.mixed()))
        .contains("waits for template 9001</span><span class=\"took\">3.9 s</span>")
        .contains("failed: change VM 2011 on pve2\nThe storage is full.");
  }

  @Test
  void tellsTheGravestFindingFirstWithItsNextStep() {
    String page = ReportPage.render(SampleReports.mixed());
    assertThat(page)
        .contains("<b>Next: </b>Free space, or name another storage: proxmox_storage: ceph");
    assertThat(page.indexOf("TF-STORAGE-FULL")).isLessThan(page.indexOf("TF-NOTE"));
  }

  @Test
  void noValueBecomesMarkup() {
    String page = ReportPage.render(SampleReports.large());
    assertThat(page).contains("&lt;script&gt;alert(1)&lt;/script&gt;").doesNotContain("<script");
  }

  @Test
  void nothingIsAskedFromAnywhere() {
    String page = ReportPage.render(SampleReports.mixed());
    assertThat(page)
        .contains("default-src &#39;none&#39;")
        .doesNotContain("<script", "<link", "<img", "@import", "url(", "src=\"");
    assertThat(Pattern.compile("href=\"([^\"]*)\"").matcher(page).results())
        .allMatch(
            link ->
                link.group(1).startsWith("#")
                    || link.group(1).startsWith("https://github.com/talosforge/"));
  }

  @Test
  void charactersThatTurnTextAroundAreNotPassedOn() {
    assertThat(new Markup(Redaction.opened()).text("a\u202Eb\u0007c\uD800d&\"'").toString())
        .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd&amp;&quot;&#39;");
  }
}
