// The programs as in production: they run from the tree that the Dockerfile copies, with the packages of production,
// with the commands of the Procfile and the environment of Heroku, on an empty database. A long run also compiles them
// there. walk.test.ts starts every process of the Procfile in a long run, in the environment of systemd.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { EXIT_CONFIG } from '../../shared/platform/lifecycle/process.ts';
import { createEmptyDatabase } from '../support/database/database.ts';
import { startPreparedCluster } from '../support/database/prepared-cluster.ts';
import { requireTls } from '../support/database/tls-postgres.ts';
import { IS_LONG } from '../support/extent.ts';
import { failureOf } from '../support/failure-of.ts';
import { readProcfile } from '../support/processes/procfile.ts';
import { herokuEnvironment } from './support/app-manifest.ts';
import { readCompose } from './support/compose.ts';
import { readExample } from './support/environment-example.ts';
import { get, type Installation, openInstallation } from './support/installation.ts';
import { buildProductionTree } from './support/production-tree.ts';
import { type Process, parseEnvironment, systemdProcesses } from './support/units.ts';

const run = promisify(execFile);
const RELEASE = 'release';
const WEB = 'web';
/** The processes of the other groups run the same program: walk.test.ts starts all of them. */
const WORKER = 'worker-send';

function herokuProcesses(databaseUrl: string): Map<string, Process> {
  const environment = herokuEnvironment({
    PUBLIC_URL: 'https://mail.acme.dev',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_HOSTNAME: 'mail.acme.dev',
    DATABASE_URL: databaseUrl,
  });
  return new Map([...readProcfile()].map(([type, command]) => [type, { command, environment }]));
}

describe('An installation', function () {
  this.timeout(300_000);
  let directory: string;
  let installation: Installation;

  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-production-'));
    installation = openInstallation(await buildProductionTree(directory, { compiles: IS_LONG }));
  });
  after(async () => {
    installation?.killAll();
    await rm(directory, { recursive: true });
  });

  it('by Heroku migrates an empty database that requires TLS, and has processes that run on it until they are stopped', async () => {
    const cluster = await startPreparedCluster({});
    try {
      const databaseUrl = await createEmptyDatabase(cluster.url);
      await requireTls(cluster.url);
      const processes = herokuProcesses(databaseUrl);
      const find = (type: string) => processes.get(type) ?? expect.fail(type);
      const release = find(RELEASE);
      const web = find(WEB);
      const worker = find(WORKER);
      const { PGSSLMODE: _, ...withoutTls } = release.environment;
      expect(await installation.run({ ...release, environment: withoutTls })).to.include({ code: 1 });
      const released = await installation.run(release);
      expect(released.code, released.lines.join('\n')).to.equal(0);
      const running = await Promise.all([web, worker].map((each) => installation.start(each)));
      for (const { port } of running) expect(await get(port, '/readyz')).to.match(/^HTTP\/1\.1 200 /);
      await expectService(running[0]?.port ?? 0, web.environment);
      await Promise.all(running.map(({ stop }) => stop()));
    } finally {
      await cluster.stop();
    }
  });

  it('that is only half configured ends each program with one sentence', async () => {
    const unfilled = { ...parseEnvironment(readExample()), DATABASE_URL: 'postgres://127.0.0.1:9/posthorn' };
    const processes = systemdProcesses(unfilled);
    await Promise.all(
      [RELEASE, WEB, WORKER].map(async (type) => {
        const { code, lines } = await installation.run(processes.get(type) ?? expect.fail());
        expect({ type, code, messages: lines.map((line) => JSON.parse(line).msg) }).to.deep.equal({
          type,
          code: EXIT_CONFIG,
          messages: ['Configuration: "PUBLIC_URL" is not allowed to be empty.'],
        });
      }),
    );
  });

  /** Operators' commands and the command line, from the same tree. */
  async function expectService(port: number, environment: Record<string, string>): Promise<void> {
    expect(await get(port, '/openapi.json')).to.include('"3.1.');
    const account = await installation.run({
      command: 'node dist/ops/main.js create-account --name Acme --domain acme.dev',
      environment,
    });
    expect(account.code).to.equal(0);
    const { api_key: key } = JSON.parse(account.lines.join('\n'));
    const domains = await installation.run({
      command: `node cli/posthorn.mjs domains list --base-url http://127.0.0.1:${port}`,
      environment: { POSTHORN_API_KEY: key },
    });
    expect(domains).to.include({ code: 0 });
    expect(domains.lines.join('\n')).to.include('"acme.dev"');
    await expectProbeOf(port);
  }

  /** The probe of compose.yaml, on the port of this test, and on one where nothing listens. */
  async function expectProbeOf(port: number): Promise<void> {
    const [, node, option, script = ''] = readCompose().services[WEB]?.healthcheck?.test ?? [];
    expect([node, option]).to.deep.equal(['node', '-e']);
    const probe = (on: number) => run(process.execPath, ['-e', script.replace(':3000/', `:${on}/`)]);
    await probe(port);
    expect(await failureOf(probe(9))).to.include({ code: 1 });
  }
});
