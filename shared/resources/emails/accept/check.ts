// Reads what a group of emails must be checked against, one statement a table for the whole group.
import type { Database } from '../../../db/connect.ts';
import { addressKey } from '../../../mail/addresses.ts';
import type { NewEmail } from '../email.ts';
import type { AcceptFacts, SenderDomain } from './plan.ts';

/** Statuses with which a domain may send (interface.md, Domain and webhook). */
const SENDABLE_STATUSES = ['verified', 'partially_verified', 'partially_failed'];

/** Reads the facts of a group, in its order. */
export async function readFacts(
  database: Database,
  emails: readonly NewEmail[],
  simulatorDomain: string,
): Promise<AcceptFacts[]> {
  const [domains, suppressed] = await Promise.all([
    findDomains(database, emails),
    findSuppressed(database, emails),
  ]);
  return emails.map(({ accountId, from }) => ({
    domain: domains.get(factKey(accountId, from.mailbox.domain)),
    isSuppressed: (key) => suppressed.has(factKey(accountId, key)),
    simulatorDomain,
  }));
}

function factKey(accountId: string, name: string): string {
  return `${accountId} ${name}`;
}

async function findDomains(
  database: Database,
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
      factKey(account_id, name),
      { id, name, isSendable: is_sendable },
    ]),
  );
}

async function findSuppressed(database: Database, emails: readonly NewEmail[]): Promise<Set<string>> {
  const recipients = emails.flatMap(({ accountId, to, cc, bcc }) =>
    [...to, ...cc, ...bcc].map(({ mailbox }) => ({ accountId, key: addressKey(mailbox.address) })),
  );
  const { rows } = await database.query<{ account_id: string; address: string }>({
    name: 'accept-find-suppressed',
    text: `SELECT account_id, address FROM suppressions
           WHERE (account_id, address) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
    values: [recipients.map(({ accountId }) => accountId), recipients.map(({ key }) => key)],
  });
  return new Set(rows.map(({ account_id, address }) => factKey(account_id, address)));
}
