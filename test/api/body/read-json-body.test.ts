// Reading JSON bodies (docs/reference/requests.md#bodies): content type, charset, compression, size limits.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { readJsonBody } from '../../../api/body/read-json-body.ts';
import { BODY_MAX_BYTES } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { exchange, openSocket, readToEnd } from '../../support/net/raw-http.ts';
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

  /** Each of the bodies is refused, with these words. */
  const expectRefused = async (
    requests: readonly [body: Buffer | string, headers?: Record<string, string>][],
    words = '',
  ) => {
    for (const [body, headers] of requests) {
      const answer = await post(body, headers);
      expect(
        expectError(answer, 422, 'validation_error'),
        JSON.stringify([String(body).slice(0, 50), headers]),
      ).to.include(words);
    }
  };

  it('Accepts a JSON object or a JSON array as the body.', async () => {
    expect((await post(json)).body).to.deep.equal(received);
    expect((await post('[1]')).body).to.deep.equal({ received: [1] });
  });

  it('Accepts the content type application/json or application/…+json, with or without the charset UTF-8.', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'APPLICATION/JSON',
      'application/json; charset=us-ascii',
      'application/vnd.api+json',
    ])
      expect((await post(json, { 'Content-Type': type })).body, type).to.deep.equal(received);
  });

  it('Rejects a body of another content type with validation_error 422.', () =>
    expectRefused(
      ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'json', ''].map((type) => [
        json,
        { 'Content-Type': type },
      ]),
    ));

  it('Rejects a body of another charset than UTF-8 with validation_error 422.', () =>
    expectRefused(
      ['iso-8859-1', 'utf-16', 'nonsense'].map((charset) => [
        json,
        { 'Content-Type': `application/json; charset=${charset}` },
      ]),
      'UTF-8',
    ));

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

  it('Rejects malformed JSON with validation_error 422.', () =>
    expectRefused(
      ['{', '{"a":}', '{"a":1,}', "{'a':1}", 'nonsense', ' ', '{"a":1}{"b":2}'].map((body) => [body]),
    ));

  it('Rejects a body that is neither a JSON object nor a JSON array with validation_error 422.', () =>
    expectRefused([['null'], ['1'], ['"text"'], ['true']]));

  it('Rejects a body that is not valid UTF-8 with validation_error 422.', () =>
    expectRefused(
      [[Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')])]],
      'UTF-8',
    ));

  it('Rejects NUL or a lone surrogate in a text or a field name with validation_error 422.', () =>
    expectRefused([
      ['{"a":["x\\u0000"]}'],
      ['{"a\\u0000":1}'],
      ['{"a":"\\ud83c"}'],
      ['{"a":{"b":"\\uDFBA x"}}'],
      ['{"a":[{"\\ud83c":1}]}'],
    ]));

  it('Accepts a pair of surrogates that is written as two escapes.', async () => {
    const { body } = await post('{"a":"\\ud83c\\udfba","b":"\\\\u0000"}');
    expect(body).to.deep.equal({ received: { a: '🎺', b: '\\u0000' } });
  });

  it('Rejects JSON that is nested more than 100 levels deep with validation_error 422.', () => {
    const depth = 100_000;
    return expectRefused([[`${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`]]);
  });

  it('Accepts the Content-Encoding gzip, deflate, br or identity, in any letter case.', async () => {
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['x-gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
      ['GZIP', gzipSync],
      ['identity', Buffer.from],
    ] as const) {
      const answer = await post(compress(Buffer.from(json)), { 'Content-Encoding': encoding });
      expect(answer.body, encoding).to.deep.equal(received);
    }
  });

  it('Rejects any other Content-Encoding with validation_error 422.', () =>
    expectRefused(
      ['compress', 'zstd', 'gzip, gzip', 'toString'].map((encoding) => [
        json,
        { 'Content-Encoding': encoding },
      ]),
      'Content-Encoding',
    ));

  it('Rejects a body that cannot be decompressed with validation_error 422.', () =>
    expectRefused([[json, { 'Content-Encoding': 'gzip' }]]));

  it('Rejects a body that is larger than the limit of its operation with validation_error 422.', async () => {
    for (const [most, path] of [
      [BODY_MAX_BYTES, '/probe'],
      [LARGE_BODY_BYTES, '/large'],
    ] as const) {
      expect((await post(jsonOfBytes(most), {}, path)).status).to.equal(200);
      const answer = await post(jsonOfBytes(most + 1), {}, path);
      expect(expectError(answer, 422, 'validation_error')).to.include(String(most));
    }
  });

  it('Rejects a compressed body that is larger than the limit when it is decompressed with validation_error 422.', async () => {
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const) {
      const bomb = compress(Buffer.alloc(BODY_MAX_BYTES * 20, ' '));
      expect(bomb.length).to.be.below(BODY_MAX_BYTES / 10);
      await expectRefused([[bomb, { 'Content-Encoding': encoding }]], String(BODY_MAX_BYTES));
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
