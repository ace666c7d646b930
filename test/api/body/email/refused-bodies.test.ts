// Requests that are refused while their body still arrives (docs/reference/requests.md#connections): the client
// receives the answer, and the connection serves the next request or is closed. Each kind of refusal runs with a
// Content-Length and with a chunked body.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { createApiKey } from '../../../support/factories/factories.ts';
import { openSocket, readToEnd } from '../../../support/net/raw-http.ts';
import { createSender, type Sender } from '../../emails/sender.ts';

const MIB = 1024 * 1024;
/** A connection that was left unusable stays silent for longer than a minute. */
const ANSWER_MS = 30_000;

interface Refused {
  /** Error name and status of the answer. */
  error?: readonly [name: string, statusCode: number];
  path?: string;
  headers?: Record<string, string>;
  /** A client may still be sending it when the answer arrives. By default a large good email. */
  body?(sender: Sender): string | Buffer;
}

/** Large enough that the refusal comes before the end of the body. */
const filler = 'x'.repeat(2 * MIB);
/** A large email with this field first. */
const withField = (field: string, value: unknown) => (sender: Sender) =>
  JSON.stringify({ [field]: value, ...sender.body(), html: filler });
const largeEmail = withField('text', 'Hello');
const withContent = (content: unknown) => withField('attachments', [{ filename: 'a', content }]);

const REFUSALS: Record<string, Refused> = {
  'a wrong key': { error: ['invalid_api_key', 403], headers: { authorization: 'Bearer ph_wrong' } },
  'no User-Agent': { error: ['validation_error', 403], headers: { 'user-agent': '' } },
  'an unknown path': { error: ['not_found', 404], path: '/emails/nowhere/at/all' },
  'a path with a lower limit': { path: '/webhooks' },
  'another content type': { headers: { 'content-type': 'text/plain' } },
  'an unknown encoding': { headers: { 'content-encoding': 'zstd' } },
  'content that is not base64': { body: withContent('****') },
  'a byte over 255': { body: withContent([256]) },
  'a file that is too large': { body: withContent('A'.repeat(36 * MIB)) },
  'too many files': {
    body: withField('attachments', Array(101).fill({ filename: 'a', content: 'YQ==' })),
  },
  'a body that is nested too deep': {
    body: withField('unheard_of', JSON.parse('['.repeat(150) + ']'.repeat(150))),
  },
  'a body of too many values': { body: withField('unheard_of', Array(1_000_001).fill(0)) },
  'malformed JSON': { body: () => `{"html": "${filler}` },
  'a missing field': {
    error: ['missing_required_field', 422],
    body: () => JSON.stringify({ html: filler }),
  },
  'html that is too large': {
    body: (sender) => JSON.stringify(sender.body({ html: 'x'.repeat(10 * MIB + 1) })),
  },
  'broken compressed data': {
    headers: { 'content-encoding': 'gzip' },
    body: () => Buffer.alloc(2 * MIB, 'no gzip'),
  },
  'compressed data that is too large when it is decompressed': {
    headers: { 'content-encoding': 'gzip' },
    body: () => gzipSync(Buffer.alloc(120 * MIB, ' ')),
  },
};

describe('A large body that is refused', () => {
  const app = useApp();
  let sender: Sender;
  before(async () => {
    sender = await createSender(app);
  });

  describe('Answers before the rest of a refused body has arrived, and serves the next request on the same connection.', () => {
    for (const [title, refused] of Object.entries(REFUSALS)) {
      it(`after ${title}, sent with its length and in chunks`, async () => {
        const { error = ['validation_error', 422], body = largeEmail, ...request } = refused;
        const content = body(sender);
        for (const isChunked of [false, true]) {
          const agent = new Agent({ keepAlive: true, maxSockets: 1 });
          const answer = await post(agent, content, { ...request, isChunked });
          expect([answer['name'], answer['statusCode']], `in chunks: ${isChunked}`).to.deep.equal(error);
          const next = await post(agent, JSON.stringify(sender.body()));
          agent.destroy();
          expect(next).to.have.property('id');
        }
      });
    }

    it('while the client has not sent the rest, which may then follow', async () => {
      const socket = await openSocket(app.port);
      const length = 3 * MIB;
      const first = '{"attachments":[{"content":"****"}],"html":"';
      socket.write(head(sender.token, length) + first);
      const [answer] = await once(socket, 'data');
      expect(String(answer)).to.match(/^HTTP\/1\.1 422 /);
      socket.write(`${'x'.repeat(length - first.length)}`);
      socket.write(
        `GET /emails HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nAuthorization: Bearer ${sender.token}\r\nConnection: close\r\n\r\n`,
      );
      expect(await readToEnd(socket)).to.match(/^HTTP\/1\.1 200 /);
    });
  });

  it('Closes the connection after it has refused a Content-Length of more than 100 MiB.', async () => {
    const socket = await openSocket(app.port);
    const answer = readToEnd(socket);
    socket.write(head(sender.token, 200 * MIB) + 'x'.repeat(100_000));
    expect(await answer)
      .to.match(/^HTTP\/1\.1 422 /)
      .and.match(/\r\nConnection: close\r\n/)
      .and.include('must have at most');
  });

  describe('Reads the rest of a refused body before it closes the connection, where the client asks for that, so that the client receives the answer.', () => {
    const fields = Array.from({ length: 20_000 }, (_, index) => `field${index}=${'x'.repeat(100)}`).join('&');
    const parts = fields.replace(
      /(\w+)=(\w+)&?/g,
      '--b\r\nContent-Disposition: form-data; name="$1"\r\n\r\n$2\r\n',
    );
    const urlencoded = 'application/x-www-form-urlencoded';
    const cases: [path: string, type: string, body: string, status: number][] = [
      ['/emails', 'text/plain', filler, 422],
      ['/auth/login', urlencoded, fields, 422],
      ['/contacts/imports', 'multipart/form-data; boundary=b', `${parts}--b--\r\n`, 422],
      ['/app/accept', urlencoded, fields, 404],
      ['/app/frames/document', urlencoded, fields, 401],
      ['/app/frames/unsubscribe-page', urlencoded, fields, 401],
      ['/app/reset', 'multipart/form-data; boundary=b', `${parts}--b--\r\n`, 404],
    ];
    for (const [path, type, body, status] of cases) {
      it(`${type} to ${path}`, async () => {
        for (const asking of ['HTTP/1.1\r\nConnection: close', 'HTTP/1.0']) {
          const socket = await openSocket(app.port);
          const answer = readToEnd(socket);
          const headers = `Host: x\r\nUser-Agent: x\r\nSec-Fetch-Site: same-origin\r\nAuthorization: Bearer ${sender.token}\r\nContent-Type: ${type}`;
          const first = body.slice(0, 10_000);
          socket.write(
            `POST ${path} ${asking}\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${first}`,
          );
          await once(socket, 'data');
          socket.write(body.slice(first.length));
          const [, length, text] =
            /^HTTP\/1\.1 .*\r\nContent-Length: (\d+)\r\n.*?\r\n\r\n(.*)$/s.exec(await answer) ?? [];
          expect(await answer).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
          expect(Buffer.byteLength(text ?? '')).to.equal(Number(length));
        }
      });
    }
  });

  async function post(
    agent: Agent,
    body: string | Buffer,
    options: Pick<Refused, 'path' | 'headers'> & { isChunked?: boolean } = {},
  ): Promise<Record<string, unknown>> {
    const { path = '/emails', isChunked = false } = options;
    const headers = {
      'user-agent': 'x',
      'content-type': 'application/json',
      authorization: `Bearer ${sender.token}`,
      ...(isChunked ? {} : { 'content-length': Buffer.byteLength(body) }),
      ...options.headers,
    };
    const signal = AbortSignal.timeout(ANSWER_MS);
    const sent = request(`${app.url}${path}`, { method: 'POST', agent, headers, signal });
    sent.end(body);
    const [response] = await once(sent, 'response');
    let text = '';
    for await (const piece of response) text += piece;
    return JSON.parse(text) as Record<string, unknown>;
  }
});

describe('A body that stops arriving', () => {
  const app = useApp({ config: { bodyWindowMs: 200 } });
  let sender: Sender;
  before(async () => {
    sender = await createSender(app);
  });

  it('Rejects a body that arrives more slowly than 10 KiB per 10 seconds with validation_error 422, and closes the connection.', async () => {
    // A small send, a large send, and any other operation.
    for (const [path, length] of [
      ['/emails', 1_000],
      ['/emails', MIB],
      ['/webhooks', 1_000],
    ] as const) {
      const socket = await openSocket(app.port);
      const answer = readToEnd(socket);
      socket.write(`${head(sender.token, length, path)}{"html":"`);
      expect(await answer, path)
        .to.match(/^HTTP\/1\.1 422 /)
        .and.match(/\r\nConnection: close\r\n/)
        .and.include('"name":"validation_error"')
        .and.include('stopped arriving');
    }
  });

  it('Closes the connection when the rest of a refused body stops arriving.', async () => {
    const socket = await openSocket(app.port);
    const answer = readToEnd(socket);
    socket.write(head('ph_wrong', 1_000));
    expect(await answer).to.match(/^HTTP\/1\.1 403 /);
  });

  it('Accepts the emails of other accounts while large bodies of one account stop arriving.', async () => {
    const { token } = await createApiKey(app.pool, { accountId: sender.accountId });
    const sockets = await Promise.all(Array.from({ length: 4 }, () => openSocket(app.port)));
    const answers = sockets.map(readToEnd);
    for (const socket of sockets) socket.write(`${head(token, 99 * MIB)}{"html":"${'x'.repeat(14 * MIB)}`);
    const other = await createSender(app);
    const html = 'x'.repeat(300_000);
    const response = await other.send({ html });
    expect(response.status).to.equal(200);
    expect((await Promise.all(answers)).every((answer) => answer.startsWith('HTTP/1.1 422 '))).to.equal(true);
  });
});

function head(token: string, length: number, path = '/emails'): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}
