// Takes a person out of webhook messages: out of the payload and of what endpoints answered. A message is signed when it
// is sent, so the payload of one that still waits can change too.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { mapInTurns } from '../../../platform/sharing/turns.ts';
import type { Eraser } from '../../contacts/erasures/text/eraser.ts';

/** Messages of an account. */
export interface MessagesToErase {
  accountId: string;
  ids: readonly string[];
  /** They are known to be about the person; otherwise only those that have the address are. */
  areConcerned: boolean;
}

interface MessageRow {
  id: string;
  payload: string;
  isHeld: boolean;
}

const LOCK = `
  SELECT id, payload, claimed_by IS NOT NULL AS "isHeld" FROM webhook_messages
  WHERE id = ANY($1::uuid[]) AND account_id = $2 ORDER BY id FOR NO KEY UPDATE`;

/**
 * Erases a person from messages.
 * @returns the messages that are being delivered at the moment, with the payload as it was: their attempts are erased
 *   later
 */
export async function eraseMessages(
  client: Transaction,
  { accountId, ids, areConcerned }: MessagesToErase,
  eraser: Eraser,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows: locked } = await client.query<MessageRow>({
    name: 'lock-messages-to-erase',
    text: LOCK,
    values: [ids, accountId],
  });
  const changes = await mapInTurns(locked, (message) =>
    areConcerned || eraser.concerns(message.payload)
      ? [{ ...message, payload: eraser.eraseJson(message.payload) }]
      : [],
  );
  const rows = changes.flat();
  if (rows.length === 0) return [];
  await client.query({
    name: 'erase-messages',
    text: `UPDATE webhook_messages AS message SET payload = erased.payload
           FROM unnest($1::uuid[], $2::text[]) AS erased (id, payload)
           WHERE message.id = erased.id AND message.id = ANY($1::uuid[])`,
    values: [rows.map(({ id }) => id), rows.map(({ payload }) => payload)],
  });
  await eraseAttempts(
    client,
    rows.map(({ id }) => id),
    eraser,
  );
  return rows.filter(({ isHeld }) => isHeld).map(({ id }) => id);
}

interface AttemptRow {
  id: string;
  error: string | null;
  headers: object | null;
  body: string | null;
}

async function eraseAttempts(
  client: Transaction,
  messageIds: readonly string[],
  eraser: Eraser,
): Promise<void> {
  const { rows } = await client.query<AttemptRow>({
    name: 'lock-attempts-to-erase',
    text: `SELECT id, error, response_headers AS headers, response_body AS body FROM webhook_attempts
           WHERE message_id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [messageIds],
  });
  if (rows.length === 0) return;
  const erase = (text: string | null) => text && eraser.eraseText(text);
  const erased = await mapInTurns(rows, ({ error, headers, body }) => ({
    error: erase(error),
    headers: headers && JSON.stringify(eraser.eraseValue(headers)),
    body: erase(body),
  }));
  await client.query({
    name: 'erase-attempts',
    text: `UPDATE webhook_attempts AS attempt
           SET error = erased.error, response_headers = erased.headers, response_body = erased.body
           FROM unnest($1::uuid[], $2::text[], $3::jsonb[], $4::text[]) AS erased (id, error, headers, body)
           WHERE attempt.id = erased.id AND attempt.id = ANY($1::uuid[])`,
    values: [
      rows.map(({ id }) => id),
      erased.map(({ error }) => error),
      erased.map(({ headers }) => headers),
      erased.map(({ body }) => body),
    ],
  });
}
