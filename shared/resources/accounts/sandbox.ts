// The sandbox: until an account has production access (interface.md, Authentication 9) it may send only to addresses
// that are confirmed and to the simulator, and only so much a day (decisions.md §11), which quota.ts counts.

import { DomainError } from '../../contract/domain-error.ts';
import { isSimulatorAddress } from '../../mail/simulator-address.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import { findConfirmed } from './confirmed-addresses.ts';

/** Recipients a day (decisions.md §11, Production access). */
export const SANDBOX_DAILY_RECIPIENTS = 100;

/** An email that would be sent. */
export interface SandboxEmail {
  accountId: string;
  /** Those who would get it. */
  addresses: readonly string[];
}

/**
 * Decides about emails of accounts in the sandbox.
 * @returns the refusal of each, `validation_error`; undefined for one that goes to confirmed addresses only
 */
export async function refuseStrangers(
  database: Queryable,
  emails: readonly SandboxEmail[],
  simulatorDomain: string,
): Promise<(DomainError | undefined)[]> {
  const real = emails.map(({ accountId, addresses }) =>
    addresses
      .filter((address) => !isSimulatorAddress(address, simulatorDomain))
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
    `This account has no production access yet and may only send to its own and confirmed addresses; ${address} is none of them. Nothing was sent.`,
  );
}

/** The refusal of what goes beyond the day's share. */
export function sandboxIsUsedUp(): DomainError {
  return new DomainError(
    'validation_error',
    `This account has no production access yet and may send to ${SANDBOX_DAILY_RECIPIENTS} recipients a day. Nothing was sent.`,
  );
}
