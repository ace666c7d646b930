// Loads what may have changed for recipients since their emails were accepted: whether an address has been suppressed,
// has opted out of the topic or has unsubscribed, and whether the account is in the sandbox, from which mail is sent to
// confirmed addresses only; of mail that is tracked, whether its person refuses that.
import { type CombinableQuery, queryCombined } from '../../../../platform/db/combined-query.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { type FindSuppression, suppressed } from '../../../audience/suppressions/find.ts';
import { type FindOptOut, findNoOptOut, optedOut } from '../../../audience/topics/choices/opted-out.ts';
import {
  type RefusesTracking,
  refusesNothing,
  trackingRefusals,
} from '../../../audience/tracking-refusals/find-refusals.ts';
import type { AccountAddress } from '../../../foundation/accounts/account-address.ts';
import { findConfirmed } from '../../../foundation/accounts/confirmed-addresses.ts';
import { isUnsubscribable } from '../email.ts';
import type { ClaimedRecipientRow } from './load-mail.ts';

/** What the standing of a recipient depends on. */
type StandingRow = Pick<ClaimedRecipientRow, 'accountId' | 'address' | 'source' | 'topicId' | 'tracking'>;

/** Answers what may have changed for a recipient. */
export interface RecipientStanding {
  findSuppression: FindSuppression;
  /** Of subscribers alone (`isSubscriber`). */
  findOptOut: FindOptOut;
  /** Whether an account in the sandbox may not send to the address. */
  isUnconfirmed(address: AccountAddress): boolean;
  /** Of mail that is tracked. */
  refusesTracking: RefusesTracking;
}

/** Loads the standing of recipients. Opt-outs and refusals of tracking are read only for mail that they are about. */
export async function loadStanding(
  client: Transaction,
  recipients: readonly StandingRow[],
): Promise<RecipientStanding> {
  const [findSuppression, sandboxed, findOptOut, refusesTracking] = await ask(client, recipients);
  const isUnconfirmed = await findUnconfirmed(client, sandboxed, recipients);
  return { findSuppression, findOptOut, isUnconfirmed, refusesTracking };
}

async function ask(client: Transaction, recipients: readonly StandingRow[]) {
  const queries = [
    suppressed(recipients.map(toAddress)),
    sandboxedAccounts(recipients.map(({ accountId }) => accountId)),
  ] as const;
  const subscribers = recipients.filter(isSubscriber);
  const tracked = recipients.filter(({ tracking }) => tracking !== null && tracking !== 0);
  const optOuts = optedOut(subscribers.map((row) => ({ ...toAddress(row), topicId: row.topicId })));
  if (tracked.length > 0)
    return await queryCombined(client, 'load-standing-of-tracked', [
      ...queries,
      optOuts,
      trackingRefusals(tracked.map(toAddress)),
    ]);
  const found =
    subscribers.length > 0
      ? await queryCombined(client, 'load-standing-with-topics', [...queries, optOuts])
      : ([...(await queryCombined(client, 'load-standing', queries)), findNoOptOut] as const);
  return [...found, refusesNothing] as const;
}

/** Whether it is the recipient of mail that can be unsubscribed from. */
export function isSubscriber({ source, topicId }: Pick<ClaimedRecipientRow, 'source' | 'topicId'>): boolean {
  return source !== null && isUnsubscribable({ source, topicId });
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
  recipients: readonly StandingRow[],
): Promise<RecipientStanding['isUnconfirmed']> {
  if (sandboxed.size === 0) return () => false;
  const asked = recipients.filter(({ accountId }) => sandboxed.has(accountId));
  const isConfirmed = await findConfirmed(client, asked.map(toAddress));
  return (address) => sandboxed.has(address.accountId) && !isConfirmed(address);
}
