// Providers as operators add and choose them, and what they say of mail.
import type { Queryable } from '../../../shared/platform/db/connect.ts';
import { createSecrets } from '../../../shared/platform/security/secrets.ts';
import {
  feedbackKeyOwner,
  providerUrlOwner,
  type StoredProvider,
} from '../../../shared/resources/foundation/providers/provider.ts';
import { TEST_SECRET_KEYS } from './dkim-key.ts';
import { factoryIds } from './factory-ids.ts';

/** What a test says of a provider; everything else is as operators have it without a flag. */
export interface ProviderFields
  extends Partial<
    Pick<
      StoredProvider,
      'kind' | 'spfInclude' | 'delivery' | 'failover' | 'connections' | 'perSecond' | 'perDay'
    >
  > {
  /** In the form of SMTP_URL. */
  url?: string;
  feedbackKey?: string;
}

/** Adds a provider. */
export async function createProvider(
  database: Queryable,
  name: string,
  { kind = 'generic', url = `smtp://${name}.relay.dev`, feedbackKey, ...fields }: ProviderFields = {},
): Promise<{ id: string; name: string }> {
  const id = factoryIds.next();
  const secrets = createSecrets(TEST_SECRET_KEYS);
  const encryptedUrl = kind === 'direct' ? null : secrets.encrypt(url, providerUrlOwner(id));
  const key = feedbackKey === undefined ? null : secrets.encrypt(feedbackKey, feedbackKeyOwner(id));
  const { spfInclude, delivery, failover, connections, perSecond, perDay } = fields;
  await database.query(
    `INSERT INTO providers (id, name, kind, url, feedback_key, spf_include, delivery, failover, connections, per_second, per_day)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [id, name, kind, encryptedUrl, key, spfInclude, delivery, failover, connections, perSecond, perDay],
  );
  return { id, name };
}

/** Chooses a provider for mail of a domain, an account or, without both, of all; of one lane or of both. */
export async function chooseProviderOf(
  database: Queryable,
  name: string,
  { domainId, accountId, lane }: { domainId?: string; accountId?: string; lane?: string },
): Promise<void> {
  await database.query(
    'INSERT INTO provider_choices (provider, domain_id, account_id, lane) VALUES ($1, $2, $3, $4)',
    [name, domainId, accountId, lane],
  );
}

/** Leaves the default provider alone, as it was at first. */
export async function forgetProviders(database: Queryable): Promise<void> {
  await database.query('DELETE FROM provider_choices');
  await database.query('UPDATE providers SET failover = NULL WHERE failover IS NOT NULL');
  await database.query("DELETE FROM providers WHERE name <> 'default'");
  await database.query(
    `UPDATE providers SET kind = 'generic', delivery = NULL, connections = NULL, per_second = NULL, per_day = NULL, day = NULL,
            day_taken = 0, paused_at = NULL, pause_reason = NULL, refused_at = NULL, unreachable_since = NULL`,
  );
}

/** An event of Postmark. @param number of events with the same number one is repeated */
export function postmarkEvent(
  recordType: 'Bounce' | 'Delivery' | 'SpamComplaint' | 'SubscriptionChange',
  token: string | undefined,
  { number = 1, type = 'HardBounce' } = {},
): object {
  return {
    RecordType: recordType,
    ID: number,
    MessageID: `0000-${token}`,
    Metadata: { posthorn: token },
    ...(recordType === 'Bounce' && { Type: type, Details: '550 5.1.1 no such user' }),
    BouncedAt: '2026-11-20T10:00:00Z',
    SuppressSending: true,
  };
}
