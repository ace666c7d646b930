// Erases a person from webhook messages. A message about the person alone loses its data, except the ids by which it is
// found, and the endpoints' answers; from all others only the address is removed. A message is signed when it is sent,
// so the payload of one that still waits can change too.
import { rewriteTexts, type TextColumns } from '../../../../platform/db/rewrite-texts.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { mapInTurns } from '../../../../platform/sharing/turns.ts';
import { ERASED_ADDRESS, type Eraser } from '../../erasing/eraser.ts';

interface MessageRow {
  id: string;
  payload: string;
  isHeld: boolean;
}

const LOCK = `
  SELECT id, payload, claimed_by IS NOT NULL AS "isHeld" FROM webhook_messages
  WHERE id = ANY($1::uuid[]) AND account_id = $2 ORDER BY id FOR NO KEY UPDATE`;

const EMPTY = `
  WITH attempts AS (
    UPDATE webhook_attempts SET error = CASE WHEN error IS NOT NULL THEN 'erased' END, response_headers = NULL,
           response_body = NULL
    WHERE message_id = ANY($1::uuid[])
  )
  UPDATE webhook_messages AS message
  SET payload = (payload::jsonb || jsonb_build_object('data',
        (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(payload::jsonb -> 'data')
         WHERE key IN ('id', 'email_id', 'source_id')) || jsonb_build_object('email', $2::text)))::text
  WHERE id = ANY($1::uuid[])`;

const ID = { name: 'id', type: 'uuid' } as const;
const TEXTS: readonly TextColumns[] = [
  { table: 'webhook_messages', key: ID, columns: { payload: 'json' } },
  {
    table: 'webhook_attempts',
    by: 'message_id',
    key: ID,
    columns: { error: 'text', response_headers: 'jsonb', response_body: 'json' },
  },
];

/**
 * Erases a person from messages.
 * @returns the messages that are being delivered at the moment, with the payload as it was: their attempts are erased
 *   later
 */
export async function eraseMessages(
  client: Transaction,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
  eraser: Eraser,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<MessageRow>({
    name: 'lock-messages-to-erase',
    text: LOCK,
    values: [ids, accountId],
  });
  const own = await mapInTurns(rows, ({ id, payload }) => (eraser.areAboutAlone('', [payload]) ? [id] : []));
  await client.query({ name: 'empty-messages-of-person', text: EMPTY, values: [own.flat(), ERASED_ADDRESS] });
  const locked = { accountId, values: rows.map(({ id }) => id) };
  for (const texts of TEXTS) await rewriteTexts(client, texts, locked, eraser.erase);
  return rows.filter(({ isHeld }) => isHeld).map(({ id }) => id);
}
