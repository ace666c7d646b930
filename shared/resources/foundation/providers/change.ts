// Adds and changes providers, for operators. URL and feedback key are encrypted before they are stored.
import { DomainError } from '../../../contract/domain-error.ts';
import { DIRECT_URL } from '../../../platform/config/mx-settings.ts';
import type { Database, Queryable } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { Secrets } from '../../../platform/security/secrets.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { feedbackKeyOwner, providerUrlOwner, type StoredProvider } from './provider.ts';
import { findSettingsProblem, type ProviderChange } from './settings.ts';
import { findProvider } from './stored.ts';

/** The dependencies of a change. */
export interface ProviderChangeDeps {
  database: Database;
  ids: Ids;
  /** Called only for encrypted values. */
  secrets(): Secrets;
  /** SMTP_URL is `mx:`. */
  isDirectDefault: boolean;
}

/** @throws DomainError `validation_error`: there is one of this name, or something does not fit together */
export async function addProvider(
  deps: ProviderChangeDeps,
  name: string,
  change: ProviderChange & Required<Pick<ProviderChange, 'kind' | 'url'>>,
): Promise<void> {
  await transaction(deps.database, async (client) => {
    const { rowCount } = await client.query(
      'INSERT INTO providers (id, name, kind) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
      [deps.ids.next(), name, change.kind],
    );
    if (rowCount === 0)
      throw new DomainError(
        'validation_error',
        `A provider ${name} already exists. Change it with change-provider.`,
      );
    await apply(client, deps, await requireLocked(client, name), change);
  });
}

/** @throws DomainError `not_found`, or `validation_error` */
export async function changeProvider(
  deps: ProviderChangeDeps,
  name: string,
  change: ProviderChange,
): Promise<void> {
  await transaction(deps.database, async (client) =>
    apply(client, deps, await requireLocked(client, name), change),
  );
}

/** Locks a provider, so that it is neither changed nor removed in the meantime. @throws DomainError `not_found` */
export async function requireLocked(client: Transaction, name: string): Promise<StoredProvider> {
  await client.query('SELECT FROM providers WHERE name = $1 FOR UPDATE', [name]);
  return await requireProvider(client, name);
}

/** @throws DomainError `not_found` */
export async function requireProvider(database: Queryable, name: string): Promise<StoredProvider> {
  const provider = await findProvider(database, name);
  if (!provider)
    throw new DomainError('not_found', `There is no provider "${name}". list-providers lists them.`);
  return provider;
}

async function apply(
  client: Transaction,
  { secrets, isDirectDefault }: ProviderChangeDeps,
  before: StoredProvider,
  change: ProviderChange,
): Promise<void> {
  const problem = findSettingsProblem(before, change, isDirectDefault);
  if (problem !== undefined) throw new DomainError('validation_error', problem);
  const { failover, url, feedbackKey } = change;
  if (typeof failover === 'string') await requireKept(client, failover);
  const { id } = before;
  const now = { ...before, ...change };
  await client.query(
    // A probe shows at once whether another URL has helped.
    `UPDATE providers
     SET kind = $2, spf_include = $3, delivery = $4, failover = $5, configuration_set = $6, connections = $7,
         per_second = $8, per_day = $9, url = $10, feedback_key = $11, updated_at = clock_timestamp(),
         next_probe_at = CASE WHEN $12 AND next_probe_at IS NOT NULL THEN clock_timestamp() ELSE next_probe_at END
     WHERE id = $1`,
    [
      id,
      now.kind,
      now.spfInclude,
      now.delivery,
      now.failover,
      now.configurationSet,
      now.connections,
      now.perSecond,
      now.perDay,
      url === undefined ? before.encryptedUrl : encryptUrl(secrets, url, id),
      typeof feedbackKey === 'string'
        ? secrets().encrypt(feedbackKey, feedbackKeyOwner(id))
        : feedbackKey === null
          ? null
          : before.encryptedFeedbackKey,
      url !== undefined,
    ],
  );
}

/** Holds a provider that another one names, until the transaction ends. */
async function requireKept(client: Transaction, name: string): Promise<void> {
  await client.query('SELECT FROM providers WHERE name = $1 FOR KEY SHARE', [name]);
  await requireProvider(client, name);
}

function encryptUrl(secrets: () => Secrets, url: string, id: string): Buffer | null {
  return url === DIRECT_URL ? null : secrets().encrypt(url, providerUrlOwner(id));
}
