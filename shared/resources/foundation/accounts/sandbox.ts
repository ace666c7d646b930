// The sandbox: until an account has production access, it may send only to confirmed addresses and to the simulator,
// and only to a limited number of recipients per day (docs/reference/limits.md#sandbox). quota.ts counts the
// recipients.

import { DomainError } from '../../../contract/domain-error.ts';
import { isSimulatorAddress } from '../../../mail/simulator-address.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { findConfirmed } from './confirmed-addresses.ts';

/** Recipients per UTC day. */
export const SANDBOX_DAILY_RECIPIENTS = 100;

/**
 * Describes how an account leaves the sandbox. The command has no real address or id: an address may contain characters
 * that a shell interprets.
 */
const LIFT = 'grant production access (`npm run ops -- grant-production-access <account>`)';

/** An email of an account in the sandbox. */
export interface SandboxEmail {
  accountId: string;
  /** The recipients that would receive it. */
  addresses: readonly string[];
}

/**
 * Checks emails of accounts in the sandbox.
 * @returns for each email its refusal, `validation_error`, or undefined if all its recipients are confirmed or
 *   simulator addresses
 */
export async function refuseUnconfirmedRecipients(
  database: Queryable,
  emails: readonly SandboxEmail[],
  simulatorDomains: readonly string[],
): Promise<(DomainError | undefined)[]> {
  const real = emails.map(({ accountId, addresses }) =>
    addresses
      .filter((address) => !isSimulatorAddress(address, simulatorDomains))
      .map((address) => ({ accountId, address })),
  );
  const isConfirmed = await findConfirmed(database, real.flat());
  return real.map((addresses) => {
    const stranger = addresses.find((address) => !isConfirmed(address));
    return stranger && unconfirmed(stranger.address);
  });
}

function unconfirmed(address: string): DomainError {
  return new DomainError(
    'validation_error',
    `This account has no production access yet, so it can send only to confirmed addresses, and ${address} is not confirmed. The email was not sent. An operator can confirm the address (\`npm run ops -- confirm-address <account> <address>\`) or ${LIFT}.`,
    { reason: 'recipient_not_confirmed' },
  );
}

/**
 * The refusal of a send that exceeds the daily limit of the sandbox.
 * @param use the used and needed amounts, as a sentence
 */
export function sandboxLimitExceeded(use: string): DomainError {
  return new DomainError(
    'validation_error',
    `This account has no production access yet, so it can send to at most ${SANDBOX_DAILY_RECIPIENTS} recipients per day. Nothing was sent. ${use} An operator can ${LIFT}.`,
    { reason: 'sandbox_limit_reached' },
  );
}
