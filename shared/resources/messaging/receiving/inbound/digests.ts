// The digests of recently received messages: a client whose 250 was lost sends its message again, and it must be stored
// once. A transaction that adds a digest makes others with the same one wait for its end.

import { byteArray } from '../../../../platform/db/parameters/text-array.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { HOUR_MS } from '../../../../platform/time/durations.ts';

/** How long a repeated message is known. */
export const DIGEST_HOURS = 48;

/** Rows are locked in the order of their keys. */
const REMEMBER = `
  INSERT INTO received_digests AS known (digest, received_at)
  SELECT digest, $2 FROM unnest($1::bytea[]) AS digest ORDER BY digest
  ON CONFLICT (digest) DO UPDATE SET received_at = excluded.received_at WHERE known.received_at <= $3
  RETURNING encode(digest, 'hex') AS digest`;

/** Remembers digests. @returns those that are new, in hex */
export async function rememberDigests(
  transaction: Transaction,
  digests: readonly Buffer[],
  now: Date,
): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const { rows } = await transaction.query<{ digest: string }>({
    name: 'remember-digests-of-received',
    text: REMEMBER,
    values: [byteArray(digests), now, new Date(now.getTime() - DIGEST_HOURS * HOUR_MS)],
  });
  return new Set(rows.map(({ digest }) => digest));
}
