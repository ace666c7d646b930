// Looks up many addresses at once in the suppression lists of their accounts.

import { addressKey } from '../../mail/addresses.ts';
import type { CombinableQuery } from '../../platform/db/combined-query.ts';
import type { AccountAddress } from '../accounts/account-address.ts';
import type { SuppressionCause } from './suppression.ts';

/** Answers why an address is suppressed; undefined: it is not. */
export type FindSuppression = (address: AccountAddress) => SuppressionCause | undefined;

interface FoundRow extends Omit<SuppressionCause, 'since'> {
  accountId: string;
  address: string;
  since: string;
}

/** A query that answers which of these addresses are suppressed, and why. */
export function suppressed(addresses: readonly AccountAddress[]): CombinableQuery<FindSuppression> {
  return {
    text: `SELECT account_id AS "accountId", address, reason AS origin, created_at AS since, email_id AS "emailId",
                  smtp_reply AS "smtpReply"
           FROM suppressions
           WHERE (account_id, address) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
    values: [
      addresses.map(({ accountId }) => accountId),
      addresses.map(({ address }) => addressKey(address)),
    ],
    answer(rows: FoundRow[]) {
      const causes = new Map(
        rows.map(({ accountId, address, since, ...cause }) => [
          `${accountId} ${address}`,
          { ...cause, since: new Date(since) },
        ]),
      );
      return ({ accountId, address }) => causes.get(`${accountId} ${addressKey(address)}`);
    },
  };
}
