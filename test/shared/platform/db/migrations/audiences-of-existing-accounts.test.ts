// What the migration 0016-contacts makes for accounts and domains that exist already.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { surviveLostConnections } from '../../../../../shared/platform/db/connect.ts';
import { migrate } from '../../../../../shared/platform/db/migrations/migrate.ts';
import {
  listMigrations,
  MIGRATIONS_DIRECTORY,
} from '../../../../../shared/platform/db/migrations/migrations.ts';
import { createLog } from '../../../../../shared/platform/log/log.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import { PARTITIONED_TABLES } from '../../../../../shared/resources/partitioned-tables.ts';
import { createEmptyDatabase, dropDatabase } from '../../../../support/database/database.ts';

/** The last one before 0016-contacts. */
const BEFORE_CONTACTS = '0015-suppressions';

describe('the migration of accounts that exist already (0016)', () => {
  const log = createLog({ level: 'silent', process: 'test' });
  const clock = createSystemClock();
  const ids = createIds(clock);
  let directory: string;
  let connectionString: string;
  let pool: pg.Pool;

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-migrations-'));
    await writeFile(path.join(directory, 'package.json'), '{ "type": "module" }');
    connectionString = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString, max: 1 });
    // The database is dropped while its connection still closes.
    surviveLostConnections(pool, log);
  });
  afterEach(async () => {
    await pool.end();
    await dropDatabase(connectionString);
    await rm(directory, { recursive: true });
  });

  /** Without the tables that later migrations make. */
  const partitionedTables = PARTITIONED_TABLES.filter(({ name }) => name !== 'received_events');
  const run = () => migrate({ connectionString, migrations: directory, partitionedTables, clock, log });
  const createAccount = async (name: string, ...domains: string[]) => {
    const accountId = ids.next();
    await pool.query("INSERT INTO accounts (id, name, plan_id) VALUES ($1, $2, 'free')", [accountId, name]);
    for (const domain of domains) {
      const values = [ids.next(), accountId, domain];
      await pool.query('INSERT INTO domains (id, account_id, name) VALUES ($1, $2, $3)', values);
    }
  };

  it('gives each account a default audience, which its oldest domain uses, and each other domain its own', async () => {
    for (const name of await listMigrations()) {
      if (name <= BEFORE_CONTACTS)
        await cp(path.join(MIGRATIONS_DIRECTORY, `${name}.ts`), path.join(directory, `${name}.ts`));
    }
    await run();
    await createAccount('none');
    await createAccount('one', 'z.dev');
    await createAccount('three', 'y.dev', 'a.dev', 'm.dev');
    await cp(MIGRATIONS_DIRECTORY, directory, { recursive: true });
    await run();
    const { rows } = await pool.query(
      `SELECT accounts.name AS account, audiences.name AS audience, audiences.is_default AS "isDefault", domains.name AS domain
       FROM accounts JOIN audiences ON audiences.account_id = accounts.id
       LEFT JOIN domains ON domains.audience_id = audiences.id AND domains.account_id = accounts.id
       ORDER BY accounts.name, audiences.is_default DESC, audiences.name`,
    );
    expect(rows).to.deep.equal([
      { account: 'none', audience: 'Default', isDefault: true, domain: null },
      { account: 'one', audience: 'Default', isDefault: true, domain: 'z.dev' },
      { account: 'three', audience: 'Default', isDefault: true, domain: 'y.dev' },
      { account: 'three', audience: 'a.dev', isDefault: false, domain: 'a.dev' },
      { account: 'three', audience: 'm.dev', isDefault: false, domain: 'm.dev' },
    ]);
  });
});
