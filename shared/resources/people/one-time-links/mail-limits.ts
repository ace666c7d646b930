// Limits the links that are mailed at the request of an account: it chooses the recipients, and must not flood a mailbox.
import { DomainError } from '../../../contract/domain-error.ts';
import { LINK_MAILS_PER_ACCOUNT_AND_DAY, LINK_MAILS_PER_ADDRESS_AND_HOUR } from '../../../contract/limits.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { chargeAttempt } from '../../../platform/rate-limit/attempts.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/time/durations.ts';
import type { LinkPurpose } from './link.ts';

/** A mail that an account asks for. */
export interface AskedMail {
  accountId: string;
  /** Key form. */
  email: string;
  now: Date;
}

/**
 * Counts a mail. It is not counted when the transaction is rolled back.
 * @throws DomainError `rate_limit_exceeded`
 */
export async function countLinkMail(
  client: Transaction,
  purpose: LinkPurpose,
  { accountId, email, now }: AskedMail,
): Promise<void> {
  const address = hashToken(email).toString('hex');
  const limits = [
    { key: `${purpose} address ${address}`, max: LINK_MAILS_PER_ADDRESS_AND_HOUR, windowMs: HOUR_MS },
    { key: `${purpose} account ${accountId}`, max: LINK_MAILS_PER_ACCOUNT_AND_DAY, windowMs: DAY_MS },
  ];
  const retryAfterSeconds = await chargeAttempt(client, limits, now);
  if (retryAfterSeconds === 0) return;
  const minutes = Math.ceil((retryAfterSeconds * 1_000) / MINUTE_MS);
  throw new DomainError(
    'rate_limit_exceeded',
    `Too many of these emails were sent to this address or by this account. Try again in ${minutes} minutes.`,
    { retryAfterSeconds },
  );
}
