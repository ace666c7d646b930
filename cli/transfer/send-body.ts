// Streams the body of an upload: sends it while it is read, so that a file of any size needs little memory. A server
// may refuse the upload (401, 403, 422) while it is still being sent; then sending stops and the response is read.
import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A body that is sent while it is read. */
export interface StreamedBody {
  contentType: string;
  /** Undefined: unknown before its end. */
  sizeBytes: number | undefined;
  /** Throws a CliFailure when the source cannot be read. */
  chunks: AsyncIterable<Buffer>;
  /** Stops reading the source: no more chunks are needed. */
  cancel(): void;
}

/** Sends a body and ends the request, or stops when a response arrives. @throws CliFailure of the source */
export async function sendBody(request: ClientRequest, body: StreamedBody): Promise<void> {
  const { signal, stop } = stopsWith(request, body);
  try {
    for await (const chunk of body.chunks) {
      // The response may have arrived already, and a write to a connection that the server has closed would lose it:
      // in the second turn of the event loop it is received. With no turn a third of such responses were lost.
      await nextTurn();
      await nextTurn();
      if (signal.aborted) return;
      if (!request.write(chunk)) await once(request, 'drain', { signal });
    }
    request.end();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stop();
  }
}

/** A signal for the end of sending: a response, or a broken connection. */
function stopsWith(request: ClientRequest, body: StreamedBody): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
    body.cancel();
  };
  request.once('error', stop).once('close', stop);
  request.once('response', (response) => {
    stop();
    // Nothing else closes the connection of a request that was not sent to its end; it would keep the process alive.
    response.once('end', () => {
      if (!request.writableFinished) request.destroy();
    });
  });
  return { signal: controller.signal, stop };
}
