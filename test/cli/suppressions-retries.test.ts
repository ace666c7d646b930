// What `posthorn suppressions import` does when the service is busy or away, and which addresses it leaves to the API.
import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { expect } from 'chai';
import fc from 'fast-check';
import { CliFailure } from '../../cli/failure.ts';
import { importSuppressions } from '../../cli/suppressions/import-suppressions.ts';
import { mayBeAddress } from '../../cli/suppressions/read-addresses.ts';
import { parseAddressKey } from '../../shared/mail/addresses.ts';
import { type HttpServer, startHttpServer } from '../support/net/http-server.ts';

const LINES = 200_000;

describe('posthorn suppressions import, with a service that is busy', () => {
  let server: HttpServer;
  let sizes: number[];
  let pauses: number[];
  beforeEach(() => {
    sizes = [];
    pauses = [];
  });
  afterEach(() => server.close());

  /** Imports `p<n>@x.dev`. @param fail answers a request itself, by its number from 1 on */
  const load = async (lines: number, fail: (request: number) => RequestListener | undefined) => {
    let requests = 0;
    server = await startHttpServer(async (request, response) => {
      requests += 1;
      const failing = fail(requests);
      if (failing) return void failing(request, response);
      const { emails } = (await json(request)) as { emails: string[] };
      sizes.push(emails.length);
      response.end(
        JSON.stringify({ data: emails.map((id) => ({ object: 'suppression', id, added: true })) }),
      );
    });
    const connection = { baseUrl: server.url, apiKey: 'ph_x', userAgent: 'x' };
    const stdin = Readable.from(
      (function* () {
        for (let line = 1; line <= lines; line += 1) yield `p${line}@x.dev\n`;
      })(),
    );
    const wait = async (ms: number) => void pauses.push(ms);
    return await importSuppressions(connection, '-', { stdin, stderr: { write() {} }, wait }).catch(
      (error: unknown) => (error instanceof CliFailure ? error.body : Promise.reject(error)),
    );
  };
  const refuse =
    (status: number, headers = {}): RequestListener =>
    (_request, response) => {
      const body = { statusCode: status, name: 'rate_limit_exceeded', message: 'Wait.' };
      response.writeHead(status, headers).end(JSON.stringify(body));
    };
  const hangUp: RequestListener = (request) => void request.destroy();

  it('sends 200,000 lines in batches of 1,000', async () => {
    expect(await load(LINES, () => undefined)).to.include({ lines: LINES, added: LINES, invalid: 0 });
    expect(sizes).to.deep.equal(Array.from({ length: 200 }, () => 1_000));
  });

  it('waits as long as Retry-After says, and sends the batch again', async () => {
    const answers = [
      refuse(429, { 'retry-after': '7' }),
      refuse(503),
      refuse(429, { 'retry-after': '86400' }),
    ];
    expect(await load(10, (request) => answers[request - 1])).to.include({ added: 10 });
    expect(pauses).to.deep.equal([7_000, 1_000, 90_000]);
  });

  it('goes on when a connection breaks after the first answer, and gives up at once before it', async () => {
    expect(await load(1_500, (request) => (request === 2 ? hangUp : undefined))).to.include({ added: 1_500 });
    expect(pauses).to.deep.equal([500]);
    await server.close();
    pauses = [];
    expect(await load(10, () => hangUp)).to.include({ statusCode: 0, name: 'network_error' });
    expect(pauses).to.deep.equal([]);
  });

  it('gives up after a minute, with what was imported until then', async () => {
    const body = await load(2_500, (request) => (request > 1 ? refuse(503) : undefined));
    expect(body).to.deep.include({ statusCode: 503 });
    expect((body as { import: object }).import).to.include({ added: 1_000 });
    expect(pauses.reduce((sum, ms) => sum + ms)).to.be.within(60_000, 90_000);
  });
});

describe('What the import of suppressions refuses itself', () => {
  const ALPHABET = [...'ab1.-_@"\\ ()<>,=?ü\u0301。'];
  it('is nothing that the API accepts', () => {
    const text = fc.string({ unit: fc.constantFrom(...ALPHABET), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (localPart, domain) => {
        const address = `${localPart}@${domain}.dev`.trim();
        expect(mayBeAddress(address) || parseAddressKey(address) === undefined, address).to.equal(true);
      }),
      { numRuns: 5_000 },
    );
    for (const quoted of [`"${'b'.repeat(64)}"@x.dev`, `${'b'.repeat(64)}@x.dev`])
      expect([mayBeAddress(quoted), parseAddressKey(quoted) !== undefined]).to.deep.equal([true, true]);
  });
});
