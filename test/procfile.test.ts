// The Procfile as in production: its processes run one after the other, from the build and on an empty database.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { dropDatabase, serverUrl, withServer } from './support/database.ts';
import { exchange } from './support/raw-http.ts';

interface Ready {
  type: string;
  port?: number;
}

/** Not the build that the command line runs from, because other tests use that meanwhile. */
const BUILD = 'dist/procfile-test';

/** Process type → the arguments of its `node`. */
const PROCESSES = new Map(
  readFileSync('Procfile', 'utf8')
    .trim()
    .split('\n')
    .map((line) => /^([\w-]+): node (.*)$/.exec(line))
    .map((match) => [match?.[1] ?? '', match?.[2]?.replace(/^dist/, BUILD).split(' ') ?? []]),
);

describe('The Procfile', function () {
  this.timeout(120_000);
  const name = `procfile_${randomBytes(6).toString('hex')}`;
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  const children: ChildProcess[] = [];

  before(async () => {
    const { status, stderr } = spawnSync('npm', ['run', 'build', '--silent', '--', '--outDir', BUILD], {
      encoding: 'utf8',
    });
    expect(status, stderr).to.equal(0);
    await withServer(serverUrl(), (client) => client.query(`CREATE DATABASE ${name}`));
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await dropDatabase(url.href);
    await rm(BUILD, { recursive: true });
  });

  function start(type: string): ChildProcess {
    const child = spawn(process.execPath, PROCESSES.get(type) ?? expect.fail(`There is no ${type}.`), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        DATABASE_URL: url.href,
        SMTP_URL: 'smtp://127.0.0.1:9',
        SECRET_KEY: randomBytes(32).toString('base64'),
        PUBLIC_URL: 'https://mail.acme.dev',
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'warn',
      },
    });
    children.push(child);
    return child;
  }
  async function startUntilReady(type: string): Promise<{ child: ChildProcess; ready: Ready }> {
    const child = start(type);
    const [ready] = (await once(child, 'message')) as [Ready];
    expect(ready.type).to.equal('ready');
    return { child, ready };
  }
  async function stop(child: ChildProcess): Promise<void> {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).to.deep.equal([0, null]);
  }

  it('has a release process that migrates an empty database, and processes that run on it until they are stopped', async () => {
    expect(await once(start('release'), 'exit')).to.deep.equal([0, null]);
    const web = await startUntilReady('web');
    const request = 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    expect(await exchange(web.ready.port ?? 0, `GET /readyz ${request}`)).to.match(/^HTTP\/1\.1 200 /);
    expect(await exchange(web.ready.port ?? 0, `GET /openapi.json ${request}`)).to.include('"3.1.');
    const types = [...PROCESSES.keys()].filter((type) => type.startsWith('worker-'));
    expect(types).to.have.length.above(1);
    const workers = await Promise.all(types.map(startUntilReady));
    await Promise.all([web, ...workers].map(({ child }) => stop(child)));
  });
});
