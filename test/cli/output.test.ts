// `--output`: saves a list as a file (docs/cli.md#files).
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { type HttpServer, startHttpServer } from '../support/net/http-server.ts';
import { expectFailure, expectJson, posthorn } from './support/cli.ts';

const KEY = 'ph_0123456789abcdefghijklmnopqrstuv';
const CSV = 'row,reason,cells\n2,"No address",Bö\n';

describe('posthorn contacts imports failures --output', () => {
  let directory: string;
  let file: string;
  let server: HttpServer;
  let seen: { url: string | undefined; headers: IncomingHttpHeaders }[];
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-output-'));
    file = path.join(directory, 'failures.csv');
    seen = [];
  });
  afterEach(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });

  /** Saves what a server answers. */
  const save = async (
    listener: RequestListener = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(CSV),
    output = file,
    ...flags: string[]
  ) => {
    server = await startHttpServer((request, response) => {
      seen.push({ url: request.url, headers: request.headers });
      listener(request, response);
    });
    const env = { POSTHORN_API_KEY: KEY, POSTHORN_BASE_URL: server.url };
    return await posthorn(['contacts', 'imports', 'failures', 'some-id', '--output', output, ...flags], {
      env,
    });
  };

  it('asks for the file, saves it and prints its name and size', async () => {
    expect(expectJson(await save())).to.deep.equal({ file, bytes: Buffer.byteLength(CSV) });
    expect(await readFile(file, 'utf8')).to.equal(CSV);
    expect(await readdir(directory)).to.deep.equal(['failures.csv']);
    expect(seen.map(({ url }) => url)).to.deep.equal(['/contacts/imports/some-id/failures']);
    expect(seen[0]?.headers).to.include({ accept: 'text/csv', authorization: `Bearer ${KEY}` });
  });

  it('replaces a file, and the file of a link instead of the link', async () => {
    const target = path.join(directory, 'target.csv');
    await writeFile(target, 'longer than the new content of the file, which is replaced');
    await symlink(target, file);
    expectJson(await save());
    expect(await readFile(target, 'utf8')).to.equal(CSV);
  });

  it('saves an empty file, and accepts --all, which changes nothing', async () => {
    const empty: RequestListener = (_request, response) =>
      response.writeHead(200, { 'content-type': 'TEXT/CSV' }).end();
    expect(expectJson(await save(empty, file, '--all'))).to.deep.equal({ file, bytes: 0 });
    expect(await readFile(file, 'utf8')).to.equal('');
  });

  const NOT_FOUND = { statusCode: 404, name: 'not_found', message: 'Import not found.' };
  const failures: [title: string, listener: RequestListener, status: number, name: string][] = [
    [
      'the API refuses',
      (_request, response) => response.writeHead(404).end(JSON.stringify(NOT_FOUND)),
      404,
      'not_found',
    ],
    [
      'the response has another content type',
      (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      200,
      'application_error',
    ],
    [
      'the response is a redirect',
      (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      302,
      'application_error',
    ],
    [
      'the connection breaks in the middle of the file',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/csv' });
        response.write(CSV, () => response.destroy());
      },
      0,
      'network_error',
    ],
  ];
  for (const [title, listener, status, name] of failures) {
    it(`leaves the present file and no other when ${title}: ${name}`, async () => {
      await writeFile(file, 'present');
      expectFailure(await save(listener), status, name);
      expect(await readFile(file, 'utf8')).to.equal('present');
      expect(await readdir(directory)).to.deep.equal(['failures.csv']);
    });
  }

  describe('is a cli_error and sends nothing when', () => {
    const refused: [title: string, outputOf: () => string, says: string][] = [
      ['it is -, as stdout is JSON', () => '-', 'stdout'],
      ['it is a directory', () => directory, 'not a regular file'],
      ['it is a device', () => '/dev/null', 'not a regular file'],
      ['its directory does not exist', () => path.join(directory, 'none/a.csv'), 'ENOENT'],
      ['its directory is a file', () => path.join(import.meta.filename, 'a.csv'), 'ENOTDIR'],
    ];
    for (const [title, outputOf, says] of refused) {
      it(title, async () => {
        expect(expectFailure(await save(undefined, outputOf()), null, 'cli_error')).to.contain(says);
        expect(seen).to.deep.equal([]);
      });
    }
  });

  it('is a cli_error when the file cannot replace what was made during the download', async () => {
    const result = await save((_request, response) => {
      void mkdir(file).then(() => response.writeHead(200, { 'content-type': 'text/csv' }).end(CSV));
    });
    expect(expectFailure(result, null, 'cli_error')).to.contain('EISDIR');
    expect(await readdir(directory)).to.deep.equal(['failures.csv']);
  });

  it('is unknown to a command whose response is JSON only, or also a stream of events', async () => {
    server = await startHttpServer((_request, response) => response.end('{}'));
    const env = { POSTHORN_API_KEY: KEY, POSTHORN_BASE_URL: server.url };
    for (const command of ['emails list', 'ai suggest-segment --text x'])
      expectFailure(await posthorn([...command.split(' '), '--output', file], { env }), null, 'cli_error');
  });
});
