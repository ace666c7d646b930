// Reads what a group of emails must be checked against, all of it in one statement.

import type { DomainError } from '../../../contract/domain-error.ts';
import { type CombinableQuery, queryTogether } from '../../../platform/db/combined-query.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { type AccountStanding, standings } from '../../accounts/quota.ts';
import { sendingStop } from '../../sending/stop.ts';
import { suppressed } from '../../suppressions/find.ts';
import type { NewEmail } from '../email.ts';
import type { AcceptFacts, SenderDomain } from './plan.ts';

/** Statuses with which a domain may send (interface.md, Domain and webhook). */
const SENDABLE_STATUSES = ['verified', 'partially_verified', 'partially_failed'];

/** What a group must be checked against. */
export interface GroupFacts {
  /** Of each email, in their order. */
  facts: AcceptFacts[];
  /** Why nothing is sent at all; undefined: it is. */
  stop: DomainError | undefined;
  /** How the accounts stand, by id. */
  standings: ReadonlyMap<string, AccountStanding>;
}

/** Reads the facts of a group. */
export async function readFacts(
  database: Queryable,
  emails: readonly NewEmail[],
  simulatorDomain: string,
): Promise<GroupFacts> {
  const accountIds = emails.map(({ accountId }) => accountId);
  const at = emails[0]?.createdAt ?? new Date(0);
  const [domains, isSuppressed, stop, found] = await queryTogether(database, 'accept-read-facts', [
    senderDomains(emails),
    suppressed(emails.flatMap(recipientsOf)),
    sendingStop(),
    standings(accountIds, at),
  ]);
  const facts = emails.map(({ accountId, from }) => ({
    domain: domains.get(domainKey(accountId, from.mailbox.domain)),
    isSuppressed: (address: string) => isSuppressed({ accountId, address }),
    simulatorDomain,
  }));
  return { facts, stop, standings: found };
}

function recipientsOf({ accountId, to, cc, bcc }: NewEmail) {
  return [...to, ...cc, ...bcc].map(({ mailbox: { address } }) => ({ accountId, address }));
}

function domainKey(accountId: string, name: string): string {
  return `${accountId} ${name}`;
}

interface DomainRow {
  id: string;
  account_id: string;
  name: string;
  is_sendable: boolean;
}

function senderDomains(emails: readonly NewEmail[]): CombinableQuery<Map<string, SenderDomain>> {
  return {
    text: `SELECT id, account_id, name, sending_enabled AND status = ANY($3) AS is_sendable
           FROM domains
           WHERE (account_id, name) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
    values: [
      emails.map(({ accountId }) => accountId),
      emails.map(({ from }) => from.mailbox.domain),
      SENDABLE_STATUSES,
    ],
    answer: (rows: DomainRow[]) =>
      new Map(
        rows.map(({ id, account_id, name, is_sendable }) => [
          domainKey(account_id, name),
          { id, name, isSendable: is_sendable },
        ]),
      ),
  };
}
