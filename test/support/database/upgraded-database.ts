// A database that has been upgraded: an earlier release has migrated it and stored rows, then this one migrates it.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { surviveLostConnections } from '../../../shared/platform/db/connect.ts';
import { migrate } from '../../../shared/platform/db/migrations/migrate.ts';
import { listMigrations, MIGRATIONS_DIRECTORY } from '../../../shared/platform/db/migrations/migrations.ts';
import type { PartitionedTable } from '../../../shared/platform/db/partitions.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { PARTITIONED_TABLES } from '../../../shared/resources/partitioned-tables.ts';
import { createEmptyDatabase } from './database.ts';

/** The earlier release. */
export interface EarlierRelease {
  /** The name of its last migration. */
  last: string;
  /** Stores what it has stored. */
  fill(pool: pg.Pool): Promise<void>;
}

/** Tables that are younger than the first migrations, and what has made them. */
const MADE_BY: readonly { tables: RegExp; migration: string }[] = [
  { tables: /^(email_attachments|attachment_chunks)$/, migration: '0009-attachments' },
  { tables: /^received_events$/, migration: '0023-automations' },
  { tables: /^received_(emails|contents|attachments|chunks)$/, migration: '0036-receiving' },
  { tables: /^email_kept_messages$/, migration: '0039-kept-mail' },
  { tables: /^campaign_recipients$/, migration: '0044-campaigns' },
];

/** The partitioned tables of a release. @param last the name of its last migration */
export function partitionedTablesOf(last: string): PartitionedTable[] {
  const madeBy = (name: string) => MADE_BY.find(({ tables }) => tables.test(name))?.migration ?? '';
  return PARTITIONED_TABLES.filter(({ name }) => madeBy(name) <= last);
}

/** Creates such a database; `dropDatabase` removes it. */
export async function createUpgradedDatabase(release: EarlierRelease): Promise<string> {
  const { last, fill } = release;
  const log = createLog({ level: 'silent', process: 'test' });
  const given = { connectionString: await createEmptyDatabase(), clock: createSystemClock(), log };
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-migrations-'));
  await writeFile(path.join(directory, 'package.json'), '{ "type": "module" }');
  for (const name of await listMigrations()) {
    if (name <= last)
      await cp(path.join(MIGRATIONS_DIRECTORY, `${name}.ts`), path.join(directory, `${name}.ts`));
  }
  await migrate({ ...given, partitionedTables: partitionedTablesOf(last), migrations: directory });
  await rm(directory, { recursive: true });
  const pool = new pg.Pool({ connectionString: given.connectionString, max: 1 });
  surviveLostConnections(pool, log);
  await fill(pool);
  await pool.end();
  await migrate({ ...given, partitionedTables: PARTITIONED_TABLES });
  return given.connectionString;
}
