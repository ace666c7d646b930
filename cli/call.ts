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

/** Where the API is, and with which key. */
export interface Connection {
  baseUrl: string;
  apiKey: string;
  userAgent: string;
}

/** A request; the path is relative to the base URL. */
export interface ApiRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** JSON text. */
  body?: string;
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
  const { baseUrl, apiKey, userAgent } = connection;
  if (!PRINTABLE_ASCII.test(apiKey)) throw rejected('The API key contains characters that are not allowed.');
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${request.path}`);
  for (const [name, value] of Object.entries(request.query)) url.searchParams.set(name, value);
  const headers = {
    ...request.headers,
    authorization: `Bearer ${apiKey}`,
    'user-agent': userAgent,
    accept: 'application/json',
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
  };
  const { status, text } = await exchange(url, { method: request.method, headers }, request.body);
  return readAnswer(url, status, text);
}

/**
 * Sends one request and reads its response. It uses node:http, because the fetch of Node 20 never settles when a
 * server closes the connection at once. It follows no redirects, which would send the key to another server and turn
 * a POST into a GET.
 * @throws CliFailure when there is no response
 */
export function exchange(
  url: URL,
  options: RequestOptions,
  body: string | Buffer | undefined,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(unreachable(`No response from ${url.origin}${reasonOf(error)}.`));
    const request = open(url, options);
    request.on('error', fail).on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      readText(response).then((text) => resolve({ status, headers, text }), fail);
    });
    request.end(body);
  });
}

function open(url: URL, options: RequestOptions): ClientRequest {
  try {
    return url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
  } catch (error) {
    throw rejected(`The request cannot be sent${reasonOf(error)}.`);
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ? ` (${code})` : '';
}

function readAnswer(url: URL, status: number, text: string): unknown {
  const body = parse(url, status, text);
  if (status >= 200 && status < 300) return body;
  if (isError(body)) throw new CliFailure({ ...body, statusCode: status });
  throw foreignResponse(
    status,
    `${url.origin} responded with status ${status}, but not with an error of the API.`,
  );
}

function parse(url: URL, status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw foreignResponse(
      status,
      `${url.origin} responded with status ${status}, but not with JSON. Is it the API?`,
    );
  }
}

function isError(body: unknown): body is FailureBody {
  if (typeof body !== 'object' || body === null) return false;
  const { name, message } = body as Partial<FailureBody>;
  return typeof name === 'string' && typeof message === 'string';
}
