// Inserts a webhook of the bench's account directly into the database: over the API a production process would refuse
// an endpoint on this machine.

import type { Queryable } from '../../shared/platform/db/connect.ts';
import type { Secrets } from '../../shared/platform/security/secrets.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { newSecret } from '../../shared/resources/foundation/webhooks/signature.ts';
import { signingSecretOwner } from '../../shared/resources/foundation/webhooks/signing-secret-owner.ts';

const IDS = createIds(createSystemClock());

/** What differs between webhooks. */
export interface NewBenchWebhook {
  endpointUrl: string;
  /** If true, the tick ignores it and the bench wakes it, at a known instant. */
  isWokenByHand: boolean;
}

/** Inserts a webhook that subscribes to every event. @returns its id */
export async function insertWebhook(
  database: Queryable,
  secrets: Secrets,
  { endpointUrl, isWokenByHand }: NewBenchWebhook,
): Promise<string> {
  const id = IDS.next();
  await database.query(
    `INSERT INTO webhooks (id, account_id, endpoint_url, events, status, signing_secret, created_at, updated_at,
                           woken_until)
     SELECT $1, id, $2, '{*}', 'enabled', $3, now(), now(), $4 FROM accounts`,
    [
      id,
      endpointUrl,
      secrets.encrypt(newSecret(), signingSecretOwner(id)),
      isWokenByHand ? 'infinity' : null,
    ],
  );
  return id;
}
