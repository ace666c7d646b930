// Finds which of some domain names an account has, and what it may do with them: for answers to received mail.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { DOMAIN_MAY_SEND } from './sending.ts';

/** A domain of the account. */
export interface OwnName {
  name: string;
  maySend: boolean;
  /** Whether mail for it is delivered to this service. */
  receives: boolean;
}

/** Finds those names that the account has registered. @returns by name */
export async function findOwnNames(
  database: Queryable,
  accountId: string,
  names: readonly string[],
): Promise<Map<string, OwnName>> {
  const { rows } = await database.query<OwnName>({
    name: 'find-own-names',
    text: `SELECT name, ${DOMAIN_MAY_SEND} AS "maySend", receiving_enabled AS receives
           FROM domains WHERE account_id = $1 AND name = ANY($2::text[])`,
    values: [accountId, names],
  });
  return new Map(rows.map((domain) => [domain.name, domain]));
}
