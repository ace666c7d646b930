// Reads what a group of emails must be checked against, one statement a table for the whole group.
import type { Queryable } from '../../../db/connect.ts';
import { allAnswers } from '../../../db/flight.ts';
import { findSuppressed } from '../../suppressions/find.ts';
import type { NewEmail } from '../email.ts';
import type { AcceptFacts, SenderDomain } from './plan.ts';

/** Statuses with which a domain may send (interface.md, Domain and webhook). */
const SENDABLE_STATUSES = ['verified', 'partially_verified', 'partially_failed'];

/** Reads the facts of a group, in its order. */
export async function readFacts(
  database: Queryable,
  emails: readonly NewEmail[],
  simulatorDomain: string,
): Promise<AcceptFacts[]> {
  const [domains, isSuppressed] = await allAnswers([
    findDomains(database, emails),
    findSuppressed(database, emails.flatMap(recipientsOf)),
  ]);
  return emails.map(({ accountId, from }) => ({
    domain: domains.get(domainKey(accountId, from.mailbox.domain)),
    isSuppressed: (address) => isSuppressed({ accountId, address }),
    simulatorDomain,
  }));
}

function recipientsOf({ accountId, to, cc, bcc }: NewEmail) {
  return [...to, ...cc, ...bcc].map(({ mailbox: { address } }) => ({ accountId, address }));
}

function domainKey(accountId: string, name: string): string {
  return `${accountId} ${name}`;
}

async function findDomains(
  database: Queryable,
  emails: readonly NewEmail[],
): Promise<Map<string, SenderDomain>> {
  const { rows } = await database.query<{
    id: string;
    account_id: string;
    name: string;
    is_sendable: boolean;
  }>({
    name: 'accept-find-domains',
    text: `SELECT id, account_id, name, sending_enabled AND status = ANY($3) AS is_sendable
           FROM domains
           WHERE (account_id, name) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
    values: [
      emails.map(({ accountId }) => accountId),
      emails.map(({ from }) => from.mailbox.domain),
      SENDABLE_STATUSES,
    ],
  });
  return new Map(
    rows.map(({ id, account_id, name, is_sendable }) => [
      domainKey(account_id, name),
      { id, name, isSendable: is_sendable },
    ]),
  );
}
