// Takes a person out of the stored answers of idempotency keys: the refusal of an email of a batch may name an address.
// A key itself stays, because a retry needs it; all keys are deleted after 24 hours.
import type { Transaction } from '../../platform/db/transaction.ts';
import { mapInTurns } from '../../platform/sharing/turns.ts';
import type { FoundPage, FoundRow } from '../contacts/erasures/found-rows.ts';
import type { Eraser } from '../contacts/erasures/text/eraser.ts';

/** The answer of a batch of contacts may have hundreds of kilobytes. */
const PAGE = 200;

const MENTIONING = `
  SELECT key AS id, octet_length(answer) AS bytes, answer ~* $2 AS "isFound"
  FROM (SELECT key, coalesce(answer, '') AS answer FROM idempotency_keys
        WHERE account_id = $1 AND key > $3 ORDER BY key LIMIT ${PAGE}) AS answers
  ORDER BY key`;

/** Looks at the answers of an account, in the order of their keys. */
export async function findMentioningAnswers(
  client: Transaction,
  { pattern }: Eraser,
  { accountId, after }: { accountId: string; after: string },
): Promise<FoundPage> {
  const { rows } = await client.query<FoundRow>({
    name: 'find-answers-mentioning-person',
    text: MENTIONING,
    values: [accountId, pattern, after],
  });
  return { rows, isEnd: rows.length < PAGE };
}

/** Erases a person from the answers of keys. */
export async function eraseAnswers(
  client: Transaction,
  accountId: string,
  keys: readonly string[],
  eraser: Eraser,
): Promise<void> {
  if (keys.length === 0) return;
  const { rows } = await client.query<{ key: string; answer: string }>({
    name: 'lock-answers-to-erase',
    text: `SELECT key, answer FROM idempotency_keys
           WHERE account_id = $1 AND key = ANY($2::text[]) AND answer IS NOT NULL ORDER BY key FOR NO KEY UPDATE`,
    values: [accountId, keys],
  });
  const changes = await mapInTurns(rows, ({ key, answer }) =>
    eraser.concerns(answer) ? [{ key, answer: eraser.eraseJson(answer) }] : [],
  );
  const erased = changes.flat();
  if (erased.length === 0) return;
  await client.query({
    name: 'erase-answers',
    text: `UPDATE idempotency_keys AS mine SET answer = erased.answer
           FROM unnest($2::text[], $3::text[]) AS erased (key, answer)
           WHERE mine.account_id = $1 AND mine.key = erased.key AND mine.key = ANY($2::text[])`,
    values: [accountId, erased.map(({ key }) => key), erased.map(({ answer }) => answer)],
  });
}
