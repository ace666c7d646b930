// How the clients of Resend for other languages write a request, byte by byte, as their published sources and the HTTP
// libraries below them do. No test can run these clients, so it sends what they would send.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { exchange } from '../../support/net/raw-http.ts';

/** A request of a client, as test/compatibility/recorded has it. */
export interface Recorded {
  /** The call of the client. */
  call: string;
  method: string;
  /** With its query. */
  path: string;
  /** What the call adds to the headers of every request. */
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** The fields of a multipart body instead. */
  form?: readonly { name: string; value?: string; filename?: string; contentType?: string; text?: string }[];
}

/** A client of Resend for another language. */
export interface Dialect {
  client: string;
  /** The lines of a request after the first. */
  write(common: Common, request: Recorded): { headers: readonly string[]; content: string };
}

interface Common {
  /** `Authorization: Bearer …` */
  login: string;
  /** `User-Agent: …` without the separator of the version. */
  version: string;
}

/** So that the answer ends. */
const OPENING = ['Host: mail.acme.dev', 'Connection: close'];
const BOUNDARY = '5f1d3a0c4e7b42a8';

const length = (content: string) => `Content-Length: ${Buffer.byteLength(content)}`;
const own = ({ headers = {} }: Recorded) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
const hasBody = ({ method }: Recorded) => method === 'POST' || method === 'PATCH';

/** As `json.dumps` of Python and `json_encode` of PHP write it: ASCII alone. */
const asciiJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The type and the content of a body. @param json writes one that is no form; undefined: there is none */
function contentOf(request: Recorded, json: string | undefined): { type: string; content: string } {
  const { form } = request;
  if (!form) return { type: 'application/json', content: json ?? '' };
  const parts = form.map(({ name, value = '', filename, contentType, text }) =>
    filename === undefined
      ? `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`
      : `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${contentType}\r\n\r\n${text ?? ''}`,
  );
  const content = parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('');
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, content: `${content}--${BOUNDARY}--\r\n` };
}

/** The dialects, in the order of docs/reference/clients.md. */
export const DIALECTS: readonly Dialect[] = [
  {
    client: 'resend-python',
    // `requests.request(verb, url, json=params)`: every method has a body, GET and DELETE too.
    write({ login, version }, request) {
      const { type, content } = contentOf(request, asciiJson(request.body ?? {}));
      const first = [
        `User-Agent: resend-python:${version}`,
        'Accept-Encoding: gzip, deflate',
        'Accept: application/json',
      ];
      return {
        headers: [...first, login, ...own(request), length(content), `Content-Type: ${type}`],
        content,
      };
    },
  },
  {
    client: 'resend-ruby',
    // HTTParty: without parameters neither a body nor, for GET and DELETE, a length, and a content type nevertheless.
    write({ login, version }, request) {
      const { type, content } = contentOf(
        request,
        request.body === undefined ? '' : JSON.stringify(request.body),
      );
      const first = [
        `Content-Type: ${type}`,
        'Accept: application/json',
        `User-Agent: resend-ruby:${version}`,
      ];
      const last = [
        'Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3',
        ...(hasBody(request) ? [length(content)] : []),
      ];
      return { headers: [...first, login, ...own(request), ...last], content };
    },
  },
  {
    client: 'resend-php',
    // Guzzle and curl: no Accept, and a body of POST and PATCH alone, whose slashes are escaped.
    write({ login, version }, request) {
      const json = asciiJson(request.body ?? {}).replaceAll('/', '\\/');
      const { type, content } = contentOf(request, hasBody(request) ? json : '');
      const body = hasBody(request) ? [`Content-Type: ${type}`, length(content)] : [];
      return { headers: [login, ...own(request), `User-Agent: resend-php/${version}`, ...body], content };
    },
  },
  {
    client: 'resend-go',
    // net/http does not know the length of the body, so it is chunked; the encoder ends it with a line break.
    write({ login, version }, request) {
      const { body, form, method } = request;
      const isEmpty = body === undefined && form === undefined;
      const { type, content } = contentOf(request, `${JSON.stringify(body)}\n`);
      const chunked = `${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n0\r\n\r\n`;
      const size = isEmpty
        ? method === 'POST'
          ? ['Content-Length: 0']
          : []
        : ['Transfer-Encoding: chunked'];
      const kind = isEmpty ? [] : [`Content-Type: ${type}`];
      const first = [`User-Agent: resend-go/${version}`, ...size, 'Accept: application/json', login];
      return {
        headers: [...first, ...kind, ...own(request), 'Accept-Encoding: gzip'],
        content: isEmpty ? '' : chunked,
      };
    },
  },
];

/** The requests of a client, and its version. */
export function readRecorded(client: string): { version: string; requests: readonly Recorded[] } {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, '../recorded', `${client}.json`), 'utf8'));
}

/** Sends a request in a dialect. @returns its status, and its body, which must be JSON */
export async function send(
  { write }: Dialect,
  { port, token, version }: { port: number; token: string; version: string },
  request: Recorded,
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation, as supertest types it.
): Promise<{ status: number; body: any }> {
  const { headers, content } = write({ login: `Authorization: Bearer ${token}`, version }, request);
  const head = [`${request.method} ${request.path} HTTP/1.1`, ...OPENING, ...headers];
  const answer = await exchange(port, `${head.join('\r\n')}\r\n\r\n${content}`);
  const [first = '', ...rest] = answer.split('\r\n\r\n');
  if (!/\r\nContent-Type: application\/json/i.test(first)) throw new Error(`No JSON: ${answer}`);
  const text = rest.join('\r\n\r\n');
  const isChunked = /\r\nTransfer-Encoding: chunked/i.test(first);
  return { status: Number(first.split(' ')[1]), body: JSON.parse(isChunked ? joinChunks(text) : text) };
}

/** The sizes count octets; the answers that come in chunks are ASCII. */
function joinChunks(text: string): string {
  const [, size = '0', rest = ''] = /^([0-9a-f]+)\r\n([\s\S]*)$/i.exec(text) ?? [];
  const length = Number.parseInt(size, 16);
  return length === 0 ? '' : rest.slice(0, length) + joinChunks(rest.slice(length + 2));
}
