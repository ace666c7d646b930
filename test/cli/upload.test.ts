// Uploads: how a command sends a file (docs/cli.md#files), seen by a server of the test.
import { spawnSync } from 'node:child_process';
import { appendFileSync, createReadStream, truncateSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { type HttpServer, startHttpServer } from '../support/net/http-server.ts';
import { expectFailure, expectJson, posthorn, startPosthorn } from './support/cli.ts';

const KEY = 'ph_0123456789abcdefghijklmnopqrstuv';
const CSV = 'email,first_name\nbo@customer.dev,Bö\n';
const MEGABYTE = 1_000_000;
/** More than the buffers of a connection take. */
const LARGE_BYTES = 50 * MEGABYTE;
const CLEAR_LINE = '\r\u001b[K';
/** Writes the largest memory, in KB, at the end. On Linux `resourceUsage` begins with that of the parent process. */
const REPORT_MEMORY = encodeURIComponent(
  `import { readFileSync } from 'node:fs';
   const status = () => readFileSync('/proc/self/status', 'utf8');
   const peak = process.platform === 'linux' ? () => /^VmHWM:\\s+(\\d+)/m.exec(status())[1] : () => process.resourceUsage().maxRSS;
   process.on('exit', () => process.stderr.write(String(peak())));`,
);

/** A request as the server has received it. */
interface Received {
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

describe('posthorn contacts import --file', () => {
  let directory: string;
  let server: HttpServer | undefined;
  let requests: Received[];
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-upload-'));
  });
  after(() => rm(directory, { recursive: true }));
  beforeEach(() => {
    requests = [];
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  const serve = async (listener: RequestListener) => {
    server = await startHttpServer(listener);
    return { POSTHORN_API_KEY: KEY, POSTHORN_BASE_URL: server.url };
  };
  /** A server that keeps what it receives. */
  const receive = () =>
    serve(async (request, response) => {
      requests.push({ url: request.url, headers: request.headers, body: await buffer(request) });
      response.writeHead(201).end('{"object":"contact_import"}');
    });
  const fileOf = async (content: string, name = 'contacts.csv') => {
    const file = path.join(directory, name);
    await writeFile(file, content);
    return file;
  };
  const largeFile = async (bytes = LARGE_BYTES) => {
    const file = await fileOf('', 'large.csv');
    await truncate(file, bytes);
    return file;
  };
  /** The fields of the only request, parsed by the multipart parser of Node. */
  const formOf = async () => {
    const [request, ...others] = requests;
    expect(others).to.deep.equal([]);
    const { headers, body } = request ?? expect.fail('There was no request.');
    const contentType = String(headers['content-type']);
    return await new Response(body, { headers: { 'content-type': contentType } }).formData();
  };

  it('sends the file and the other fields as multipart/form-data; fields that are no texts as JSON', async () => {
    const env = await receive();
    const file = await fileOf(CSV, 'kontakte "ü".csv');
    const flags = ['--on-conflict', 'update', '--column-map', '{"email":"Mail"}', '--segments', 'a', 'b'];
    expectJson(await posthorn(['contacts', 'import', '--file', file, ...flags], { env }));
    const form = await formOf();
    expect([...form.keys()]).to.have.members(['on_conflict', 'column_map', 'segments', 'file']);
    expect(form.get('on_conflict')).to.equal('update');
    expect(JSON.parse(String(form.get('column_map')))).to.deep.equal({ email: 'Mail' });
    expect(JSON.parse(String(form.get('segments')))).to.deep.equal(['a', 'b']);
    const sent = form.get('file') as File;
    expect([sent.type, await sent.text()]).to.deep.equal(['text/csv', CSV]);
    expect(requests[0]?.body.toString()).to.contain('filename="kontakte %22ü%22.csv"');
    expect(requests[0]?.url).to.equal('/contacts/imports');
    expect(requests[0]?.headers).to.include({ 'content-length': String(requests[0]?.body.length) });
    expect(requests[0]?.headers).to.include({ authorization: `Bearer ${KEY}`, accept: 'application/json' });
  });

  it('sends an empty file; the API decides about it', async () => {
    const env = await receive();
    expectJson(await posthorn(['contacts', 'imports', 'create', '--file', await fileOf('')], { env }));
    expect(((await formOf()).get('file') as File).size).to.equal(0);
  });

  it('reads stdin with -', async () => {
    const env = await receive();
    expectJson(await startPosthorn(['contacts', 'import', '--file', '-'], { env, input: CSV }).ended);
    expect(await ((await formOf()).get('file') as File).text()).to.equal(CSV);
    expect(requests[0]?.headers).to.include({ 'transfer-encoding': 'chunked' });
  });

  it('reads a named pipe, as process substitution of a shell makes it', async () => {
    const env = await receive();
    const pipe = path.join(directory, 'pipe');
    spawnSync('bash', ['-c', 'mkfifo "$0"', pipe]);
    const [result] = await Promise.all([
      startPosthorn(['contacts', 'import', '--file', pipe], { env }).ended,
      writeFile(pipe, CSV),
    ]);
    expectJson(result);
    expect(await ((await formOf()).get('file') as File).text()).to.equal(CSV);
  });

  for (const from of ['a file', 'stdin']) {
    it(`needs little memory for 200 MB from ${from}`, async () => {
      let received = 0;
      const env = await serve(async (request, response) => {
        for await (const chunk of request) received += chunk.length;
        response.writeHead(201).end('{}');
      });
      const file = await largeFile(200 * MEGABYTE);
      const options = { env: { ...env, NODE_OPTIONS: `--import=data:text/javascript,${REPORT_MEMORY}` } };
      const name = from === 'stdin' ? '-' : file;
      const input = from === 'stdin' ? createReadStream(file) : '';
      const result = await startPosthorn(['contacts', 'import', '--file', name], { ...options, input }).ended;
      expect(result.stdout).to.equal('{}\n');
      expect(received).to.be.above(200 * MEGABYTE);
      expect(Number(result.stderr) * 1024, result.stderr)
        .to.be.above(0)
        .and.below(200 * MEGABYTE);
    });
  }

  it('leaves --data as it was: a JSON body with the text of the file', async () => {
    const env = await receive();
    const input = JSON.stringify({ csv: CSV, on_conflict: 'skip' });
    expectJson(await posthorn(['contacts', 'import', '--data', '-'], { env, input }));
    expect(requests[0]?.headers).to.include({ 'content-type': 'application/json' });
    expect(requests[0]?.body.toString()).to.equal(input);
  });

  describe('is a cli_error and sends nothing when', () => {
    const refused: [title: string, args: (file: string) => string[], says: string][] = [
      ['--data is given, too', (file) => ['--file', file, '--data', file], '--data'],
      ['--csv is given, too', (file) => ['--file', file, '--csv', 'email'], '--csv'],
      ['the file does not exist', (file) => ['--file', `${file}.none`], 'ENOENT'],
      ['the file cannot be opened', (file) => ['--file', `${file}/a.csv`], 'ENOTDIR'],
      ['the file is a directory', (file) => ['--file', path.dirname(file)], 'is a directory'],
      ['the API key cannot be sent', (file) => ['--file', file, '--api-key', 'a\nb'], 'API key'],
    ];
    for (const [title, argsOf, says] of refused) {
      it(title, async () => {
        const env = await receive();
        const args = ['contacts', 'import', ...argsOf(await fileOf(CSV))];
        expect(expectFailure(await posthorn(args, { env }), null, 'cli_error')).to.contain(says);
        expect(requests).to.deep.equal([]);
      });
    }
  });

  describe('prints a refusal that arrives before all is sent', () => {
    const REFUSAL = JSON.stringify({ statusCode: 403, name: 'invalid_api_key', message: 'No such key.' });
    const refuse = (request: IncomingMessage) => {
      // Nothing of the body is read.
      request.pause();
      const head = ['HTTP/1.1 403 Forbidden', `Content-Length: ${REFUSAL.length}`, 'Connection: close'];
      return `${head.join('\r\n')}\r\n\r\n${REFUSAL}`;
    };
    const endings: [title: string, end: RequestListener][] = [
      ['and keeps the connection open', (request) => request.socket.write(refuse(request))],
      ['and ends its side of the connection', (request) => request.socket.end(refuse(request))],
      [
        'and closes the connection',
        (request) => request.socket.write(refuse(request), () => request.socket.destroy()),
      ],
      [
        'and resets the connection',
        (request) => {
          request.socket.write(refuse(request));
          request.socket.resetAndDestroy();
        },
      ],
    ];
    for (const [title, end] of endings) {
      it(title, async () => {
        const env = await serve(end);
        // The server acts between two turns of the client, so nothing depends on speed.
        const result = await posthorn(['contacts', 'import', '--file', await largeFile()], { env });
        expectFailure(result, 403, 'invalid_api_key');
      });
    }

    it('and reads no more of a stdin that does not end', async () => {
      const env = await serve((request) => request.socket.write(refuse(request)));
      const stdin = new PassThrough();
      stdin.write(CSV);
      expectFailure(
        await posthorn(['contacts', 'import', '--file', '-'], { env, input: stdin }),
        403,
        'invalid_api_key',
      );
      expect(stdin.destroyed).to.equal(true);
    });
  });

  const strange: [title: string, listener: RequestListener, status: number, name: string][] = [
    [
      'an HTML page: application_error',
      (request, response) => void request.resume().on('end', () => response.writeHead(413).end('<html>')),
      413,
      'application_error',
    ],
    [
      'a redirect, which is not followed: application_error',
      (request, response) =>
        void request.resume().on('end', () => response.writeHead(307, { location: '/elsewhere' }).end()),
      307,
      'application_error',
    ],
    ['the end of the connection: network_error', ({ socket }) => socket.destroy(), 0, 'network_error'],
  ];
  for (const [title, listener, status, name] of strange) {
    it(`reports ${title}`, async () => {
      const env = await serve(listener);
      expectFailure(
        await posthorn(['contacts', 'import', '--file', await largeFile()], { env }),
        status,
        name,
      );
    });
  }

  it('reports that no server listens: network_error', async () => {
    const env = await receive();
    await server?.close();
    server = undefined;
    const result = await posthorn(['contacts', 'import', '--file', await largeFile()], { env });
    expect(expectFailure(result, 0, 'network_error')).to.contain('ECONNREFUSED');
  });

  const changes: [title: string, change: (file: string) => void][] = [
    ['shorter', (file) => truncateSync(file, 1)],
    ['longer', (file) => appendFileSync(file, 'more')],
  ];
  for (const [title, change] of changes) {
    it(`is a cli_error when the file becomes ${title} during the upload, and the server gets no whole request`, async () => {
      const file = await largeFile();
      let isWhole = false;
      const env = await serve((request) => {
        change(file);
        request.resume().on('end', () => {
          isWhole = true;
        });
      });
      const result = await posthorn(['contacts', 'import', '--file', file], { env });
      expect(expectFailure(result, null, 'cli_error')).to.contain('changed while it was being uploaded');
      expect(isWhole).to.equal(false);
    });
  }

  describe('shows progress', () => {
    it('on a terminal, as one line of stderr that disappears', async () => {
      const env = await receive();
      const file = await largeFile(3 * MEGABYTE);
      const { stdout, stderr } = await posthorn(['contacts', 'import', '--file', file], { env, isTTY: true });
      expect(JSON.parse(stdout)).to.deep.equal({ object: 'contact_import' });
      expect(stderr)
        .to.contain('Uploading: 100 %, 3 of 3 MB')
        .and.satisfy((text: string) => text.endsWith(CLEAR_LINE));
      expect(stderr).not.to.contain('\n');
    });

    it('in megabytes where the size is unknown', async () => {
      const env = await receive();
      const stdin = Readable.from([Buffer.alloc(2 * MEGABYTE)]);
      const { stderr } = await posthorn(['contacts', 'import', '--file', '-'], {
        env,
        isTTY: true,
        input: stdin,
      });
      expect(stderr).to.contain('Uploading: 2 MB');
    });

    it('nowhere else', async () => {
      const env = await receive();
      const result = await posthorn(['contacts', 'import', '--file', await fileOf(CSV)], { env });
      expect(result.stderr).to.equal('');
    });
  });
});
