// GET /cli/posthorn.tgz (docs/reference/service.md#the-package-of-the-command-line). test/cli/installed.test.ts installs it.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { COMMAND_LINE_FILE } from '../../../api/public/command-line.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';

const PATH = '/cli/posthorn.tgz';

describe('GET /cli/posthorn.tgz', () => {
  const app = useApp();
  const account = useAccount(app);

  it('Serves the package of the command line at /cli/posthorn.tgz to everybody, without a key and without a User-Agent.', async () => {
    const file = readFileSync(COMMAND_LINE_FILE);
    for (const path of [PATH, `/api${PATH}`, `${PATH}?x=${'y'.repeat(1_000)}`]) {
      const { headers, body } = await app.bare().get(path).unset('User-Agent').expect(200);
      expect(Buffer.compare(body, file), path).to.equal(0);
      expect(headers).to.include({
        'content-type': 'application/gzip',
        'content-length': String(file.length),
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
      });
    }
    const head = await app.bare().head(PATH).unset('User-Agent').expect(200);
    expect(head.headers['content-length']).to.equal(String(file.length));
  });

  it('Lets clients keep the package if they ask each time whether it has changed, and answers 304 to one that has it.', async () => {
    const { headers } = await app.bare().head(PATH).expect(200);
    expect(headers['cache-control']).to.equal('public, no-cache');
    const { etag = '' } = headers;
    expect(etag).to.match(/^"[\w-]{43}"$/);
    for (const kept of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await app.bare().get(PATH).set('If-None-Match', kept).expect(304);
      expect(again.headers).to.include({ etag, 'cache-control': 'public, no-cache' });
    }
    for (const kept of ['"other"', 'other', '', '"'.repeat(1_000)])
      await app.bare().get(PATH).set('If-None-Match', kept).expect(200);
  });

  it('Rejects other methods and paths below /cli with not_found 404.', async () => {
    for (const method of ['post', 'put', 'patch', 'delete', 'options'] as const) {
      expectError(await app.bare()[method](PATH), 404, 'not_found');
      expectError(await account.api[method](PATH).send({ x: 1 }), 404, 'not_found');
    }
    for (const path of [
      '/cli',
      '/cli/',
      '/cli/posthorn',
      '/cli/..%2fcomplete',
      '/cli/%00',
      '/cli/%',
      '/cli/a/b',
    ])
      expectError(await app.bare().get(path), 404, 'not_found');
  });
});

describe('GET /cli/posthorn.tgz without a build', () => {
  const app = useApp({ deps: { commandLineFile: `${COMMAND_LINE_FILE}.none` } });

  it('Answers application_error 503 while the server has no build of the package.', async () => {
    expect(expectError(await app.bare().get(PATH), 503, 'application_error')).to.include('without a build');
    await app.bare().head(PATH).expect(503);
  });
});
