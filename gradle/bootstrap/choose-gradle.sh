# Sourced by gradlew: decides which Gradle 8.8 runs, and sets CLASSPATH and GRADLE_MAIN.
#
#   1. the official distribution, if it is unpacked in the Gradle user home
#   2. the one made from Maven artifacts, if it is there
#   3. the official host answers: the wrapper downloads the official distribution
#   4. otherwise GradleFromCentral.java makes the other one
#
# TALOSFORGE_GRADLE=official|central skips the choice. docs/building.md has the whole story.

GRADLE_MAIN=org.gradle.wrapper.GradleWrapperMain

# Gradle 8.8 runs on Java 8 to 22, this build needs 17. Reading the JDK's release file costs
# nothing; starting a JVM to ask it would be felt at every start.
talosforge_check_java () {
    java_home=$( command -v "$JAVACMD" ) && java_home=$( readlink -f "$java_home" 2>/dev/null ) || return 0
    java_home=${java_home%/bin/java}
    [ -r "$java_home/release" ] || return 0
    while IFS='=' read -r key value; do
        [ "$key" = JAVA_VERSION ] || continue
        value=${value#\"} value=${value%\"}
        java_major=${value%%[!0-9]*}
        [ "$java_major" = 1 ] && java_major=8
        if [ "${java_major:-17}" -lt 17 ] || [ "${java_major:-17}" -gt 22 ]; then
            die "This build runs on Java 17 to 22, but $JAVACMD is Java $value: set JAVA_HOME to a JDK 17 to 22 and run again."
        fi
    done < "$java_home/release"
}

talosforge_choose_gradle () {
    user_home=${GRADLE_USER_HOME:-$HOME/.gradle}
    central=$user_home/gradle-from-central/8.8-1
    choice=${TALOSFORGE_GRADLE:-auto}
    case $choice in #(
      auto | official | central) ;; #(
      *) die "TALOSFORGE_GRADLE is '$choice', but must be auto, official or central." ;;
    esac

    [ "$choice" = official ] && return
    if [ "$choice" = auto ]; then
        for unpacked in "$user_home"/wrapper/dists/gradle-8.8-*/*/gradle-8.8/lib/gradle-launcher-8.8.jar; do
            [ -f "$unpacked" ] && return
        done
    fi
    if [ ! -d "$central" ]; then
        # shellcheck disable=SC2086  # the options are meant to be split
        "$JAVACMD" $JAVA_OPTS $GRADLE_OPTS "$APP_HOME/gradle/bootstrap/GradleFromCentral.java" \
            "$choice" "$central" "$APP_HOME/gradle/wrapper/gradle-wrapper.properties"
        case $? in #(
          0)  ;; #(
          10) return ;; #(
          *)  exit 1 ;;
        esac
    fi
    CLASSPATH=$central/lib/gradle-launcher-8.8.jar
    GRADLE_MAIN=org.gradle.launcher.GradleMain
}

talosforge_check_java
talosforge_choose_gradle
