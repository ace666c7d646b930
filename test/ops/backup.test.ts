// `backup` and `verify-backup`, on Debian's Postgres with its own programs: a copy is whole or it is none, and what it lacks
// is found.
import { execFile } from 'node:child_process';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { listFiles } from '../../ops/backups/files.ts';
import type { Manifest } from '../../ops/backups/manifest.ts';
import { inTemporaryDatabase } from '../../ops/backups/temporary-database.ts';
import { runCommand } from '../../ops/run-command.ts';
import { connectDatabase, type Database } from '../../shared/platform/db/connect.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { fingerprintOf } from '../../shared/platform/security/secret-keys.ts';
import { startThrowawayCluster, type ThrowawayCluster } from '../runner/throwaway-cluster.ts';
import { untilBlocked } from '../support/database/blocked-sessions.ts';
import { createDatabase, serverUrl, withServer } from '../support/database/database.ts';
import { ROOT } from '../support/documents/root.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import {
  createAccount,
  createDomain,
  createSuppression,
  createWebhook,
} from '../support/factories/factories.ts';
import { failureOf } from '../support/failure-of.ts';
import { expectDone, expectRefused } from './run-ops.ts';

const OTHER_KEY = 'Zp3xW8mYb7vLr5Tk2cN9d4Hs6Jf0GaEuQoIi1RtUyVw=';
const FINGERPRINT = fingerprintOf(TEST_SECRET_KEY);
const NAME = /^posthorn-\d{8}T\d{6}Z\.tar$/;
const run = promisify(execFile);

describe('ops backup and verify-backup', function () {
  this.timeout(60_000);
  let binDir: string;
  let cluster: ThrowawayCluster;
  let database: Database;
  let url: string;
  let base: string;
  /** Where backups are put; empty in each test. */
  let to: string;
  /** What `backup` printed of one that is whole, and its file. */
  let made: Record<string, unknown>;
  let whole: string;

  before(async () => {
    binDir = process.env['TEST_POSTGRES_15'] ?? expect.fail('TEST_POSTGRES_15 is absent.');
    base = await mkdtemp(path.join(tmpdir(), 'posthorn-backups-'));
    cluster = await startThrowawayCluster({ binDir });
    url = await createDatabase(cluster.url);
    const log = createLog({ level: 'silent', process: 'test' });
    database = connectDatabase({ connectionString: url, poolSize: 2, applicationName: 'test', log });
    const { id } = await createAccount(database);
    await createDomain(database, id);
    await createWebhook(database, id);
    await createSuppression(database, id, 'ana@acme.dev');
    to = base;
    made = expectDone(await backup());
    whole = String(made['file']);
  });
  after(async () => {
    await database?.end();
    await cluster?.stop();
    await rm(base, { recursive: true, force: true });
  });
  beforeEach(async () => {
    to = await mkdtemp(path.join(base, 'to-'));
  });

  const environment = (changes: Record<string, string> = {}) => ({
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: url,
    DATA_DIR: '/nonexistent',
    SECRET_KEY: TEST_SECRET_KEY,
    ...changes,
  });
  const backup = (changes?: Record<string, string>, ...options: string[]) =>
    runCommand(['backup', '--to', to, ...options], environment(changes));
  const verify = (file: string, changes?: Record<string, string>) =>
    runCommand(['verify-backup', file], environment(changes));
  const namesIn = async (directory: string) => (await readdir(directory)).sort();
  const databasesLeft = async () => {
    const list = "SELECT datname FROM pg_database WHERE datname LIKE 'posthorn_verify_%'";
    const { rows } = await database.query(list);
    return rows.map(({ datname }) => datname);
  };
  /** Unpacks the whole backup, lets something be changed in it, and packs it again. */
  const changed = async (change: (dump: string, manifest: Manifest) => unknown): Promise<string> => {
    const dump = path.join(to, 'dump');
    const file = path.join(to, 'changed.tar');
    await rm(dump, { recursive: true, force: true });
    await mkdir(dump);
    await run('tar', ['-xf', whole, '-C', dump]);
    const manifest = JSON.parse(await readFile(path.join(dump, 'manifest.json'), 'utf8'));
    await change(dump, manifest);
    await writeFile(path.join(dump, 'manifest.json'), JSON.stringify(manifest));
    const others = (await namesIn(dump)).filter((name) => name !== 'manifest.json');
    await run('tar', ['-cf', file, '-C', dump, 'manifest.json', ...others]);
    return file;
  };

  it('makes one file that only its owner reads, lists it, and notes by fingerprint which key it needs', async () => {
    const { size, mode } = await stat(whole);
    expect(made).to.include({ object: 'backup', bytes: size });
    expect(mode & 0o777).to.equal(0o600);
    expect(made['keys']).to.deep.equal([{ fingerprint: FINGERPRINT, secrets: 2 }]);
    for (const kind of ['DKIM key', 'webhook signing secret'])
      expect(made['secrets']).to.deep.include({ kind, decrypted: 1, unreadable: 0 });
    const name = path.basename(whole);
    expect(name).to.match(NAME);
    const { rows } = await database.query('SELECT name, bytes::int FROM backups WHERE id = $1', [made['id']]);
    expect(rows).to.deep.equal([{ name, bytes: size }]);
    const recorded = 'SELECT operation FROM audit_events WHERE target_id = $1';
    const { rows: events } = await database.query(recorded, [made['id']]);
    expect(events).to.deep.equal([{ operation: 'ops backup' }]);
    expect(await readFile(whole, 'latin1')).not.to.include(TEST_SECRET_KEY);
  });

  it('restores a backup into a database of its own, as a role that is no superuser, and drops it', async () => {
    await database.query("CREATE ROLE restorer LOGIN CREATEDB PASSWORD 'p@ss/w+rd'");
    await database.query('CREATE DATABASE posthorn_verify_2');
    const server = { DATABASE_URL: `postgres://restorer:p%40ss%2Fw%2Brd@${new URL(url).host}/postgres` };
    const verified = expectDone(await verify(whole, server));
    expect(verified).to.include({ met: true, bytes: (await stat(whole)).size });
    expect(verified['problems']).to.deep.equal([]);
    expect(Number(verified['rows'])).to.be.above(80);
    expect(verified['secrets']).to.deep.equal(made['secrets']);
    expect(await databasesLeft()).to.deep.equal(['posthorn_verify_2']);
    await database.query('DROP DATABASE posthorn_verify_2');
    await database.query('ALTER ROLE restorer NOCREATEDB');
    expect(expectRefused(await verify(whole, server), 1)).to.include('ALTER ROLE restorer CREATEDB');
  });

  it('finds a table that is missing, rows that are missing or others, and another key, and says which one it needs', async () => {
    const file = await changed(async (dump, manifest) => {
      await rm(dump, { recursive: true });
      const left = ['--exclude-table=public.suppressions', '--exclude-table-data=public.webhooks'];
      const args = ['--format=directory', '--exclude-schema=bullmq', ...left, `--file=${dump}`, url];
      await run(path.join(binDir, 'pg_dump'), args);
      manifest.files = await listFiles(dump);
      Object.assign(manifest.tables['domains'] ?? {}, { sample: 'other' });
    });
    // A verification that was killed has left its database.
    const { rows } = await database.query('SELECT left(md5(current_database()), 12) AS of');
    await database.query(`CREATE DATABASE posthorn_verify_${rows[0].of}`);
    const result = await verify(file, { SECRET_KEY: OTHER_KEY });
    expect(result).to.include({ code: 1, stderr: '' });
    expect(JSON.parse(result.stdout).problems).to.include.members([
      'The table suppressions is missing. It had 1 rows.',
      'The table webhooks has 0 rows instead of 1.',
      'The rows of the table domains differ from those that were backed up.',
      `No key in SECRET_KEY or SECRET_KEY_PREVIOUS can decrypt these secrets (DKIM key: 1). You need keys with these fingerprints: ${FINGERPRINT}.`,
    ]);
    expect(expectRefused(await verify(whole, { SECRET_KEY: '' }), 78)).to.include('SECRET_KEY');
    expect(await databasesLeft()).to.deep.equal([]);
  });

  it('refuses what is cut off, of a newer version, larger than the disk, or no backup', async () => {
    const cut = path.join(to, 'cut.tar');
    const { size } = await stat(whole);
    for (const bytes of [size - 20_000, Math.floor(size / 2), 600]) {
      await cp(whole, cut);
      await truncate(cut, bytes);
      expect(expectRefused(await verify(cut), 1), String(bytes)).to.include('Unexpected EOF in archive');
    }
    const shortened = await changed((dump) => truncate(path.join(dump, 'toc.dat'), 1_000));
    expect(expectRefused(await verify(shortened), 1)).to.match(
      /truncated or damaged: toc\.dat has 1000 of \d+ bytes\.$/,
    );
    const newer = await changed((_dump, manifest) => {
      Object.assign(manifest, { version: '9.9.9', migration: '9999-later' });
    });
    expect(expectRefused(await verify(newer), 1)).to.include('made by version 9.9.9');
    const large = await changed((_dump, manifest) => Object.assign(manifest, { database_bytes: 1e18 }));
    expect(expectRefused(await verify(large), 1)).to.match(/had 1000000000000 MB, but \/.* has only \d/);
    await writeFile(cut, 'hello');
    expect(expectRefused(await verify(cut), 1)).to.include('does not look like a tar archive');
    await run('tar', ['-cf', cut, '-C', ROOT, 'package.json']);
    expect(expectRefused(await verify(cut), 1)).to.include('is not a backup made by ops backup');
    expect(expectRefused(await verify(path.join(to, 'none.tar')), 1)).to.match(/none\.tar: Cannot open: /);
    expect(await databasesLeft()).to.deep.equal([]);
  });

  it('breaks a verification off when it is interrupted, and drops its database', async () => {
    const client = await database.connect();
    const interruption = new AbortController();
    const working = inTemporaryDatabase(client, url, interruption.signal, async (_url, inner) => {
      interruption.abort();
      await inner.query('SELECT pg_sleep(600)');
    });
    expect(await failureOf(working)).to.include({ name: 'AbortError' });
    client.release();
    expect(await databasesLeft()).to.deep.equal([]);
  });

  it('keeps nothing when the disk is full, and says so', async () => {
    // A limit of 16 blocks of 512 bytes for each file has the same end as a disk without room.
    const limited = await mkdtemp(path.join(base, 'limited-'));
    const script = `#!/bin/sh\nulimit -f 16\nexec ${path.join(binDir, 'pg_dump')} "$@"\n`;
    await writeFile(path.join(limited, 'pg_dump'), script, { mode: 0o755 });
    expect(expectRefused(await backup({ POSTGRES_BIN_DIR: limited }), 1)).to.match(
      /^pg_dump failed: .*(?:SIGXFSZ|File too large)/,
    );
    expect(await namesIn(to)).to.deep.equal([]);
  });

  it('keeps nothing when it is interrupted', async () => {
    await withServer(url, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE accounts');
      const ended = backup();
      // pg_dump, with its directory made, and the count of the rows.
      await untilBlocked(database, client, 2);
      expect(await namesIn(to)).to.have.length(1);
      process.emit('SIGHUP');
      expect(expectRefused(await ended, 1)).to.equal('It was interrupted, and nothing was saved.');
    });
    expect(await namesIn(to)).to.deep.equal([]);
  });

  it('is made, and verified, once at a time', async () => {
    await withServer(url, async (client) => {
      await client.query('SELECT pg_advisory_lock($1), pg_advisory_lock($2)', [0x6261636b, 0x76657269]);
      expect(expectRefused(await backup(), 1)).to.equal('Another backup of this database is in progress.');
      expect(expectRefused(await verify(whole), 1)).to.equal(
        'Another verification of this database is in progress.',
      );
    });
    expect(await namesIn(to)).to.deep.equal([]);
  });

  it('removes older backups of its own, never the newest and never another file', async () => {
    const old = 'posthorn-20200101T000000Z.tar';
    const names = [
      old,
      'posthorn-20200102T000000Z.tar.gz',
      'posthorn-20200103.tar',
      `my-${old}`,
      'notes.txt',
    ];
    for (const name of names) await writeFile(path.join(to, name), '');
    // What another backup has left, and cannot be looked at.
    await symlink('/nonexistent', path.join(to, '.posthorn-backup-left'));
    await database.query(
      `INSERT INTO backups (id, taken_at, name, bytes, seconds)
       VALUES (gen_random_uuid(), now() - interval '20 days', $1, 1, 1), (gen_random_uuid(), '2020-01-01', 'gone', 1, 1)`,
      [old],
    );
    const newer = expectDone(await backup({}, '--keep', '14'));
    expect(newer['removed']).to.deep.equal([old]);
    const file = path.basename(String(newer['file']));
    expect(await namesIn(to)).to.have.members([...names.slice(1), file, '.posthorn-backup-left']);
    const { rowCount } = await database.query('SELECT FROM backups WHERE name = ANY($1)', [[old, 'gone']]);
    expect(rowCount).to.equal(0);
    for (const days of ['0', 'x'])
      expect(expectRefused(await backup({}, '--keep', days), 2)).to.include('days');
  });

  it('is listed even if an older one cannot be removed', async () => {
    await database.query('DELETE FROM backups');
    await mkdir(path.join(to, 'posthorn-20200101T000000Z.tar'));
    expect(expectRefused(await backup({}, '--keep', '14'), 1)).to.include('posthorn-20200101T000000Z.tar');
    const { rows } = await database.query('SELECT name FROM backups');
    expect(rows).to.deep.equal([{ name: (await namesIn(to))[1] }]);
  });

  it('needs pg_dump, not older than the server, and a directory: it names what to install before anything is written', async () => {
    expect(expectRefused(await backup({ POSTGRES_BIN_DIR: to }), 1)).to.equal(
      'There is no pg_dump on this machine: install the package postgresql-client-15.',
    );
    const newer = { DATABASE_URL: serverUrl(), POSTGRES_BIN_DIR: binDir };
    expect(expectRefused(await backup(newer), 1)).to.match(
      /pg_dump is from PostgreSQL 15, but version 18 is needed: install the package postgresql-client-18\.$/,
    );
    expect(await namesIn(to)).to.deep.equal([]);
    to = path.join(to, 'none');
    expect(expectRefused(await backup(), 1)).to.equal(`The directory ${to} does not exist.`);
  });
});
