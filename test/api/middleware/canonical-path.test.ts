// The path of a request: the prefix /api, repeated slashes, percent-encoding
// (docs/reference/requests.md#base-url-and-paths).
import { expect } from 'chai';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { exchange } from '../../support/net/raw-http.ts';
import { probeResource } from '../probe.ts';

describe('The path of a request', () => {
  const app = useApp({ resources: [probeResource()] });
  const account = useAccount(app);
  /** Sends the path byte for byte: a client library would normalize it. */
  const askRaw = async (target: string) => {
    const headers = `Host: x\r\nUser-Agent: x\r\nAuthorization: Bearer ${account.token}\r\nConnection: close\r\n\r\n`;
    const answer = await exchange(app.port, `GET ${target} HTTP/1.1\r\n${headers}`);
    return {
      status: Number(answer.slice(9, 12)),
      body: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))),
    };
  };

  const expectProbe = async (...paths: string[]) => {
    for (const path of paths)
      expect(await askRaw(path), path).to.deep.equal({ status: 200, body: { id: 'x' } });
  };

  describe('Serves every path with and without the prefix /api.', () => {
    it('an operation, and health', async () => {
      await expectProbe('/probe/x', '/api/probe/x');
      expect((await askRaw('/api/healthz')).body).to.include({ status: 'ok' });
    });

    describe('in the API itself', () => {
      const owner = useAccount(useApp());

      it('serves webhooks under /api too', async () => {
        const id = await owner.make('/api/webhooks', {
          endpoint_url: 'https://acme.dev/hooks',
          events: ['*'],
        });
        await owner.read(`/api/webhooks/${id}/events`);
      });
    });
  });

  it('Reads repeated slashes in a path as one, and ignores a slash at its end.', () =>
    expectProbe('//probe/x', '/api//probe/x', '//api/probe//x', '///api///probe///x', '/probe/x/'));

  it('Accepts a complete URL in place of the path, as proxies send it.', () =>
    expectProbe('http://mail.example/probe/x', 'http://mail.example/api/probe/x'));

  it('Reads %2F as a part of an id in a path, not as a separator.', async () => {
    expect(await askRaw('/api/probe/a%2Fb')).to.deep.equal({ status: 200, body: { id: 'a/b' } });
  });

  it('Reads + in a path as a plus sign, not as a space.', async () => {
    expect((await askRaw('/probe/ann+news@mail.test')).body).to.deep.equal({ id: 'ann+news@mail.test' });
  });

  it('Leaves repeated slashes in a query string unchanged.', async () => {
    for (const path of ['/probe/x?q=a//b', '//api/probe/x?q=a//b'])
      expect((await askRaw(path)).body).to.deep.equal({ id: 'x', q: 'a//b' });
  });

  it('Rejects a path that the API does not have with not_found 404.', async () => {
    for (const path of ['/api/api/probe/x', '/apiprobe/x', '/api', '/', '*', 'http://mail.example']) {
      const { status, body } = await askRaw(path);
      expect({ status, name: body.name }, path).to.deep.equal({ status: 404, name: 'not_found' });
    }
  });

  it('Rejects a path that cannot be percent-decoded with not_found 404.', async () => {
    for (const path of ['/probe/%ff', '/probe/%', '/api/probe/%E0%A4%A', '/probe/%zz'])
      expectError(await account.api.get(path), 404, 'not_found');
  });
});
