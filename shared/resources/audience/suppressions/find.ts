// Looks up the suppression list: one entry of an account, or many addresses of any accounts at once.

import { notFound } from '../../../contract/domain-error.ts';
import { addressKey } from '../../../mail/addresses.ts';
import type { CombinableQuery } from '../../../platform/db/combined-query.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { AccountAddress } from '../../foundation/accounts/account-address.ts';
import { SUPPRESSION_COLUMNS, type Suppression, type SuppressionCause } from './suppression.ts';

/** An entry by its id, or by its address in key form (shared/mail/addresses.ts). */
export type SuppressionKey = { id: string } | { address: string };

/**
 * Reads one entry.
 * @throws DomainError `not_found` when there is none, or it belongs to another account
 */
export async function requireSuppression(
  database: Queryable,
  accountId: string,
  key: SuppressionKey,
): Promise<Suppression> {
  const byId = 'id' in key;
  const { rows } = await database.query<Suppression>({
    name: byId ? 'find-suppression-by-id' : 'find-suppression-by-address',
    text: `SELECT ${SUPPRESSION_COLUMNS} FROM suppressions
           WHERE account_id = $1 AND ${byId ? 'id' : 'address'} = $2`,
    values: [accountId, byId ? key.id : key.address],
  });
  if (!rows[0]) throw notFound('Suppression');
  return rows[0];
}

/** Answers why an address is suppressed; undefined: it is not. */
export type FindSuppression = (address: AccountAddress) => SuppressionCause | undefined;

interface FoundRow extends Omit<SuppressionCause, 'since' | 'bouncedAt'> {
  accountId: string;
  address: string;
  since: string;
  bouncedAt: string | null;
}

/** A query that answers which of these addresses are suppressed, and why. */
export function suppressed(addresses: readonly AccountAddress[]): CombinableQuery<FindSuppression> {
  return {
    text: `SELECT account_id AS "accountId", address, reason AS origin, created_at AS since, email_id AS "emailId",
                  smtp_reply AS "smtpReply", report_id AS "reportId",
                  coalesce(bounced_at, CASE WHEN reason = 'bounce' THEN created_at END) AS "bouncedAt"
           FROM suppressions
           WHERE (account_id, address) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
    values: [
      addresses.map(({ accountId }) => accountId),
      addresses.map(({ address }) => addressKey(address)),
    ],
    answer(rows: FoundRow[]) {
      const causes = new Map(
        rows.map(({ accountId, address, since, bouncedAt, ...cause }) => [
          `${accountId} ${address}`,
          { ...cause, since: new Date(since), bouncedAt: bouncedAt === null ? null : new Date(bouncedAt) },
        ]),
      );
      return ({ accountId, address }) => causes.get(`${accountId} ${addressKey(address)}`);
    },
  };
}
