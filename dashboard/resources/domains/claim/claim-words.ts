// A claim of a name in words, for both sides: the account that proves that the name is its own, and the one that holds it. Pure.
import type { Domain, DomainClaim } from '../../../api/generated/types.ts';
import { dayAndTime, nearMoment } from '../../../format/time.ts';

/** The state of a claim, and the next steps. */
export interface ClaimVerdict {
  kind: 'good' | 'bad' | 'warn' | 'info';
  title: string;
  text: string;
}

/** The fields of a claim that are described. */
type Claim = Pick<
  DomainClaim,
  'name' | 'status' | 'blocked_reason' | 'blocked_until' | 'failure_reason' | 'expires_at'
>;
type Holder = Pick<Domain, 'name' | 'contested' | 'status_reason'>;

/** Whether a claim is open: its record is looked up, and must stay. */
export function isOpenClaim({ status }: Pick<DomainClaim, 'status'>): boolean {
  return status === 'pending' || status === 'verified' || status === 'blocked';
}

/** Whether a claim may be begun again: the one before has ended, and the name is not the account's own by it. */
export function canStartAgain({ status }: Pick<DomainClaim, 'status'>): boolean {
  return !isOpenClaim({ status }) && status !== 'completed';
}

/** Whether the words of a claim are still true: a completed one says nothing about a name that was lost afterwards. */
export function isPastClaim(
  { status }: Pick<DomainClaim, 'status'>,
  holder: ClaimVerdict | undefined,
): boolean {
  return status === 'completed' && holder !== undefined;
}

/** The side of the account that claims. */
export function claimVerdict(claim: Claim, now: Date): ClaimVerdict {
  const { name } = claim;
  switch (claim.status) {
    case 'pending':
      return {
        kind: 'info',
        title: `Publish this record by ${momentOf(claim.expires_at, now)}`,
        text: `The record proves that you control the DNS of ${name}. Posthorn checks for it every minute for 1 hour after “Check now”, then hourly.`,
      };
    case 'verified':
      return { kind: 'info', title: 'The record was found', text: 'The claim is decided at once.' };
    case 'blocked':
      return blockedVerdict(claim, now);
    case 'completed':
      return {
        kind: 'good',
        title: `${name} is yours`,
        text: 'Publish its records from the Records tab and verify the domain to send. You can remove the claim record.',
      };
    case 'expired':
      return {
        kind: 'bad',
        title: `The claim expired ${onMoment(claim.expires_at, now)}`,
        text: 'The record was not found within 7 days. Start again: the new claim has a different record.',
      };
    case 'superseded':
      return {
        kind: 'bad',
        title: 'Another account claimed it first',
        text: `Another account completed its claim of ${name}. If the domain is yours, start a new claim against that account.`,
      };
    case 'canceled':
      return {
        kind: 'bad',
        title: 'The claim was canceled',
        text: 'The domain of the claim was deleted. To claim the name, start again.',
      };
    case 'failed':
      return failedVerdict(claim);
  }
}

function blockedVerdict({ name, blocked_until, blocked_reason }: Claim, now: Date): ClaimVerdict {
  if (blocked_reason === 'operator' || blocked_until === null)
    return {
      kind: 'warn',
      title: 'Ownership proved: an operator decides',
      text: `An operator vouched for the domain of the account that holds ${name}. Contact the operator, and keep the record in place.`,
    };
  return {
    kind: 'warn',
    title: `Ownership proved: the domain is yours ${onMoment(blocked_until, now)}`,
    text: `The account that holds ${name} was notified and can respond until then. Keep the record in place, or the claim fails. You get the domain earlier if that account deletes it or its records disappear.`,
  };
}

function failedVerdict({ name, failure_reason }: Claim): ClaimVerdict {
  if (failure_reason === 'rejected')
    return {
      kind: 'bad',
      title: 'An operator rejected the claim',
      text: `${name} stays with the account that holds it. Contact the operator before you start again.`,
    };
  return {
    kind: 'bad',
    title: 'The claim failed: its record was removed',
    text: 'The record must stay in DNS until the claim completes. Start again: the new claim has a different record.',
  };
}

/** The consequences for both sides, while the record is not found. */
export function whatFollows(name: string): string[] {
  return [
    `You: when the record is found, ${name} becomes yours. Until then, the domain cannot send.`,
    `The other account: if its DNS records are valid, it is notified and has 72 hours. Otherwise it loses the domain at once.`,
    'If another account holds only a parent or subdomain, both accounts keep theirs.',
  ];
}

/** The words for the account that has the name; undefined: no account contests it, and it was not lost. */
export function holderVerdict(
  { name, contested, status_reason }: Holder,
  now: Date,
): ClaimVerdict | undefined {
  if (contested)
    return {
      kind: 'bad',
      title: `Another account proved that it controls the DNS of ${name}`,
      text:
        contested.until === null
          ? 'An operator vouched for this domain and decides. Until then nothing changes.'
          : `The domain moves to that account ${onMoment(contested.until, now)}. It then stops sending here, its scheduled emails are canceled, and its automations are disabled.`,
    };
  if (status_reason === 'claimed')
    return {
      kind: 'bad',
      title: `${name} now belongs to another account`,
      text: 'The other account proved that it controls the DNS of the domain. You can no longer send from it. If the domain is yours, claim it back.',
    };
  if (status_reason === 'domain_conflict')
    return {
      kind: 'warn',
      title: `Another account verified ${name}, or a parent or subdomain of it`,
      text: 'If you control its DNS, claim the domain with a TXT record.',
    };
  return undefined;
}

/** The steps for the account that has the name. */
export function holderSteps(name: string): string[] {
  return [
    'Keep all records of this domain in DNS. If one is missing, you lose the domain earlier.',
    `Check the TXT records of ${name} for one that starts with “posthorn-domain-verification=” and that you did not publish. Remove it, and find out who published it. The claim fails 1 day after the record is gone.`,
    'If you cannot remove the record, another person controls your DNS. Contact the operator of this service before the deadline.',
  ];
}

/** "today, 22:00", "26 Oct, 13:00" */
function momentOf(at: string, now: Date): string {
  return isNear(at, now) ? `today, ${nearMoment(new Date(at), now)}` : dayAndTime(new Date(at));
}

/** "today at 22:00", "on 26 Oct, 13:00" */
function onMoment(at: string, now: Date): string {
  return isNear(at, now) ? `today at ${nearMoment(new Date(at), now)}` : `on ${dayAndTime(new Date(at))}`;
}

function isNear(at: string, now: Date): boolean {
  const date = new Date(at);
  return nearMoment(date, now) !== dayAndTime(date);
}
