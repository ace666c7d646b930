// Reading JSON bodies (docs/reference/requests.md#bodies): content type, charset, compression, size limits.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { readJsonBody } from '../../../api/body/read-json-body.ts';
import { BODY_MAX_BYTES } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';
import { exchange, openSocket, readToEnd } from '../../support/raw-http.ts';
import { LARGE_BODY_BYTES, probeResource } from '../probe.ts';

describe('The body of a request', () => {
  const app = useApp({ resources: [probeResource()] });
  let token: string;
  before(async () => {
    ({ token } = await createApiKey(app.pool));
  });
  const post = (body: Buffer | string, headers: Record<string, string> = {}, path = '/probe') =>
    app
      .as(token)
      .post(path)
      .set({ 'Content-Type': 'application/json', ...headers })
      .serialize((bytes: unknown) => bytes as string)
      .send(body as string);
  const json = '{"name":"Ärger 🎺"}';
  const received = { received: { name: 'Ärger 🎺' } };
  const head = () =>
    `POST /probe HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  /** A JSON object of exactly so many bytes. */
  const jsonOfBytes = (bytes: number) => `{"a":"${'x'.repeat(bytes - '{"a":""}'.length)}"}`;

  describe('Accepts a JSON object or a JSON array as the body.', () => {
    it('an object', async () => {
      expect((await post(json)).body).to.deep.equal(received);
    });

    it('an array', async () => {
      expect((await post('[1]')).body).to.deep.equal({ received: [1] });
    });
  });

  describe('Accepts the content type application/json or application/…+json, with or without the charset UTF-8.', () => {
    for (const type of [
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'APPLICATION/JSON',
      'application/json; charset=us-ascii',
      'application/vnd.api+json',
    ]) {
      it(type, async () => {
        expect((await post(json, { 'Content-Type': type })).body).to.deep.equal(received);
      });
    }
  });

  describe('Rejects a body of another content type with validation_error 422.', () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'json',
      '',
    ]) {
      it(`"${type}"`, async () => {
        expectError(await post(json, { 'Content-Type': type }), 422, 'validation_error');
      });
    }
  });

  describe('Rejects a body of another charset than UTF-8 with validation_error 422.', () => {
    for (const charset of ['iso-8859-1', 'utf-16', 'nonsense']) {
      it(charset, async () => {
        const answer = await post(json, { 'Content-Type': `application/json; charset=${charset}` });
        expect(expectError(answer, 422, 'validation_error')).to.include('UTF-8');
      });
    }
  });

  describe('Reads a missing or empty body as an empty object, whatever its Content-Type.', () => {
    it('a POST without a body, with Content-Type: application/json', async () => {
      const answer = await app.as(token).post('/probe').set('Content-Type', 'application/json');
      expect(answer.body).to.deep.equal({ received: {} });
    });

    it('a POST with Content-Length 0 and another content type', async () => {
      const text = `${head().replace('application/json', 'text/plain')}Content-Length: 0\r\nConnection: close\r\n\r\n`;
      expect(await exchange(app.port, text))
        .to.match(/^HTTP\/1\.1 200 /)
        .and.include('{"received":{}}');
    });

    it('an empty chunked body', async () => {
      const text = `${head()}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`;
      expect(await exchange(app.port, text)).to.include('{"received":{}}');
    });
  });

  describe('Rejects malformed JSON with validation_error 422.', () => {
    for (const body of ['{', '{"a":}', '{"a":1,}', "{'a':1}", 'nonsense', ' ', '{"a":1}{"b":2}']) {
      it(JSON.stringify(body), async () => {
        expectError(await post(body), 422, 'validation_error');
      });
    }
  });

  describe('Rejects a body that is neither a JSON object nor a JSON array with validation_error 422.', () => {
    for (const body of ['null', '1', '"text"', 'true']) {
      it(body, async () => {
        expectError(await post(body), 422, 'validation_error');
      });
    }
  });

  it('Rejects a body that is not valid UTF-8 with validation_error 422.', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(expectError(await post(bytes), 422, 'validation_error')).to.include('UTF-8');
  });

  describe('Rejects NUL or a lone surrogate in a text or a field name with validation_error 422.', () => {
    for (const [what, body] of [
      ['NUL', '{"a":["x\\u0000"]}'],
      ['NUL in a name', '{"a\\u0000":1}'],
      ['a lone high surrogate', '{"a":"\\ud83c"}'],
      ['a lone low surrogate', '{"a":{"b":"\\uDFBA x"}}'],
      ['a lone surrogate in a name', '{"a":[{"\\ud83c":1}]}'],
    ]) {
      it(what ?? '', async () => {
        expectError(await post(body ?? ''), 422, 'validation_error');
      });
    }
  });

  it('Accepts a pair of surrogates that is written as two escapes.', async () => {
    const { body } = await post('{"a":"\\ud83c\\udfba","b":"\\\\u0000"}');
    expect(body).to.deep.equal({ received: { a: '🎺', b: '\\u0000' } });
  });

  describe('Rejects JSON that is nested more than 100 levels deep with validation_error 422.', () => {
    it('a hundred thousand levels', async () => {
      const depth = 100_000;
      const nested = `${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`;
      expectError(await post(nested), 422, 'validation_error');
    });
  });

  describe('Accepts the Content-Encoding gzip, deflate, br or identity, in any letter case.', () => {
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['x-gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
      ['GZIP', gzipSync],
      ['identity', Buffer.from],
    ] as const) {
      it(encoding, async () => {
        const answer = await post(compress(Buffer.from(json)), { 'Content-Encoding': encoding });
        expect(answer.body).to.deep.equal(received);
      });
    }
  });

  describe('Rejects any other Content-Encoding with validation_error 422.', () => {
    for (const encoding of ['compress', 'zstd', 'gzip, gzip', 'toString']) {
      it(encoding, async () => {
        const answer = await post(json, { 'Content-Encoding': encoding });
        expect(expectError(answer, 422, 'validation_error')).to.include('Content-Encoding');
      });
    }
  });

  it('Rejects a body that cannot be decompressed with validation_error 422.', async () => {
    expectError(await post(json, { 'Content-Encoding': 'gzip' }), 422, 'validation_error');
  });

  describe('Rejects a body that is larger than the limit of its operation with validation_error 422.', () => {
    it('one byte more than 1 MB, the usual limit', async () => {
      expect((await post(jsonOfBytes(BODY_MAX_BYTES))).status).to.equal(200);
      const answer = await post(jsonOfBytes(BODY_MAX_BYTES + 1));
      expect(expectError(answer, 422, 'validation_error')).to.include(String(BODY_MAX_BYTES));
    });

    it('one byte more than the limit of an operation with its own', async () => {
      expect((await post(jsonOfBytes(LARGE_BODY_BYTES), {}, '/large')).status).to.equal(200);
      expectError(await post(jsonOfBytes(LARGE_BODY_BYTES + 1), {}, '/large'), 422, 'validation_error');
    });
  });

  describe('Rejects a compressed body that is larger than the limit when it is decompressed with validation_error 422.', () => {
    for (const [name, compress] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const) {
      it(name, async () => {
        const bomb = compress(Buffer.alloc(BODY_MAX_BYTES * 20, ' '));
        expect(bomb.length).to.be.below(BODY_MAX_BYTES / 10);
        const answer = await post(bomb, { 'Content-Encoding': name });
        expect(expectError(answer, 422, 'validation_error')).to.include(String(BODY_MAX_BYTES));
      });
    }
  });

  it('Rejects a Content-Length over the limit at once, before the body arrives.', async () => {
    const text = `${head()}Content-Length: ${BODY_MAX_BYTES + 1}\r\nConnection: close\r\n\r\n{`;
    const socket = await openSocket(app.port);
    const answered = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
    socket.write(text);
    expect(await answered).to.match(/^HTTP\/1\.1 422 /);
    socket.destroy();
  });

  describe('Answers before the rest of a refused body has arrived, and serves the next request on the same connection.', () => {
    it('after a chunked body that is too large', async () => {
      const tooMuch = jsonOfBytes(BODY_MAX_BYTES + 1);
      const text = `${head()}Transfer-Encoding: chunked\r\n\r\n${tooMuch.length.toString(16)}\r\n${tooMuch}\r\n0\r\n\r\n`;
      const next = `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      const answer = await exchange(app.port, text + next);
      expect(answer.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 422', 'HTTP/1.1 200']);
    });
  });

  describe('Rejects a body whose client disconnects before it is complete with validation_error 422.', () => {
    it('before the body is read', async () => {
      const request = Object.assign(new PassThrough(), { headers: { 'content-length': '10' } });
      request.destroy();
      await once(request, 'close');
      const reading = Promise.resolve(
        readJsonBody(BODY_MAX_BYTES)(request as never, undefined as never, () => expect.fail('It went on.')),
      );
      const failure: unknown = await reading.catch((error: unknown) => error);
      expect(failure).to.have.property('name', 'validation_error');
    });

    it('in the middle of the body', async () => {
      const before = app.logLines.length;
      const socket = await openSocket(app.port);
      const closed = readToEnd(socket);
      socket.write(`${head()}Content-Length: 100\r\n\r\n{"a":`);
      socket.end();
      expect(await closed)
        .to.match(/^HTTP\/1\.1 422 /)
        .and.include('"name":"validation_error"');
      expect((await post(json)).status).to.equal(200);
      const levels = app.logLines.slice(before).map(({ level }) => Number(level));
      expect(Math.max(...levels), 'no error is logged').to.be.below(50);
    });
  });
});
