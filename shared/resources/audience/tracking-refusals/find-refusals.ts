// Finds addresses that refuse to be measured: before each attempt to send mail that measures opens or clicks, like
// opt-outs. Other mail is never checked.
import { addressKey } from '../../../mail/addresses.ts';
import type { CombinableQuery } from '../../../platform/db/combined-query.ts';
import type { AccountAddress } from '../../foundation/accounts/account-address.ts';

/** Answers whether an address refuses to be measured. */
export type RefusesTracking = (address: AccountAddress) => boolean;

/** A query that answers which of these addresses refuse. `OFFSET 0` makes it a look-up by key for each address. */
export function trackingRefusals(addresses: readonly AccountAddress[]): CombinableQuery<RefusesTracking> {
  return {
    text: `SELECT asked.account_id AS "accountId", asked.email_key AS "emailKey"
           FROM unnest($1::uuid[], $2::text[]) AS asked (account_id, email_key)
           JOIN LATERAL (SELECT FROM tracking_refusals
                         WHERE account_id = asked.account_id AND email_key = asked.email_key OFFSET 0) AS refusal ON true`,
    values: [
      addresses.map(({ accountId }) => accountId),
      addresses.map(({ address }) => addressKey(address)),
    ],
    answer(rows: { accountId: string; emailKey: string }[]) {
      const refused = new Set(rows.map(({ accountId, emailKey }) => `${accountId} ${emailKey}`));
      return ({ accountId, address }) => refused.has(`${accountId} ${addressKey(address)}`);
    },
  };
}
