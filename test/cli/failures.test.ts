// How the CLI fails (interface.md, Errors; decisions.md §12): nothing on stdout, the error object on stderr, exit
// code 1.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createTcpServer } from '../support/tcp-server.ts';
import { expectFailure, posthorn } from './support/cli.ts';

const KEY = 'ph_0123456789abcdefghijklmnopqrstuv';

describe('posthorn', () => {
  describe('answers cli_error with no status when', () => {
    const refused: [title: string, args: string[], env?: Record<string, string>, says?: string][] = [
      ['nothing is named', [], {}, 'Resources: emails'],
      ['no action is named', ['emails'], {}, 'Actions of `emails`: send, list'],
      ['the resource is unknown', ['emials', 'list'], {}, 'emails'],
      ['the action is unknown', ['emails', 'lst'], {}, 'list'],
      ['a flag is unknown', ['emails', 'list', '--limits', '1'], {}, '--limit'],
      ['a flag has no value', ['emails', 'list', '--limit'], {}, '--limit'],
      ['an id is missing', ['emails', 'get'], {}, 'id'],
      ['an id is empty', ['emails', 'get', ''], {}, 'id'],
      ['an id is a step up', ['emails', 'get', '..'], {}, 'id'],
      ['there is an argument too many', ['emails', 'get', 'a', 'b'], {}, 'too many arguments'],
      ['a number is none', ['emails', 'list', '--limit', 'many'], {}, '--limit takes a number.'],
      ['an object is no JSON', ['emails', 'send', '--headers', 'X-A: b'], {}, '--headers takes JSON.'],
      ['--data is no file', ['emails', 'send', '--data', '/nowhere.json'], {}, '/nowhere.json'],
      ['--data is no JSON', ['emails', 'send', '--data', '-'], {}, 'is not JSON'],
      ['--all is asked of what is no list', ['emails', 'get', 'a', '--all'], {}, '--all'],
      ['the API key is missing', ['emails', 'list'], { POSTHORN_API_KEY: '' }, 'POSTHORN_API_KEY'],
      ['the API key cannot be sent', ['emails', 'list', '--api-key', 'a\nb'], {}, 'API key'],
      ['the address is none', ['emails', 'list', '--base-url', 'localhost:3000'], {}, 'http://'],
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

    it('refuses as the API does: its error passes, with its status and whatever else it says', async () => {
      const body = { name: 'batch_incomplete', message: 'Out of time.', sent: [], sent_count: 0 };
      const result = await ask((_request, response) => {
        response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
      expect(result.code).to.equal(1);
      expect(JSON.parse(result.stderr)).to.deep.equal({ ...body, statusCode: 503 });
    });

    const strange: [title: string, status: number, body: string][] = [
      ['answers a page', 200, '<html>Welcome</html>'],
      ['answers nothing', 204, ''],
      ['is a proxy without its server', 502, 'Bad Gateway'],
      ['answers JSON that is no error object', 500, '{"error":"broken"}'],
      ['answers JSON that is a text', 404, '"no"'],
    ];
    for (const [title, status, body] of strange) {
      it(`${title}: application_error with status ${status}`, async () => {
        const result = await ask((_request, response) => response.writeHead(status).end(body));
        expectFailure(result, status, 'application_error');
      });
    }

    it('redirects: the key does not follow', async () => {
      let requests = 0;
      const result = await ask((_request, response) => {
        requests += 1;
        response.writeHead(301, { location: '/elsewhere' }).end();
      });
      expectFailure(result, 301, 'application_error');
      expect(requests).to.equal(1);
    });

    it('is asked with the key, a User-Agent and nothing in the address but what was given', async () => {
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
    const ask = (url: string) => posthorn(['domains', 'list', '--api-key', KEY, '--base-url', url]);

    it('nobody listens', async () => {
      const server = await createTcpServer(() => {});
      await server.close();
      const message = expectFailure(await ask(`http://127.0.0.1:${server.port}`), 0, 'network_error');
      expect(message).to.contain('ECONNREFUSED');
    });

    const hangUps: [title: string, beforeIt: string][] = [
      ['hangs up at once', ''],
      ['hangs up in the middle of its answer', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"a"'],
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
