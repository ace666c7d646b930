// Loads what may have changed for recipients since their emails were accepted: whether an address has been suppressed,
// whether the account is in the sandbox, from which mail is sent to confirmed addresses only, and what parts ask.
import { type CombinableQuery, queryCombined } from '../../../../platform/db/combined-query.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { type FindSuppression, suppressed } from '../../../audience/suppressions/find.ts';
import type { AccountAddress } from '../../../foundation/accounts/account-address.ts';
import { findConfirmed } from '../../../foundation/accounts/confirmed-addresses.ts';
import { MAIL_PARTS } from '../parts/list.ts';
import type { RecheckedRow } from '../parts/mail-part.ts';
import type { ClaimedRecipient } from './loaded-email.ts';

/** Answers what may have changed for a recipient. */
export interface RecipientRechecks {
  findSuppression: FindSuppression;
  /** Whether an account in the sandbox may not send to the address. */
  isUnconfirmed(address: AccountAddress): boolean;
  /** The rechecks of parts: each gives the answer to recipients that have the part. */
  answers: readonly {
    isIn(row: RecheckedRow): boolean;
    answer(recipient: ClaimedRecipient, row: RecheckedRow): void;
  }[];
}

const RECHECKED = MAIL_PARTS.flatMap(({ name, rechecks }) => (rechecks ? [{ name, ...rechecks }] : []));

/** Rechecks recipients. A part is only checked for mail that has it. */
export async function loadRechecks(
  client: Transaction,
  recipients: readonly RecheckedRow[],
): Promise<RecipientRechecks> {
  const asked = RECHECKED.flatMap(({ name, isIn, query }) => {
    const having = recipients.filter(isIn);
    return having.length > 0 ? [{ name, isIn, query: query(having) }] : [];
  });
  const [findSuppression, sandboxed, ...answers] = await queryCombined(
    client,
    ['load-rechecks', ...asked.map(({ name }) => name)].join('-'),
    [
      suppressed(recipients.map(toAddress)),
      sandboxedAccounts(recipients.map(({ accountId }) => accountId)),
      ...asked.map(({ query }) => query),
    ] as const,
  );
  return {
    findSuppression,
    isUnconfirmed: await findUnconfirmed(client, sandboxed, recipients),
    answers: asked.map(({ isIn }, place) => ({ isIn, answer: answers[place] ?? (() => {}) })),
  };
}

/** The address of a recipient, and the account that sends to it. */
export function toAddress({ accountId, address }: AccountAddress): AccountAddress {
  return { accountId, address };
}

/** A query that answers which of these accounts are in the sandbox. */
function sandboxedAccounts(accountIds: readonly string[]): CombinableQuery<Set<string>> {
  return {
    text: 'SELECT id FROM accounts WHERE id = ANY($1::uuid[]) AND NOT production_access',
    values: [[...new Set(accountIds)]],
    answer: (rows: { id: string }[]) => new Set(rows.map(({ id }) => id)),
  };
}

/** Finds addresses that accounts in the sandbox may not send to. Other accounts need no query. */
async function findUnconfirmed(
  client: Transaction,
  sandboxed: ReadonlySet<string>,
  recipients: readonly RecheckedRow[],
): Promise<RecipientRechecks['isUnconfirmed']> {
  if (sandboxed.size === 0) return () => false;
  const asked = recipients.filter(({ accountId }) => sandboxed.has(accountId));
  const isConfirmed = await findConfirmed(client, asked.map(toAddress));
  return (address) => sandboxed.has(address.accountId) && !isConfirmed(address);
}
