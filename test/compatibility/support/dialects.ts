// How the clients of Resend for other languages write a request, byte by byte, as their published sources and the HTTP
// libraries below them do. No test can run these clients, so it sends what they would send.
import { expect } from 'chai';
import { exchange } from '../../support/net/raw-http.ts';

/** A client of Resend for another language. */
export interface Dialect {
  client: string;
  version: string;
  /** The lines of a request after the first, without `Host`. @param body undefined: the method has no parameters */
  write(token: string, method: string, body: unknown): { headers: readonly string[]; content: string };
}

const length = (content: string) => `Content-Length: ${Buffer.byteLength(content)}`;

/** As `json.dumps` of Python and `json_encode` of PHP write it: ASCII alone. */
const asciiJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The dialects, in the order of docs/reference/clients.md. */
export const DIALECTS: readonly Dialect[] = [
  {
    client: 'resend-python',
    version: '2.15.0',
    // `requests.request(verb, url, json=params)`: every method has a body, GET and DELETE too.
    write(token, _method, body = {}) {
      const content = asciiJson(body);
      const own = [
        'User-Agent: resend-python:2.15.0',
        'Accept-Encoding: gzip, deflate',
        'Accept: application/json',
      ];
      const rest = [`Authorization: Bearer ${token}`, length(content), 'Content-Type: application/json'];
      return { headers: [...own, ...rest], content };
    },
  },
  {
    client: 'resend-ruby',
    version: '1.3.0',
    // HTTParty: without parameters neither a body nor a length, and a content type nevertheless.
    write(token, _method, body) {
      const content = body === undefined ? '' : JSON.stringify(body);
      const headers = [
        'Content-Type: application/json',
        'Accept: application/json',
        'User-Agent: resend-ruby:1.3.0',
        `Authorization: Bearer ${token}`,
        'Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3',
        ...(content && [length(content)]),
      ];
      return { headers, content };
    },
  },
  {
    client: 'resend-php',
    version: '1.2.0',
    // Guzzle: no Accept. Without parameters a POST has those of PHP's empty array, which is a list in JSON.
    write(token, method, body = []) {
      const content = method === 'POST' || method === 'PATCH' ? asciiJson(body).replaceAll('/', '\\/') : '';
      const headers = [
        `Authorization: Bearer ${token}`,
        'User-Agent: resend-php/1.2.0',
        'Content-Type: application/json',
        ...(content && [length(content)]),
      ];
      return { headers, content };
    },
  },
  {
    client: 'resend-go',
    version: '3.1.0',
    // net/http does not know the length of the body, so it is chunked; the encoder ends it with a line break.
    write(token, method, body) {
      const json = `${JSON.stringify(body)}\n`;
      const chunked = `${Buffer.byteLength(json).toString(16)}\r\n${json}\r\n0\r\n\r\n`;
      const form = ['Transfer-Encoding: chunked', 'Content-Type: application/json'];
      const headers = [
        'User-Agent: resend-go/3.1.0',
        ...(body === undefined ? (method === 'GET' ? [] : ['Content-Length: 0']) : form),
        'Accept: application/json',
        `Authorization: Bearer ${token}`,
        'Accept-Encoding: gzip',
      ];
      return { headers, content: body === undefined ? '' : chunked };
    },
  },
];

/** What a request in a dialect is made of. */
export interface DialectRequest {
  body?: unknown;
  headers?: readonly string[];
}

/** Sends a request in a dialect, which must be answered with JSON and a status of success. @returns the body */
export async function speak(
  { write }: Dialect,
  { port, token }: { port: number; token: string },
  line: string,
  { body, headers = [] }: DialectRequest = {},
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation, as supertest types it.
): Promise<any> {
  const [method = ''] = line.split(' ');
  const written = write(token, method, body);
  const head = [
    `${line} HTTP/1.1`,
    'Host: mail.acme.dev',
    'Connection: close',
    ...written.headers,
    ...headers,
  ];
  const answer = await exchange(port, `${head.join('\r\n')}\r\n\r\n${written.content}`);
  const [answered = '', ...rest] = answer.split('\r\n\r\n');
  expect(answered, `${line}: ${answer}`).to.match(/^HTTP\/1\.1 20[01] /);
  expect(answered).to.match(/\r\nContent-Type: application\/json/i);
  return JSON.parse(rest.join('\r\n\r\n'));
}
