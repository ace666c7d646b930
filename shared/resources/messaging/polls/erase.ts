// Erases a person from polls: from their votes, and from what the polls of their emails ask.
import type { Queryable } from '../../../platform/db/connect.ts';
import { rewriteTexts, type TextColumns } from '../../../platform/db/rewrite-texts.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';

const ERASE = `
  UPDATE poll_votes SET address_key = gen_random_uuid()::text, address = ''
  WHERE account_id = $1 AND address_key = $2`;

/**
 * Erases the votes of an address: they stay, so the counts do not change, and nothing connects them any more. A vote that is
 * given later, by a link that the person still has, is a new one.
 */
export async function eraseVotes(client: Queryable, accountId: string, addressKey: string): Promise<void> {
  await client.query({ name: 'erase-votes', text: ERASE, values: [accountId, addressKey] });
}

const TEXTS: TextColumns = {
  table: 'polls',
  by: 'email_id',
  key: { name: 'id', type: 'uuid' },
  columns: { question: 'text', options: 'jsonb' },
};

/** The ids of the options stay: votes are for them. */
const EMPTY = `
  UPDATE polls
  SET question = '', options = (SELECT jsonb_agg(option || '{"label": ""}' ORDER BY place)
                                FROM jsonb_array_elements(options) WITH ORDINALITY AS element (option, place))
  WHERE account_id = $1 AND email_id = ANY($2::uuid[])`;

/** The emails; the own ones were for the person alone. */
interface EmailsOfPerson {
  accountId: string;
  ids: readonly string[];
  own: readonly string[];
}

/** Erases a person from the polls of single emails. A poll of the person alone loses its question. */
export async function eraseQuestions(
  client: Transaction,
  { accountId, ids: values, own }: EmailsOfPerson,
  erase: (text: string) => string,
): Promise<void> {
  if (own.length > 0)
    await client.query({ name: 'empty-polls-of-person', text: EMPTY, values: [accountId, own] });
  await rewriteTexts(client, TEXTS, { accountId, values }, erase);
}
