// Limits how often a person undoes a decision. Each change is recorded and announced, and a link never expires.
// Unsubscribing is always possible: a person who has left can leave again only after a return.
import { LINK_CHANGES_PER_DAY } from '../../../contract/limits.ts';
import { addressKey } from '../../../mail/addresses.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { chargeAttempt } from '../../../platform/rate-limit/attempts.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import type { PreferencesTarget } from '../unsubscribe-page/link.ts';
import type { PersonDecision } from './decision.ts';
import type { Preferences } from './find.ts';

/** The decision, and the one before. */
interface Wanted {
  wanted: PersonDecision;
  before: Preferences;
  now: Date;
}

/** Counts a decision that returns. @returns what of it is followed */
export async function limitReturns(
  client: Transaction,
  { accountId, address }: Pick<PreferencesTarget, 'accountId' | 'address'>,
  { wanted, before, now }: Wanted,
): Promise<{ wanted: PersonDecision; isLimited: boolean }> {
  if (!isReturn(wanted, before)) return { wanted, isLimited: false };
  const person = hashToken(addressKey(address)).toString('hex');
  const limit = { key: `return ${accountId} ${person}`, max: LINK_CHANGES_PER_DAY, windowMs: DAY_MS };
  const isLimited = (await chargeAttempt(client, [limit], now)) > 0;
  return { wanted: isLimited ? withoutReturns(wanted) : wanted, isLimited };
}

function isReturn({ unsubscribed, refusesTracking, choices }: PersonDecision, before: Preferences): boolean {
  const joins = before.topics.some(
    ({ id, subscription }) => subscription === 'opt_out' && choices?.get(id) === 'opt_in',
  );
  const isBack = before.unsubscribed && unsubscribed === false;
  return joins || isBack || (before.refusesTracking && refusesTracking === false);
}

function withoutReturns({
  unsubscribed,
  refusesTracking,
  choices = new Map(),
}: PersonDecision): PersonDecision {
  return {
    ...(unsubscribed && { unsubscribed }),
    ...(refusesTracking && { refusesTracking }),
    choices: new Map([...choices].filter(([, subscription]) => subscription === 'opt_out')),
  };
}
