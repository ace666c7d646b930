// A send that is refused while its body still arrives: the client gets its answer, and the connection serves the next
// request or is closed. Every kind of refusal, each with the body sent in the ways in which clients send one.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { useApp } from '../../../support/app.ts';
import { createApiKey } from '../../../support/factories.ts';
import { openSocket, readToEnd } from '../../../support/raw-http.ts';
import { createSender, type Sender } from '../../emails/sender.ts';

const MIB = 1024 * 1024;
/** A connection that is left dead says nothing for longer than a minute. */
const ANSWER_MS = 30_000;

interface Refused {
  /** What the API says. */
  name: string;
  statusCode: number;
  path?: string;
  headers?: Record<string, string>;
  /** Its last part is not sent before the answer has come, where the client knows no better. */
  body(sender: Sender): string | Buffer;
}

/** Large enough to be refused in the middle. */
const filler = 'x'.repeat(2 * MIB);
const withContent = (sender: Sender, content: string) =>
  JSON.stringify({ attachments: [{ filename: 'a', content }], ...sender.body(), html: filler });
const withField = (sender: Sender, field: string, value: unknown) =>
  JSON.stringify({ [field]: value, ...sender.body(), html: filler });

const REFUSALS: Record<string, Refused> = {
  'a wrong key': {
    name: 'invalid_api_key',
    statusCode: 403,
    headers: { authorization: 'Bearer ph_wrong' },
    body: (sender) => JSON.stringify({ ...sender.body(), html: filler }),
  },
  'no User-Agent': {
    name: 'validation_error',
    statusCode: 403,
    headers: { 'user-agent': '' },
    body: (sender) => JSON.stringify({ ...sender.body(), html: filler }),
  },
  'an unknown path': {
    name: 'not_found',
    statusCode: 404,
    path: '/emails/nowhere/at/all',
    body: (sender) => JSON.stringify({ ...sender.body(), html: filler }),
  },
  'a path that takes less': {
    name: 'validation_error',
    statusCode: 422,
    path: '/webhooks',
    body: (sender) => JSON.stringify({ ...sender.body(), html: filler }),
  },
  'another content type': {
    name: 'validation_error',
    statusCode: 422,
    headers: { 'content-type': 'text/plain' },
    body: (sender) => JSON.stringify({ ...sender.body(), html: filler }),
  },
  'an unknown encoding': {
    name: 'validation_error',
    statusCode: 422,
    headers: { 'content-encoding': 'zstd' },
    body: (sender) => JSON.stringify({ ...sender.body(), html: filler }),
  },
  'content that is no base64': {
    name: 'validation_error',
    statusCode: 422,
    body: (sender) => withContent(sender, '****'),
  },
  'a file that is too large': {
    name: 'validation_error',
    statusCode: 422,
    body: (sender) => withContent(sender, 'A'.repeat(36 * MIB)),
  },
  'too many files': {
    name: 'validation_error',
    statusCode: 422,
    body: (sender) => withField(sender, 'attachments', Array(101).fill({ filename: 'a', content: 'YQ==' })),
  },
  'a body that is nested too deep': {
    name: 'validation_error',
    statusCode: 422,
    body: (sender) => withField(sender, 'unheard_of', JSON.parse('['.repeat(150) + ']'.repeat(150))),
  },
  'a body of too many values': {
    name: 'validation_error',
    statusCode: 422,
    body: (sender) => withField(sender, 'unheard_of', Array(1_000_001).fill(0)),
  },
  'malformed JSON': {
    name: 'validation_error',
    statusCode: 422,
    body: () => `{"html": "${filler}`,
  },
  'a field that is missing': {
    name: 'missing_required_field',
    statusCode: 422,
    body: () => JSON.stringify({ html: filler }),
  },
  'html that is too large': {
    name: 'validation_error',
    statusCode: 422,
    body: (sender) => JSON.stringify({ ...sender.body(), html: 'x'.repeat(10 * MIB + 1) }),
  },
  'compressed data that is broken': {
    name: 'validation_error',
    statusCode: 422,
    headers: { 'content-encoding': 'gzip' },
    body: () => Buffer.alloc(2 * MIB, 'no gzip'),
  },
  'compressed data that unpacks to more than a body may have': {
    name: 'validation_error',
    statusCode: 422,
    headers: { 'content-encoding': 'gzip' },
    body: () => gzipSync(Buffer.alloc(120 * MIB, ' ')),
  },
};

describe('A large send that is refused', function () {
  this.timeout(60_000);
  const app = useApp();
  let sender: Sender;
  before(async () => {
    sender = await createSender(app);
  });

  for (const [title, refused] of Object.entries(REFUSALS)) {
    for (const way of ['with its length', 'in chunks'] as const) {
      it(`for ${title}, sent ${way}, is answered and leaves its connection in use or closed`, async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        const { path = '/emails', headers = {}, body } = refused;
        const answer = await post({
          agent,
          path,
          headers,
          body: body(sender),
          isChunked: way === 'in chunks',
        });
        expect(answer).to.include({ name: refused.name, statusCode: refused.statusCode });
        const next = await post({ agent, path: '/emails', headers: {}, body: JSON.stringify(sender.body()) });
        agent.destroy();
        expect(next).to.have.property('id');
      });
    }
  }

  it('is answered before the client has sent the rest, which may then follow', async () => {
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

  it('for a length that no body may have is answered with Connection: close, and closed', async () => {
    const socket = await openSocket(app.port);
    const answer = readToEnd(socket);
    socket.write(head(sender.token, 200 * MIB) + 'x'.repeat(100_000));
    expect(await answer)
      .to.match(/^HTTP\/1\.1 422 /)
      .and.match(/\r\nConnection: close\r\n/)
      .and.include('must not be larger');
  });

  async function post(options: {
    agent: Agent;
    path: string;
    headers: Record<string, string>;
    body: string | Buffer;
    isChunked?: boolean;
  }): Promise<Record<string, unknown>> {
    const { agent, path, body, isChunked = false } = options;
    const length = isChunked ? {} : { 'content-length': Buffer.byteLength(body) };
    const headers = {
      'user-agent': 'x',
      'content-type': 'application/json',
      authorization: `Bearer ${sender.token}`,
      ...length,
      ...options.headers,
    };
    const sent = request(`${app.url}${path}`, {
      method: 'POST',
      agent,
      headers,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
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

  for (const [title, path, length] of [
    ['of a small send', '/emails', 1_000],
    ['of a large send', '/emails', MIB],
    ['of any other operation', '/webhooks', 1_000],
  ] as const) {
    it(`${title} is given up with validation_error 422, and its connection closed`, async () => {
      const socket = await openSocket(app.port);
      const answer = readToEnd(socket);
      socket.write(`${head(sender.token, length, path)}{"html":"`);
      expect(await answer)
        .to.match(/^HTTP\/1\.1 422 /)
        .and.match(/\r\nConnection: close\r\n/)
        .and.include('"name":"validation_error"')
        .and.include('stopped arriving');
    });
  }

  it('after its refusal loses its connection', async () => {
    const socket = await openSocket(app.port);
    const answer = readToEnd(socket);
    socket.write(head('ph_wrong', 1_000));
    expect(await answer).to.match(/^HTTP\/1\.1 403 /);
  });

  it('does not hold the bytes of others', async () => {
    const { token } = await createApiKey(app.pool, { accountId: sender.accountId });
    const sockets = await Promise.all(Array.from({ length: 4 }, () => openSocket(app.port)));
    const answers = sockets.map(readToEnd);
    for (const socket of sockets) socket.write(`${head(token, 99 * MIB)}{"html":"${'x'.repeat(14 * MIB)}`);
    const other = await createSender(app);
    const html = 'x'.repeat(300_000);
    const response = await app.as(other.token).post('/emails').send(other.body({ html }));
    expect(response.status).to.equal(200);
    expect((await Promise.all(answers)).every((answer) => answer.startsWith('HTTP/1.1 422 '))).to.equal(true);
  });
});

function head(token: string, length: number, path = '/emails'): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}
