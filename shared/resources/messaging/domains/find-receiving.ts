// Which domains receive mail: the single definition, by which recipients are judged and messages are stored. Operators need
// what takes mail in as soon as an account wants to receive any (ops/checks/).
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { DOMAIN_OWNS_NAME } from './senders/sending.ts';

/** SQL condition on a row of `domains`: mail for its name is taken. */
export const DOMAIN_RECEIVES = `(domains.receiving_enabled AND ${DOMAIN_OWNS_NAME})`;

/** Whether there is a domain that shall receive mail. */
export async function isAnyDomainReceiving(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ isAny: boolean }>(
    'SELECT EXISTS (SELECT FROM domains WHERE receiving_enabled) AS "isAny"',
  );
  return rows[0]?.isAny ?? false;
}

/** Whether mail for a name is taken here. */
export async function isReceivedHere(database: Queryable, name: string): Promise<boolean> {
  const { rows } = await database.query<{ isReceived: boolean }>(
    `SELECT EXISTS (SELECT FROM domains WHERE name = $1 AND ${DOMAIN_RECEIVES}) AS "isReceived"`,
    [name],
  );
  return rows[0]?.isReceived ?? false;
}

/** Keeps domains from being deleted until the end of the transaction. @returns those that receive */
export async function lockReceivingDomains(
  transaction: Transaction,
  domainIds: readonly string[],
): Promise<Set<string>> {
  if (domainIds.length === 0) return new Set();
  const { rows } = await transaction.query<{ id: string }>({
    name: 'hold-receiving-domains',
    text: `SELECT id FROM domains WHERE id = ANY($1::uuid[]) AND ${DOMAIN_RECEIVES} ORDER BY id FOR KEY SHARE`,
    values: [[...new Set(domainIds)]],
  });
  return new Set(rows.map(({ id }) => id));
}
