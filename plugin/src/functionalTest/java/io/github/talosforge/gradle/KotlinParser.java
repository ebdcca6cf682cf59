package io.github.talosforge.gradle;

import java.util.List;
import org.jetbrains.kotlin.cli.common.CLIConfigurationKeys;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.cli.jvm.compiler.EnvironmentConfigFiles;
import org.jetbrains.kotlin.cli.jvm.compiler.KotlinCoreEnvironment;
import org.jetbrains.kotlin.com.intellij.openapi.Disposable;
import org.jetbrains.kotlin.com.intellij.openapi.util.Disposer;
import org.jetbrains.kotlin.com.intellij.psi.PsiErrorElement;
import org.jetbrains.kotlin.com.intellij.psi.PsiFile;
import org.jetbrains.kotlin.com.intellij.psi.PsiFileFactory;
import org.jetbrains.kotlin.com.intellij.psi.util.PsiTreeUtil;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.idea.KotlinLanguage;

/** The syntax check of the Kotlin compiler, without types. */
final class KotlinParser implements AutoCloseable {
  private final Disposable lifetime = Disposer.newDisposable();
  private final KotlinCoreEnvironment environment;

  KotlinParser() {
    CompilerConfiguration configuration = new CompilerConfiguration();
    configuration.put(
        CLIConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
    environment =
        KotlinCoreEnvironment.createForProduction(
            lifetime, configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
  }

  List<String> errors(String script) {
    PsiFile file =
        PsiFileFactory.getInstance(environment.getProject())
            .createFileFromText("script.kts", KotlinLanguage.INSTANCE, script);
    return PsiTreeUtil.collectElementsOfType(file, PsiErrorElement.class).stream()
        .map(error -> error.getTextOffset() + ": " + error.getErrorDescription())
        .toList();
  }

  @Override
  public void close() {
    Disposer.dispose(lifetime);
  }
}
