package io.github.talosforge.proxmox.conformance;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import okhttp3.MultipartBody;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.Buffer;

/** Reads requests of OkHttp as the server will. */
final class SentRequests {
  private static final String ROOT = "/api2/json/";
  private static final Pattern PART_NAME = Pattern.compile("(?<!file)name=\"([^\"]+)\"");

  private SentRequests() {}

  static SentRequest read(Request request) throws IOException {
    String path = request.url().encodedPath();
    if (!path.startsWith(ROOT)) {
      throw new AssertionError(path + " is not below " + ROOT);
    }
    List<String> segments =
        Stream.of(path.substring(ROOT.length()).split("/", -1)).map(SentRequests::decode).toList();
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    addForm(parameters, request.url().encodedQuery());
    addBody(parameters, request.body());
    return new SentRequest(request.method(), segments, parameters);
  }

  private static void addBody(Map<String, List<String>> parameters, RequestBody body)
      throws IOException {
    if (body instanceof MultipartBody multipart) {
      for (MultipartBody.Part part : multipart.parts()) {
        addPart(parameters, part);
      }
    } else if (body != null) {
      addForm(parameters, text(body));
    }
  }

  private static void addPart(Map<String, List<String>> parameters, MultipartBody.Part part)
      throws IOException {
    String disposition = part.headers().get("Content-Disposition");
    Matcher name = PART_NAME.matcher(disposition);
    if (!name.find()) {
      throw new AssertionError("A part without name: " + disposition);
    }
    Matcher file = Pattern.compile("filename=\"([^\"]+)\"").matcher(disposition);
    add(parameters, name.group(1), file.find() ? file.group(1) : text(part.body()));
  }

  private static void addForm(Map<String, List<String>> parameters, String form) {
    if (form == null || form.isEmpty()) {
      return;
    }
    for (String pair : form.split("&", -1)) {
      String[] nameAndValue = pair.split("=", 2);
      add(parameters, decode(nameAndValue[0]), decode(nameAndValue[1]));
    }
  }

  private static void add(Map<String, List<String>> parameters, String name, String value) {
    parameters.computeIfAbsent(name, unused -> new ArrayList<>()).add(value);
  }

  private static String text(RequestBody body) throws IOException {
    Buffer buffer = new Buffer();
    body.writeTo(buffer);
    return buffer.readUtf8();
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
