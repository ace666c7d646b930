// An account with many contacts, for the flows of automations with processes that are killed.
import type { TestDatabase } from '../../support/database/database.ts';
import { IS_LONG } from '../../support/extent.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';

/** A twentieth of the usual interval: a dead worker is detected after three seconds. */
export const QUICK_LEASE = { LEASE_RENEW_MS: '250' };
/** Where none must look dead on a busy machine: the sweeper runs every four seconds. */
export const STEADY_LEASE = { LEASE_RENEW_MS: '1000' };
/** The same in a long run, whose files load the machine for each other: a worker that looks dead is a death that counts. */
export const CRASH_LEASE = IS_LONG ? STEADY_LEASE : QUICK_LEASE;

const INSERT_CONTACTS = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
  SELECT uuid_v7(now()), account_id, audience_id, 'person' || n || '@customer.dev', 'person' || n || '@customer.dev',
         now(), now()
  FROM domains, generate_series(0, $1::integer - 1) AS n`;

/** Creates the account, with a domain that may send and these many contacts: person0@customer.dev and so on. */
export async function createCrowd({ pool }: TestDatabase, contacts: number) {
  const { accountId, token: apiKey } = await createApiKey(pool);
  const domain = await createDomain(pool, accountId, { isDefault: true });
  await pool.query(INSERT_CONTACTS, [contacts]);
  return { accountId, domain, apiKey };
}
