// What a refusal of a campaign's mail means: of one person it is the reason why that person is left out, of all of them it
// pauses the campaign.
import type { DomainError, RefusalReason } from '../../../../../contract/domain-error.ts';
import type { LeftOutReason } from '../../../../messaging/campaign-recipients/release.ts';
import type { PausedReason } from '../../campaign.ts';

/** Why a campaign is paused, and when it continues; null: when it is resumed. */
export interface ReleasePause {
  reason: PausedReason;
  until: Date | null;
  /** More than the reason says, for its owner. */
  why?: string;
}

const OF_PERSON: Readonly<Partial<Record<RefusalReason, LeftOutReason>>> = {
  suppressed_address: 'suppressed',
  reserved_domain: 'reserved',
  unsubscribed: 'unsubscribed',
  topic_opted_out: 'opted_out',
};

/** Refusals of the sender. An account that has lost its production access may send to few of its contacts. */
const OF_SENDER: Readonly<Partial<Record<RefusalReason, PausedReason>>> = {
  domain_not_registered: 'domain',
  domain_not_sendable: 'domain',
  recipient_not_confirmed: 'reputation',
  sandbox_limit_reached: 'reputation',
};

/** Why a person is left out whose mail was refused; undefined: the refusal is about more than this person. */
export function leftOutReasonOf({ reason }: DomainError): LeftOutReason | undefined {
  return reason && OF_PERSON[reason];
}

/** The reason to pause a campaign whose mail was refused. Refusals without a reason of their own wait for the owner. */
export function pauseOfRefusal({ name, reason, message: why }: DomainError): ReleasePause {
  if (name === 'reputation_paused') return { reason: 'reputation', until: null };
  return { reason: (reason && OF_SENDER[reason]) ?? 'refused', until: null, why };
}
