package io.github.talosforge.simulator.http;

import io.github.talosforge.simulator.api.UploadedFile;
import io.github.talosforge.simulator.factory.CidataReader;
import io.github.talosforge.simulator.factory.ImageFile;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.multipart.Attribute;
import io.netty.handler.codec.http.multipart.DefaultHttpDataFactory;
import io.netty.handler.codec.http.multipart.FileUpload;
import io.netty.handler.codec.http.multipart.HttpPostMultipartRequestDecoder;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder.ErrorDataDecoderException;
import io.netty.handler.codec.http.multipart.InterfaceHttpData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file that comes in parts, spooled to a temporary file as the real daemon does. The daemon reads
 * part after part and expects each at its place: any of the fields may be missing, none may come
 * out of turn, and the file comes last.
 */
final class MultipartUpload {
  private static final List<String> TURNS =
      List.of("content", "checksum-algorithm", "checksum", "filename");

  private final HttpPostMultipartRequestDecoder decoder;

  MultipartUpload(HttpRequest head) {
    DefaultHttpDataFactory spool = new DefaultHttpDataFactory(true);
    spool.setDeleteOnExit(false);
    decoder = new HttpPostMultipartRequestDecoder(spool, head);
  }

  void add(HttpContent content) {
    decoder.offer(content);
  }

  void discard() {
    decoder.destroy();
  }

  /** Puts the fields into the parameters and returns the file. */
  @Nullable UploadedFile finish(Map<String, String> parameters) {
    try {
      UploadedFile file = null;
      int turn = -1;
      for (InterfaceHttpData part : decoder.getBodyHttpDatas()) {
        turn = turn(part, turn);
        if (part instanceof Attribute field) {
          if (field.getName().equals("filename")) {
            throw new UnreadableRequest(500, "upload failed", null);
          }
          parameters.put(field.getName(), field.getValue());
        } else if (part instanceof FileUpload upload) {
          file = uploaded(upload, parameters);
        }
      }
      return file;
    } catch (ErrorDataDecoderException e) {
      throw new UnreadableRequest(500, "upload failed", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      decoder.destroy();
    }
  }

  private static int turn(InterfaceHttpData part, int last) {
    int turn = TURNS.indexOf(part.getName());
    if (turn <= last) {
      throw UnreadableRequest.wordless();
    }
    return turn;
  }

  private static UploadedFile uploaded(FileUpload upload, Map<String, String> parameters)
      throws IOException {
    parameters.put("filename", upload.getFilename());
    Path spooled = upload.getFile().toPath();
    return new UploadedFile(
        upload.getFilename(), ImageFile.describe(spooled), CidataReader.read(spooled));
  }
}
