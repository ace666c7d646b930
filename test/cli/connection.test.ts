// Where a command finds the server and its key, and what it prints without an action (docs/cli.md).
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { useApp } from '../support/api/app.ts';
import { createApiKey } from '../support/factories/factories.ts';
import { expectFailure, expectJson, posthorn } from './support/cli.ts';

describe('posthorn --dev', () => {
  const app = useApp();
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-cli-'));
  });
  afterEach(() => rm(directory, { recursive: true }));
  const announce = (fields: object) =>
    writeFile(path.join(directory, 'dev.json'), JSON.stringify({ apiUrl: app.url, ...fields }));

  it('takes URL and key from the dev.json of a running npm start, whatever the environment says', async () => {
    await announce({ apiKey: (await createApiKey(app.pool)).token });
    const env = {
      DATA_DIR: directory,
      POSTHORN_API_KEY: 'ph_other',
      POSTHORN_BASE_URL: 'http://127.0.0.1:9',
    };
    for (const words of ['emails list --dev', 'emails --dev list', '--dev emails list'])
      expect(expectJson(await posthorn(words.split(' '), { env })), words).to.include({ object: 'list' });
  });

  it('is overridden by --api-key and --base-url', async () => {
    await announce({ apiKey: 'ph_other', apiUrl: 'http://127.0.0.1:9' });
    const { token } = await createApiKey(app.pool);
    const words = ['emails', 'list', '--dev', '--api-key', token, '--base-url', app.url];
    expect(expectJson(await posthorn(words, { env: { DATA_DIR: directory } }))).to.include({
      object: 'list',
    });
  });

  for (const [title, text] of [
    ['does not run', undefined],
    ['has left a broken file', '{"apiKey":'],
  ] as const) {
    it(`is a cli_error while npm start ${title}`, async () => {
      if (text !== undefined) await writeFile(path.join(directory, 'dev.json'), text);
      const failed = await posthorn(['emails', 'list', '--dev'], { env: { DATA_DIR: directory } });
      expect(expectFailure(failed, null, 'cli_error')).to.include('npm start');
    });
  }
});

describe('posthorn without an action', () => {
  for (const words of [[], ['emails'], ['webhooks', 'events']]) {
    const name = ['posthorn', ...words].join(' ');
    it(`prints the help of \`${name}\` on a terminal`, async () => {
      const { code, stdout, stderr } = await posthorn(words, { isTTY: true });
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(stdout).to.match(new RegExp(`^Usage: ${name} `));
    });

    it(`is a cli_error for \`${name}\` elsewhere`, async () => {
      expect(expectFailure(await posthorn(words), null, 'cli_error')).to.match(
        /^An? (resource|action) is missing/,
      );
    });
  }
});
