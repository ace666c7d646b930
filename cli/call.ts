// HTTP client of the CLI: makes one request to the API and turns every response outside 2xx into an error object.
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { CliFailure, type FailureBody, foreignResponse, rejected, unreachable } from './failure.ts';
import { type StreamedBody, sendBody } from './transfer/send-body.ts';

/** Where the API is, and with which key. */
export interface Connection {
  baseUrl: string;
  apiKey: string;
  userAgent: string;
  /** Hears of an answer that the account is suspended, and because of what (docs/reference/account.md#suspension). */
  onSuspended?: (cause: string) => void;
  /** Hears which query parameters the server does not know (docs/reference/requests.md#ignored-parameters). */
  onIgnored?: (names: string) => void;
}

/** A request; the path is relative to the base URL. */
export interface ApiRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** JSON text, or a multipart body. */
  body?: string | StreamedBody;
}

/** A response of any status. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Characters that a header may contain. */
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * Calls the API.
 * @returns the parsed JSON of a response with a 2xx status
 * @throws CliFailure for every other response, and when there is none
 */
export async function callApi(connection: Connection, request: ApiRequest): Promise<unknown> {
  const response = await openAnswer(connection, request, 'application/json');
  return await readAnswer(connection, response);
}

/**
 * Makes a request to the API.
 * @param accept content type of the wanted response
 * @returns the response, whatever its status; its body is still to be read
 * @throws CliFailure when there is no response
 */
export async function openAnswer(
  { baseUrl, apiKey, userAgent, onSuspended, onIgnored }: Connection,
  request: ApiRequest,
  accept: string,
): Promise<IncomingMessage> {
  if (!PRINTABLE_ASCII.test(apiKey)) throw rejected('The API key contains characters that are not allowed.');
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${request.path}`);
  for (const [name, value] of Object.entries(request.query)) url.searchParams.set(name, value);
  const headers = {
    ...request.headers,
    authorization: `Bearer ${apiKey}`,
    'user-agent': userAgent,
    accept,
    ...describeBody(request.body),
  };
  const response = await openExchange(url, { method: request.method, headers }, request.body);
  const cause = response.headers['x-account-suspended'];
  if (typeof cause === 'string') onSuspended?.(cause);
  const ignored = response.headers['x-ignored-parameters'];
  if (typeof ignored === 'string') onIgnored?.(ignored);
  return response;
}

/** A body of unknown size is sent with `Transfer-Encoding: chunked`. */
function describeBody(body: ApiRequest['body']): Record<string, string> {
  if (body === undefined) return {};
  if (typeof body === 'string') return { 'content-type': 'application/json' };
  const { contentType, sizeBytes } = body;
  return {
    'content-type': contentType,
    ...(sizeBytes !== undefined && { 'content-length': String(sizeBytes) }),
  };
}

/** Sends one request and reads its response. @throws CliFailure when there is no response */
export async function exchange(
  url: URL,
  options: RequestOptions,
  body: string | Buffer | undefined,
): Promise<HttpAnswer> {
  const response = await openExchange(url, options, body);
  const { statusCode: status = 0, headers } = response;
  return { status, headers, text: await readText(url.origin, response) };
}

/**
 * Sends one request and waits for the head of its response. It uses node:http, because the fetch of Node 20 never
 * settles when a server closes the connection at once. It follows no redirects, which would send the key to another
 * server and turn a POST into a GET.
 */
function openExchange(
  url: URL,
  options: RequestOptions,
  body: string | Buffer | StreamedBody | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = open(url, options);
    // After the head of the response, the response itself reports that the connection has broken.
    request.on('error', (error) => reject(noAnswer(url.origin, error))).on('response', resolve);
    if (typeof body !== 'object' || Buffer.isBuffer(body)) return void request.end(body);
    sendBody(request, body).catch((error: unknown) => {
      reject(error);
      request.destroy();
    });
  });
}

function open(url: URL, options: RequestOptions): ClientRequest {
  try {
    return url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
  } catch (error) {
    throw rejected(`The request cannot be sent${reasonOf(error)}.`);
  }
}

async function readText(origin: string, response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of receive(origin, response)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** The body of a response as it arrives. @throws CliFailure when the connection breaks before its end */
export async function* receive(origin: string, response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* response;
  } catch (error) {
    throw noAnswer(origin, error);
  }
}

function noAnswer(origin: string, error: unknown): CliFailure {
  return unreachable(`No response from ${origin}${reasonOf(error)}.`);
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ? ` (${code})` : '';
}

/** Reads a response to its end. @returns the parsed JSON of one with a 2xx status @throws CliFailure for others */
export async function readAnswer({ baseUrl }: Connection, response: IncomingMessage): Promise<unknown> {
  const { origin } = new URL(baseUrl);
  const { statusCode: status = 0, headers } = response;
  const body = parse(origin, status, await readText(origin, response));
  if (isSuccess(status)) return body;
  if (isError(body)) throw new CliFailure({ ...body, statusCode: status }, retryAfterMsOf(headers));
  throw foreignResponse(
    status,
    `${origin} responded with status ${status}, but not with an API error. Check the URL.`,
  );
}

/** A date, which the API does not send, counts as nothing. */
function retryAfterMsOf({ 'retry-after': seconds = '' }: IncomingHttpHeaders): number {
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : 0;
}

/** True for a 2xx status. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function parse(origin: string, status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw foreignResponse(
      status,
      `${origin} responded with status ${status}, but not with JSON. Check the URL.`,
    );
  }
}

function isError(body: unknown): body is FailureBody {
  if (typeof body !== 'object' || body === null) return false;
  const { name, message } = body as Partial<FailureBody>;
  return typeof name === 'string' && typeof message === 'string';
}
