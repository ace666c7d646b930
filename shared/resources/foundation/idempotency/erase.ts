// Takes a person out of the stored answers of idempotency keys: the refusal of an email of a batch may name an address.
// A key itself stays, because a retry needs it; all keys are deleted after 24 hours.
import { rewriteTexts, type TextColumns } from '../../../platform/db/rewrite-texts.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { Eraser } from '../erasing/eraser.ts';
import type { FoundPage, FoundRow } from '../erasing/found-rows.ts';
import { erasingTraces } from '../erasing/phase.ts';

/** The answer of a batch of contacts may have hundreds of kilobytes. */
const PAGE = 200;

const TEXTS: TextColumns = {
  table: 'idempotency_keys',
  key: { name: 'key', type: 'text' },
  columns: { answer: 'json' },
};

const MENTIONING = `
  SELECT key AS id, octet_length(answer) AS bytes, (answer ~* $2 OR answer ~ $4) AS "isFound"
  FROM (SELECT key, coalesce(answer, '') AS answer FROM idempotency_keys
        WHERE account_id = $1 AND key > $3 ORDER BY key LIMIT ${PAGE}) AS answers
  ORDER BY key`;

/** Looks at the answers of an account, in the order of their keys. */
export async function findMentioningAnswers(
  client: Transaction,
  { patterns: [pattern, inBase64] }: Eraser,
  { accountId, after }: { accountId: string; after: string },
): Promise<FoundPage> {
  const { rows } = await client.query<FoundRow>({
    name: 'find-answers-mentioning-person',
    text: MENTIONING,
    values: [accountId, pattern, after, inBase64],
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
  await rewriteTexts(client, TEXTS, { accountId, values: keys }, eraser.erase);
}

export const answersPhase = erasingTraces({ first: '', find: findMentioningAnswers, erase: eraseAnswers });
