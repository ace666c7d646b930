// docs/backup.md, walked: its commands run here, from the page, as far as that goes without systemd. What pgbackrest does is
// walked by hand.
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { startThrowawayCluster, type ThrowawayCluster } from '../runner/throwaway-cluster.ts';
import { withServer } from '../support/database/database.ts';
import { ROOT } from '../support/documents/root.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { type Machine, readGuide, runCommand, tryCommand } from './support/guide.ts';

const guide = readGuide('docs/backup.md').filter(({ language }) => language === 'sh');
const NOT_RUN = ['systemctl enable --now posthorn-backup.timer', 'systemctl stop posthorn.target'];
const ANOTHER_KEY = 'xQ3w8mZ1Vb7pLr5Tk2Yc9Nd4Hs6Jf0GaEuWoIi2Z';

describe('docs/backup.md', function () {
  this.timeout(200_000);
  let cluster: ThrowawayCluster;
  let directory: string;
  let machine: Machine;
  const walked = new Set<string>();

  const run = (start: string, values?: Record<string, string>) => runCommand(block(start), machine, values);

  before(async () => {
    const binDir = process.env['TEST_POSTGRES_15'] ?? expect.fail('TEST_POSTGRES_15 is absent.');
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-backup-walk-'));
    await mkdir(path.join(directory, 'backups'));
    cluster = await startThrowawayCluster({ binDir });
    await withServer(cluster.url, (client) =>
      client.query("CREATE ROLE service LOGIN CREATEDB PASSWORD 'p'"),
    );
    await withServer(cluster.url, (client) => client.query('ALTER DATABASE posthorn OWNER TO service'));
    const { hostname, port, username, password } = new URL(cluster.url);
    const posthornOps = path.join(directory, 'posthorn-ops');
    const program = `--env-file=${path.join(directory, 'environment')} --import tsx`;
    await writeFile(posthornOps, `#!/bin/sh\nexec node ${program} ${ROOT}/ops/main.ts "$@"\n`);
    await chmod(posthornOps, 0o755);
    machine = {
      environment: {
        PATH: [directory, binDir, path.dirname(process.execPath), process.env['PATH']].join(':'),
        HOME: ROOT,
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: username,
        PGDATABASE: 'postgres',
        PGPASSWORD: decodeURIComponent(password),
      },
      replacements: {
        '/opt/posthorn': ROOT,
        '/etc/posthorn': directory,
        'dist/shared/resources/migrate-main.js': '--import tsx shared/resources/migrate-main.ts',
        '/var/backups/posthorn': path.join(directory, 'backups'),
        '/var/backups': path.join(directory, 'backups'),
        'runuser -u postgres -- ': '',
        '--owner=posthorn ': '--owner=service ',
        '--role=posthorn ': '--role=service ',
      },
    };
    await configure('posthorn');
  });
  after(async () => {
    await cluster?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** Fills in the environment of the service. */
  async function configure(database: string, secretKey = TEST_SECRET_KEY): Promise<void> {
    const url = `postgres://service:p@${new URL(cluster.url).host}/${database}`;
    const lines = [`DATABASE_URL=${url}`, `SECRET_KEY=${secretKey}`, 'PUBLIC_URL=https://mail.example.com'];
    await writeFile(path.join(directory, 'environment'), `${lines.join('\n')}\n`);
  }

  function block(start: string): string {
    const found = guide.filter(({ text }) => text.startsWith(start)).map(({ text }) => text);
    expect(found, start).to.have.length(1);
    walked.add(found[0] ?? '');
    return found[0] ?? '';
  }

  const checked = async () => (await tryCommand('ops check', machine)).stdout;

  it('leads to a restored database with all of its secrets, and out of the loss of SECRET_KEY', async () => {
    await run('cd /opt/posthorn');
    await runCommand('ops resume-sending', machine);
    const account = JSON.parse(
      await runCommand("ops create-account --name 'Example Ltd' --plan unlimited", machine),
    );
    await runCommand('ops add-domain "$ACCOUNT" example.com', machine, { ACCOUNT: account.id });
    expect(await checked()).to.include('There is no backup from ops backup yet');
    const made = JSON.parse(await run('ops backup'));
    expect(await checked()).to.include(`The last backup is from ${made.taken_at}.`);
    const shell = { BACKUP: made.file, ACCOUNT: account.id };
    expect(JSON.parse(await run('ops verify-backup', shell))).to.include({ met: true });

    await run('mkdir --mode=700', shell);
    await configure('posthorn_restored', ANOTHER_KEY);
    expect(await checked()).to.match(/No key in SECRET_KEY .*\(DKIM key: 1\)/);
    await configure('posthorn_restored');
    expect(await run('cd /opt/posthorn')).to.include('"status": "paused"');
    expect(await checked()).to.include('encrypts DKIM key: 1');
    expect(await runCommand('ops list-domains', machine)).to.include('example.com');

    await configure('posthorn_restored', ANOTHER_KEY);
    const lost = block('runuser -u postgres -- psql --dbname').replace('=posthorn ', '=posthorn_restored ');
    expect(await runCommand(lost, machine, shell))
      .to.include('DELETE 1')
      .and.include('ph1._domainkey');
    expect(await checked()).to.include('encrypts DKIM key: 1');
    const left = guide.filter(({ text }) => !walked.has(text)).map(({ text }) => text.trim());
    expect(left).to.deep.equal(NOT_RUN);
  });

  it('restores nothing into a database that is not empty', async () => {
    const [name = ''] = (await readdir(path.join(directory, 'backups'))).filter((file) =>
      file.endsWith('.tar'),
    );
    const restore = block('mkdir --mode=700')
      .split('\n')
      .filter((line) => line.includes('pg_restore'));
    const shell = { BACKUP: path.join(directory, 'backups', name) };
    const { code, stderr } = await tryCommand(restore.join('\n'), machine, shell);
    expect(code).to.equal(1);
    expect(stderr).to.include('already exists');
  });
});
