// The sandbox: until an account has production access (interface.md, Authentication 9) it may send only to addresses
// that are confirmed and to the simulator, and only so much a day (decisions.md §11). Whether an account is
// in it is read with its domain, so accounts with production access cost nothing here.
import type { Database, Queryable } from '../db/connect.ts';
import { DomainError } from '../domain-error.ts';
import { findConfirmed } from './confirmed-addresses.ts';
import { SANDBOX_DAILY_RECIPIENTS, takeSandboxAllowance } from './sandbox-allowance.ts';

/** An email that would be sent. */
export interface SandboxEmail {
  accountId: string;
  /** Those who would get it. */
  addresses: readonly string[];
  createdAt: Date;
}

/**
 * Decides about emails of accounts in the sandbox, and takes their share of the day.
 * @returns the refusal of each, `validation_error`; undefined for one that may be sent
 */
export async function refuseInSandbox(
  database: Database,
  emails: readonly SandboxEmail[],
  simulatorDomain: string,
): Promise<(DomainError | undefined)[]> {
  const refusals = await refuseStrangers(database, emails, simulatorDomain);
  const admitted = emails.filter((_, index) => refusals[index] === undefined);
  if (admitted.length === 0) return refusals;
  const asked = admitted.map(({ accountId, addresses, createdAt }) => ({
    accountId,
    recipients: addresses.length,
    at: createdAt,
  }));
  const granted = await takeSandboxAllowance(database, asked);
  const beyond = new Set(admitted.filter((_, index) => !granted[index]));
  return refusals.map((refusal, index) => {
    const email = emails[index];
    return refusal ?? (email && beyond.has(email) ? tooMany() : undefined);
  });
}

async function refuseStrangers(
  database: Queryable,
  emails: readonly SandboxEmail[],
  simulatorDomain: string,
): Promise<(DomainError | undefined)[]> {
  const real = emails.map(({ accountId, addresses }) =>
    addresses
      .filter((address) => !address.endsWith(`@${simulatorDomain}`))
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

function tooMany(): DomainError {
  return new DomainError(
    'validation_error',
    `This account has no production access yet and may send to ${SANDBOX_DAILY_RECIPIENTS} recipients a day. Nothing was sent.`,
  );
}
