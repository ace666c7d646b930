// Prepares the database of `npm start`: migrations, the first account with its domain, its key and its owner, and a link
// that signs the owner in.
import { addressKey } from '../../shared/mail/addresses.ts';
import { connectDatabase } from '../../shared/platform/db/connect.ts';
import { migrate } from '../../shared/platform/db/migrations/migrate.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { createPasswordHashes } from '../../shared/platform/security/password-hash.ts';
import { createSecrets } from '../../shared/platform/security/secrets.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { PARTITIONED_TABLES } from '../../shared/resources/partitioned-tables.ts';
import { createFirstAccount } from '../../shared/resources/people/new-accounts/create-first-account.ts';
import { createFirstOwner } from '../../shared/resources/people/new-accounts/create-first-owner.ts';
import { createShownLink } from '../../shared/resources/people/one-time-links/create.ts';
import { linkUrl } from '../../shared/resources/people/one-time-links/link.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import type { Secrets } from './secrets.ts';

/** The input of preparing the database. */
export interface Preparation {
  connectionString: string;
  settings: Settings;
  secrets: Secrets;
  apiUrl: string;
}

/**
 * Prepares the database. It is safe to repeat, and to do twice at the same time.
 * @returns the URL of a page that signs the owner in, once and within an hour
 * @throws StartError that says why the database refuses
 */
export async function prepareDatabase(preparation: Preparation, log: Logger): Promise<{ signInUrl: string }> {
  return await prepare(preparation, log).catch(refuseDatabase);
}

/** The address of the owner. */
export function ownerEmailOf({ firstDomain }: Settings): string {
  return addressKey(`owner@${firstDomain}`);
}

async function prepare({ connectionString, settings, secrets, apiUrl }: Preparation, log: Logger) {
  const clock = createSystemClock();
  await migrate({ connectionString, partitionedTables: PARTITIONED_TABLES, clock, log });
  const database = connectDatabase({ connectionString, poolSize: 2, applicationName: 'posthorn start', log });
  const ids = createIds(clock);
  const encryption = createSecrets([settings.secretKey ?? secrets.secretKey]);
  const { apiKey, ownerPassword: password } = secrets;
  const email = ownerEmailOf(settings);
  const now = clock.now();
  try {
    const first = { domain: settings.firstDomain, apiKey };
    const accountId = await createFirstAccount(database, { ids, secrets: encryption }, first);
    const owner = { accountId, email, name: 'Owner', password, now };
    await createFirstOwner(database, { ids, passwordHashes: createPasswordHashes() }, owner);
    const token = await createShownLink(database, ids, { purpose: 'sign_in', email, now });
    return { signInUrl: linkUrl(apiUrl, 'sign_in', token) };
  } finally {
    await database.end();
  }
}

function refuseDatabase(cause: Error & { code?: string }): never {
  throw new StartError(`The database could not be prepared: ${cause.message || cause.code}.`, { cause });
}
