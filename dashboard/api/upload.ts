// Sends a file with an operation of the API, and says how much of it is sent: `fetch` cannot say that. The browser reads the
// file while it sends it, so that a tab never has all of it. The session is the one of every call (call.ts).
import { BASE } from './base.ts';
import { withToken } from './call.ts';
import { ApiFailure, failureOf } from './failure.ts';
import { type AnswerOf, type OperationId, requestOf } from './request.ts';

/** Without a byte or an answer for so long, the connection is taken for lost: a browser waits for minutes. */
const SILENCE_MS = 60_000;

/** How an upload is followed. */
interface Uploading {
  /** Ends it; what it throws then is the reason of the signal. */
  signal: AbortSignal;
  /** Bytes of the request, which are a little more than those of the file. */
  onProgress(sent: number, of: number): void;
}

/**
 * Sends a form. After a refusal of the token it is sent again, from its first byte on.
 * @throws ApiFailure
 */
export async function upload<Id extends OperationId>(
  id: Id,
  form: FormData,
  uploading: Uploading,
): Promise<AnswerOf<Id>> {
  // An operation that takes a file has no ids in its path.
  const { method, path } = requestOf(id, ...([] as never));
  const response = await withToken(async (token) => {
    const answer = await sendForm({ method, url: `${BASE}${path}`, token, form }, uploading);
    if (!answer.ok) throw await failureOf(answer);
    return answer;
  });
  return (await response.json()) as AnswerOf<Id>;
}

interface FormRequest {
  method: string;
  url: string;
  token: string | undefined;
  form: FormData;
}

/** Sends a form once. @returns the answer, whatever it says */
function sendForm(
  { method, url, token, form }: FormRequest,
  { signal, onProgress }: Uploading,
): Promise<Response> {
  const request = new XMLHttpRequest();
  let silence: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => request.abort(), SILENCE_MS);
  };
  const stop = () => request.abort();
  return new Promise<Response>((resolve, reject) => {
    request.open(method, url);
    request.setRequestHeader('accept', 'application/json');
    if (token !== undefined) request.setRequestHeader('x-csrf-token', token);
    request.upload.onprogress = ({ loaded, total }) => {
      listen();
      onProgress(loaded, total);
    };
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(lost());
    request.onabort = () => reject(signal.aborted ? (signal.reason as unknown) : lost());
    signal.throwIfAborted();
    signal.addEventListener('abort', stop);
    listen();
    request.send(form);
  }).finally(() => {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const requestId = request.getResponseHeader('x-request-id');
  return new Response(request.responseText, {
    status: request.status,
    headers: requestId === null ? {} : { 'x-request-id': requestId },
  });
}

function lost(): ApiFailure {
  const message = 'The connection was lost before the upload was complete.';
  return new ApiFailure({ status: 0, name: 'network_error', message });
}
