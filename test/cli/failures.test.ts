// Errors of the CLI (docs/cli.md): nothing on stdout, the error object on stderr, exit code 1. One of each kind comes
// from a process.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createTcpServer } from '../support/net/tcp-server.ts';
import { expectFailure, posthorn, startPosthorn } from './support/cli.ts';

const KEY = 'ph_0123456789abcdefghijklmnopqrstuv';

describe('posthorn', () => {
  describe('answers cli_error with no status when', () => {
    const refused: [title: string, args: string[], env?: Record<string, string>, says?: string][] = [
      ['no resource is given', [], {}, 'Resources: emails'],
      ['no action is given', ['emails'], {}, 'Actions of `emails`: send, list'],
      ['the resource is unknown', ['emials', 'list'], {}, 'emails'],
      ['the action is unknown', ['emails', 'lst'], {}, 'list'],
      ['a flag is unknown', ['emails', 'list', '--limits', '1'], {}, '--limit'],
      ['a flag has no value', ['emails', 'list', '--limit'], {}, '--limit'],
      ['an id is missing', ['emails', 'get'], {}, 'id'],
      ['an id is empty', ['emails', 'get', ''], {}, 'id'],
      ['an id is `..`', ['emails', 'get', '..'], {}, 'id'],
      [
        'there are too many arguments',
        ['emails', 'get', 'a', 'b'],
        {},
        'got 2. See `posthorn emails get --help`.',
      ],
      [
        'the value of a number flag is not a number',
        ['emails', 'list', '--limit', 'many'],
        {},
        '--limit takes a number.',
      ],
      [
        'the value of an object flag is not JSON',
        ['emails', 'send', '--headers', 'X-A: b'],
        {},
        '--headers takes JSON.',
      ],
      [
        'the file of --data does not exist',
        ['emails', 'send', '--data', '/nowhere.json'],
        {},
        '/nowhere.json',
      ],
      ['--data is not JSON', ['emails', 'send', '--data', '-'], {}, 'is not JSON'],
      ['--all is given to a command without pages', ['emails', 'get', 'a', '--all'], {}, '--all'],
      ['the API key is missing', ['emails', 'list'], { POSTHORN_API_KEY: '' }, 'POSTHORN_API_KEY'],
      ['the API key cannot be sent in a header', ['emails', 'list', '--api-key', 'a\nb'], {}, 'API key'],
      ['the base URL is invalid', ['emails', 'list', '--base-url', 'localhost:3000'], {}, 'http://'],
      ['the shell is unknown', ['completion', 'cmd'], {}, 'bash, zsh, fish'],
    ];
    for (const [title, args, env = {}, says = ''] of refused) {
      it(title, async () => {
        const environment = { POSTHORN_API_KEY: KEY, POSTHORN_BASE_URL: 'http://127.0.0.1:9', ...env };
        const message = expectFailure(await posthorn(args, { env: environment }), null, 'cli_error');
        expect(message.toLowerCase()).to.contain(says.toLowerCase());
        expect(message).not.to.contain(KEY);
      });
    }
  });

  describe('names the page of its own errors in docs_url', () => {
    const pageOf = async (args: string[], env: Record<string, string> = {}) =>
      JSON.parse((await posthorn(args, { env })).stderr).docs_url;

    it('below the address of the server, which a flag, the environment or nothing says', async () => {
      const env = { POSTHORN_API_KEY: KEY, POSTHORN_BASE_URL: 'https://acme.dev/mail/' };
      expect(await pageOf(['emials', 'list'], env)).to.equal('https://acme.dev/mail/docs/errors/cli_error');
      const called = ['emails', 'list', '--base-url', 'http://127.0.0.1:9'];
      expect(await pageOf(called, env)).to.equal('http://127.0.0.1:9/docs/errors/network_error');
      expect(await pageOf(['emails', 'list', '--base-url', 'http://127.0.0.1:9'])).to.equal(
        'http://127.0.0.1:9/docs/errors/cli_error',
      );
      for (const none of [{}, { POSTHORN_BASE_URL: 'mail.acme.dev' }])
        expect(await pageOf(['emials', 'list'], none)).to.equal(undefined);
    });
  });

  describe('with a server that', () => {
    let server: Server | undefined;
    afterEach(async () => {
      if (!server) return;
      server.closeAllConnections();
      await once(server.close(), 'close');
      server = undefined;
    });
    const ask = async (listener: RequestListener) => {
      server = createServer(listener);
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return await posthorn(['emails', 'list', '--api-key', KEY, '--base-url', url]);
    };

    it('returns an error of the API: it is printed with its status and all other fields', async () => {
      const body = { name: 'batch_incomplete', message: 'Out of time.', sent: [], sent_count: 0 };
      const result = await ask((_request, response) => {
        response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
      expect(result.code).to.equal(1);
      expect(JSON.parse(result.stderr)).to.deep.equal({ ...body, statusCode: 503 });
    });

    it('returns an error of the API: its docs_url is printed as it is, or is absent as in the answer', async () => {
      for (const page of [{ docs_url: 'https://acme.dev/mail/docs/errors/not_found' }, {}]) {
        const body = { statusCode: 404, name: 'not_found', message: 'Email not found.', ...page };
        const result = await ask((_request, response) => response.writeHead(404).end(JSON.stringify(body)));
        expect(JSON.parse(result.stderr)).to.deep.equal(body);
        server?.close();
      }
    });

    const strange: [title: string, status: number, body: string][] = [
      ['returns an HTML page', 200, '<html>Welcome</html>'],
      ['returns no body', 204, ''],
      ['is a proxy whose server is down', 502, 'Bad Gateway'],
      ['returns JSON that is not an error object', 500, '{"error":"broken"}'],
      ['returns JSON that is a string', 404, '"no"'],
    ];
    for (const [title, status, body] of strange) {
      it(`${title}: application_error with status ${status}`, async () => {
        const result = await ask((_request, response) => response.writeHead(status).end(body));
        expectFailure(result, status, 'application_error');
      });
    }

    it('redirects: the key is not sent to the new URL', async () => {
      let requests = 0;
      const result = await ask((_request, response) => {
        requests += 1;
        response.writeHead(301, { location: '/elsewhere' }).end();
      });
      expectFailure(result, 301, 'application_error');
      expect(requests).to.equal(1);
    });

    it('receives the key, a User-Agent and only the given path and query', async () => {
      let seen: Record<string, unknown> = {};
      await ask((request, response) => {
        seen = { url: request.url, ...request.headers };
        response.end('{}');
      });
      expect(seen).to.include({ url: '/emails', authorization: `Bearer ${KEY}` });
      expect(seen['user-agent']).to.match(/^posthorn-cli\/\d/);
    });
  });

  describe('answers network_error with status 0 when', () => {
    const ask = (url: string) =>
      startPosthorn(['domains', 'list', '--api-key', KEY, '--base-url', url]).ended;

    it('no server listens', async () => {
      const server = await createTcpServer(() => {});
      await server.close();
      const message = expectFailure(await ask(`http://127.0.0.1:${server.port}`), 0, 'network_error');
      expect(message).to.contain('ECONNREFUSED');
    });

    const hangUps: [title: string, beforeIt: string][] = [
      ['closes the connection at once', ''],
      [
        'closes the connection in the middle of its response',
        'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"a"',
      ],
      ['does not speak HTTP', '220 mail.acme.dev ESMTP\r\n'],
    ];
    for (const [title, text] of hangUps) {
      it(`the server ${title}`, async () => {
        const server = await createTcpServer((socket) => socket.end(text));
        const result = await ask(`http://127.0.0.1:${server.port}`);
        await server.close();
        expectFailure(result, 0, 'network_error');
      });
    }
  });
});
