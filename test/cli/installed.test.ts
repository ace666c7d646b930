// The package that servers serve, as people install it: by npm from a server, with a registry that does not answer, so
// that nothing else is fetched.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { parseTar } from 'nanotar';
import { COMMAND_LINE_FILE } from '../../api/public/command-line.ts';
import { packCommandLine } from '../../dev/build/command-line-package.ts';
import { createSender } from '../api/emails/sender.ts';
import { useApp } from '../support/api/app.ts';
import { ROOT } from '../support/documents/root.ts';
import { expectJson, startPosthorn } from './support/cli.ts';

const run = promisify(execFile);
const PACKAGE_MAX_BYTES = 1_000_000;
const { version, engines } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

describe('The package of the command line', () => {
  const app = useApp();
  let directory: string;
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-installed-'));
  });
  after(() => rm(directory, { recursive: true }));

  it('Installs the command line with npm from the server alone, and sends with it.', async () => {
    const url = `${app.url}/cli/posthorn.tgz`;
    const env = {
      PATH: process.env['PATH'],
      HOME: directory,
      NPM_CONFIG_REGISTRY: 'http://127.0.0.1:9',
      NPM_CONFIG_FETCH_RETRIES: '0',
    };
    await run('npm', ['install', '--global', '--prefix', directory, url], { env });
    const installed = path.join(directory, 'lib/node_modules');
    expect((await readdir(installed)).filter((name) => !name.startsWith('.'))).to.deep.equal([
      'Posthorn-CLI',
    ]);
    const program = path.join(directory, 'bin/posthorn');
    expect((await run(program, ['--version'])).stdout.trim()).to.equal(version);
    const { token, domain } = await createSender(app);
    const words = `emails send --from ana@${domain.name} --to bo@customer.dev --subject Hi --text -`.split(
      ' ',
    );
    const sent = startPosthorn(words, {
      program,
      env: { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url },
    });
    const { id } = expectJson(await sent.ended);
    const { rows } = await app.pool.query('SELECT subject FROM emails WHERE id = $1', [id]);
    expect(rows).to.deep.equal([{ subject: 'Hi' }]);
  });

  it('Packs the same bytes for the same sources.', async () => {
    await packCommandLine(directory);
    const packed = await readFile(path.join(directory, 'cli/posthorn.tgz'));
    expect(packed.equals(await readFile(COMMAND_LINE_FILE))).to.equal(true);
  });

  it('needs Node alone, is small, and has the licenses of all that is in it', async () => {
    const packed = await readFile(COMMAND_LINE_FILE);
    expect(packed.length).to.be.below(PACKAGE_MAX_BYTES);
    const files = Object.fromEntries(parseTar(gunzipSync(packed)).map(({ name, text }) => [name, text]));
    expect(Object.keys(files)).to.deep.equal(
      ['package.json', 'LICENSE', 'openapi.json', 'posthorn.mjs'].map((name) => `package/${name}`),
    );
    const about = JSON.parse(files['package/package.json'] ?? '');
    expect(about).to.deep.include({ version, engines, license: 'MIT', bin: { posthorn: 'posthorn.mjs' } });
    expect(about).not.to.have.any.keys('dependencies', 'scripts');
    expect(files['package/LICENSE']).to.equal(readFileSync(path.join(ROOT, 'LICENSE'), 'utf8'));
    const commander = readFileSync(path.join(ROOT, 'node_modules/commander/LICENSE'), 'utf8');
    expect(files['package/posthorn.mjs']).to.include(`commander:\n\n${commander}`);
  });
});
