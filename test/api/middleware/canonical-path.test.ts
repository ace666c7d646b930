// The path of a request: the prefix /api, repeated slashes, percent-encoding
// (docs/reference/requests.md#base-url-and-paths).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';
import { exchange } from '../../support/raw-http.ts';
import { probeResource } from '../probe.ts';

describe('The path of a request', () => {
  const app = useApp({ resources: [probeResource()] });
  let token: string;
  before(async () => {
    ({ token } = await createApiKey(app.pool));
  });
  /** Sends the path byte for byte: a client library would normalize it. */
  const askRaw = async (target: string) => {
    const headers = `Host: x\r\nUser-Agent: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    const answer = await exchange(app.port, `GET ${target} HTTP/1.1\r\n${headers}`);
    return {
      status: Number(answer.slice(9, 12)),
      body: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))),
    };
  };

  const expectProbe = async (path: string) => {
    expect(await askRaw(path)).to.deep.equal({ status: 200, body: { id: 'x' } });
  };

  describe('Serves every path with and without the prefix /api.', () => {
    for (const path of ['/probe/x', '/api/probe/x']) it(path, () => expectProbe(path));

    it('serves health under /api too', async () => {
      expect((await askRaw('/api/healthz')).body).to.deep.equal({ status: 'ok' });
    });

    describe('in the API itself', () => {
      const real = useApp();

      it('serves webhooks under /api too', async () => {
        const { token: key } = await createApiKey(real.pool);
        const webhook = { endpoint_url: 'https://acme.dev/hooks', events: ['*'] };
        const { body } = await real.as(key).post('/api/webhooks').send(webhook).expect(201);
        await real.as(key).get(`/api/webhooks/${body.id}/events`).expect(200);
      });
    });
  });

  describe('Reads repeated slashes in a path as one, and ignores a slash at its end.', () => {
    for (const path of ['//probe/x', '/api//probe/x', '//api/probe//x', '///api///probe///x', '/probe/x/']) {
      it(path, () => expectProbe(path));
    }
  });

  describe('Accepts a complete URL in place of the path, as proxies send it.', () => {
    for (const path of ['http://mail.example/probe/x', 'http://mail.example/api/probe/x']) {
      it(path, () => expectProbe(path));
    }
  });

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

  describe('Rejects a path that the API does not have with not_found 404.', () => {
    for (const path of ['/api/api/probe/x', '/apiprobe/x', '/api', '/', '*', 'http://mail.example']) {
      it(path, async () => {
        const { status, body } = await askRaw(path);
        expect({ status, name: body.name }).to.deep.equal({ status: 404, name: 'not_found' });
      });
    }
  });

  describe('Rejects a path that cannot be percent-decoded with not_found 404.', () => {
    for (const path of ['/probe/%ff', '/probe/%', '/api/probe/%E0%A4%A', '/probe/%zz']) {
      it(path, async () => {
        expectError(await app.as(token).get(path), 404, 'not_found');
      });
    }
  });
});
