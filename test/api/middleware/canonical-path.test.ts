// Every path is served bare and under /api; doubled slashes are tolerated (decisions.md §1).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';
import { exchange } from '../../support/raw-http.ts';
import { probeResource } from '../probe.ts';

describe('the path of a request', () => {
  const app = useApp({ resources: [probeResource()] });
  let token: string;
  before(async () => {
    ({ token } = await createApiKey(app.pool));
  });
  /** The bytes as they are: client libraries would tidy the path. */
  const askRaw = async (target: string) => {
    const headers = `Host: x\r\nUser-Agent: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    const answer = await exchange(app.port, `GET ${target} HTTP/1.1\r\n${headers}`);
    return {
      status: Number(answer.slice(9, 12)),
      body: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))),
    };
  };

  for (const path of [
    '/probe/x',
    '/api/probe/x',
    '//probe/x',
    '/api//probe/x',
    '//api/probe//x',
    '///api///probe///x',
    '/probe/x/',
    'http://mail.example/probe/x',
    'http://mail.example/api/probe/x',
  ]) {
    it(`serves ${path} as /probe/x`, async () => {
      expect(await askRaw(path)).to.deep.equal({ status: 200, body: { id: 'x' } });
    });
  }

  it('leaves %2F in a parameter', async () => {
    expect(await askRaw('/api/probe/a%2Fb')).to.deep.equal({ status: 200, body: { id: 'a/b' } });
  });

  it('takes + in a path for a plus', async () => {
    expect((await askRaw('/probe/ann+news@mail.test')).body).to.deep.equal({ id: 'ann+news@mail.test' });
  });

  it('does not touch slashes in a query', async () => {
    expect((await askRaw('/probe/x?q=a//b')).status).to.equal(200);
  });

  for (const path of ['/api/api/probe/x', '/apiprobe/x', '/api', '/', '*', 'http://mail.example']) {
    it(`answers not_found 404 to ${path}`, async () => {
      const { status, body } = await askRaw(path);
      expect({ status, name: body.name }).to.deep.equal({ status: 404, name: 'not_found' });
    });
  }

  it('answers health under /api too', async () => {
    expect((await askRaw('/api/healthz')).body).to.deep.equal({ status: 'ok' });
  });

  for (const path of ['/probe/%ff', '/probe/%', '/api/probe/%E0%A4%A', '/probe/%zz']) {
    it(`answers not_found 404 to ${path}, which cannot be decoded`, async () => {
      expectError(await app.as(token).get(path), 404, 'not_found');
    });
  }
});
