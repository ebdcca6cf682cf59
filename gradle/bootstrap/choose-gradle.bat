@rem Called by gradlew.bat: decides which Gradle 8.8 runs, and sets CLASSPATH and GRADLE_MAIN.
@rem The same order as choose-gradle.sh. docs/building.md has the whole story.

set GRADLE_MAIN=org.gradle.wrapper.GradleWrapperMain
set TALOSFORGE_USER_HOME=%GRADLE_USER_HOME%
if "%TALOSFORGE_USER_HOME%"=="" set TALOSFORGE_USER_HOME=%USERPROFILE%\.gradle
set TALOSFORGE_CENTRAL=%TALOSFORGE_USER_HOME%\gradle-from-central\8.8-1
set TALOSFORGE_CHOICE=%TALOSFORGE_GRADLE%
if "%TALOSFORGE_CHOICE%"=="" set TALOSFORGE_CHOICE=auto

if "%TALOSFORGE_CHOICE%"=="official" exit /b 0
if "%TALOSFORGE_CHOICE%"=="central" goto central
if "%TALOSFORGE_CHOICE%"=="auto" goto unpacked
echo TALOSFORGE_GRADLE is '%TALOSFORGE_CHOICE%', but must be auto, official or central. 1>&2
exit /b 1

:unpacked
for /d %%d in ("%TALOSFORGE_USER_HOME%\wrapper\dists\gradle-8.8-*") do (
  for /d %%h in ("%%d\*") do (
    if exist "%%h\gradle-8.8\lib\gradle-launcher-8.8.jar" exit /b 0
  )
)

:central
if exist "%TALOSFORGE_CENTRAL%" goto use
"%JAVA_EXE%" %JAVA_OPTS% %GRADLE_OPTS% "%APP_HOME%\gradle\bootstrap\GradleFromCentral.java" %TALOSFORGE_CHOICE% "%TALOSFORGE_CENTRAL%" "%APP_HOME%\gradle\wrapper\gradle-wrapper.properties"
if %ERRORLEVEL% equ 10 exit /b 0
if %ERRORLEVEL% neq 0 exit /b 1

:use
set CLASSPATH=%TALOSFORGE_CENTRAL%\lib\gradle-launcher-8.8.jar
set GRADLE_MAIN=org.gradle.launcher.GradleMain
exit /b 0
