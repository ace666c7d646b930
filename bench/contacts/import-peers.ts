// What an import is compared with, on the same table with the same indexes: an importer that writes row by row, one
// statement over a staging table that is filled already, and a bare COPY.
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '../../shared/platform/db/connect.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { queryWithoutTimeout } from '../servers/open-database.ts';
import { importedRow } from './import-file.ts';

/** The place of the contacts. */
export interface ImportPlace {
  accountId: string;
  audienceId: string;
}

const IDS = createIds(createSystemClock());
const ROWS_PER_TRANSACTION = 10_000;

const ON_CONFLICT = `
  ON CONFLICT ON CONSTRAINT contacts_address DO UPDATE
  SET first_name = excluded.first_name, last_name = excluded.last_name, properties = excluded.properties,
      updated_at = excluded.updated_at`;

const UPSERT = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, first_name, last_name, properties, created_at,
                        updated_at)
  VALUES ($1, $2, $3, $4, $4, $5, $6, $7, now(), now()) ${ON_CONFLICT}`;

/** Writes the rows one by one, in transactions of 10,000. */
export async function importRowByRow(database: Database, place: ImportPlace, count: number): Promise<void> {
  const client = await database.connect();
  try {
    for (let number = 1; number <= count; number += 1) {
      if (number % ROWS_PER_TRANSACTION === 1) await client.query('BEGIN');
      const { email, firstName, lastName, city, visits, memberSince } = importedRow(number);
      const properties = JSON.stringify({ 1: city, 2: visits, 3: memberSince });
      const values = [IDS.next(), place.accountId, place.audienceId, email, firstName, lastName, properties];
      await client.query({ name: 'upsert-one', text: UPSERT, values });
      if (number % ROWS_PER_TRANSACTION === 0 || number === count) await client.query('COMMIT');
    }
  } finally {
    client.release();
  }
}

/** Stages rows with the addresses of `importedRow`. */
const STAGE = (count: number, { accountId, audienceId }: ImportPlace): string => `
  CREATE TABLE staging AS
  SELECT uuid_v7(now()) AS id, '${accountId}'::uuid AS account_id, '${audienceId}'::uuid AS audience_id, address AS email,
         'First' || number % 5000 AS first_name, 'Last' || number % 20000 AS last_name, 'City ' || number % 500 AS city,
         number % 100 AS visits, '2026-' || lpad((1 + number % 12)::text, 2, '0') || '-15' AS member_since
  FROM generate_series(1, ${count}) AS number
  CROSS JOIN LATERAL (SELECT reverse(lpad(number::text, 8, '0')) || '@customer.dev' AS address) AS addresses`;

const CONTACTS_OF_STAGING = `
  SELECT id, account_id, audience_id, email, email, first_name, last_name,
         jsonb_build_object('1', city, '2', visits, '3', member_since), now(), now()
  FROM staging`;

const COLUMNS = `
  id, account_id, audience_id, email, email_key, first_name, last_name, properties, created_at, updated_at`;

/** Fills the staging table, which is not part of any time. */
export async function fillStaging(database: Database, place: ImportPlace, count: number): Promise<void> {
  await queryWithoutTimeout(database, STAGE(count, place));
  await queryWithoutTimeout(database, 'VACUUM (ANALYZE) staging');
}

/** All rows in one statement. */
export async function insertFromStaging(database: Database): Promise<void> {
  await queryWithoutTimeout(
    database,
    `INSERT INTO contacts (${COLUMNS}) ${CONTACTS_OF_STAGING} ${ON_CONFLICT}`,
  );
}

/** Writes the rows to a file of the server. @returns what copies it into the table, and what removes it */
export async function prepareCopy(
  database: Database,
): Promise<{ copy(): Promise<void>; remove(): Promise<void> }> {
  const file = path.join(tmpdir(), `posthorn-bench-${IDS.next()}.copy`);
  await queryWithoutTimeout(database, `COPY (${CONTACTS_OF_STAGING}) TO '${file}'`);
  return {
    copy: () => queryWithoutTimeout(database, `COPY contacts (${COLUMNS}) FROM '${file}'`),
    remove: () => rm(file, { force: true }),
  };
}
