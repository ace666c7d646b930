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
        title: `Publish this record until ${momentOf(claim.expires_at, now)}`,
        text: `The DNS of ${name} shows then that the name is yours. The record is looked for each minute for an hour after “Check now”, then hourly.`,
      };
    case 'verified':
      return { kind: 'info', title: 'The record was found', text: 'What follows is decided at once.' };
    case 'blocked':
      return blockedVerdict(claim, now);
    case 'completed':
      return {
        kind: 'good',
        title: `${name} is yours`,
        text: 'Publish its records, which are in the tab Records, and verify it: then it sends. The record of the claim may be removed.',
      };
    case 'expired':
      return {
        kind: 'bad',
        title: `The claim expired ${onMoment(claim.expires_at, now)}`,
        text: 'Its record was not found within seven days. Start again: the new claim has another record.',
      };
    case 'superseded':
      return {
        kind: 'bad',
        title: 'Another account was first',
        text: `Its claim of ${name} has completed. If the name is yours, start again: the claim is against that account then.`,
      };
    case 'canceled':
      return {
        kind: 'bad',
        title: 'The claim was canceled',
        text: 'The domain of the claim was deleted. Start again, if the name is to be yours.',
      };
    case 'failed':
      return failedVerdict(claim);
  }
}

function blockedVerdict({ name, blocked_until, blocked_reason }: Claim, now: Date): ClaimVerdict {
  if (blocked_reason === 'operator' || blocked_until === null)
    return {
      kind: 'warn',
      title: 'Proved: an operator of this service decides',
      text: `An operator vouches for the domain of the account that holds ${name}. Write to the operator, and leave the record where it is.`,
    };
  return {
    kind: 'warn',
    title: `Proved: the name is yours ${onMoment(blocked_until, now)}`,
    text: `The account that holds ${name} was notified and has time until then. Leave the record where it is: a claim whose record is gone fails. It is yours earlier if that account deletes its domain, or its records are gone.`,
  };
}

function failedVerdict({ name, failure_reason }: Claim): ClaimVerdict {
  if (failure_reason === 'rejected')
    return {
      kind: 'bad',
      title: 'An operator has rejected the claim',
      text: `${name} stays with the account that holds it. Write to the operator before you start again.`,
    };
  return {
    kind: 'bad',
    title: 'The claim has failed: its record was removed',
    text: 'It has to stay in DNS until the claim completes. Start again: the new claim has another record.',
  };
}

/** The consequences for both sides, while the record is not found. */
export function whatFollows(name: string): string[] {
  return [
    `You: once the record is found, ${name} becomes yours. Until then the domain sends nothing.`,
    `The account that holds it: if its own records are in order, it is notified and has 72 hours. If they are not, it loses the name at once.`,
    'If another account holds only a name above or below this one, both keep theirs.',
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
      title: `Another account has proved that it controls the DNS of ${name}`,
      text:
        contested.until === null
          ? 'An operator of this service vouches for this domain and decides. Until then nothing changes.'
          : `The name becomes its own ${onMoment(contested.until, now)}. This domain sends nothing any more then, its scheduled emails are canceled, and its automations are disabled.`,
    };
  if (status_reason === 'claimed')
    return {
      kind: 'bad',
      title: `${name} belongs to another account now`,
      text: 'It has proved that it controls the DNS of the name. This domain sends nothing any more. If the name is yours, claim it back.',
    };
  if (status_reason === 'domain_conflict')
    return {
      kind: 'warn',
      title: `Another account has verified ${name}, or a name above or below it`,
      text: 'If you control its DNS, claim the name: a TXT record that only you know proves it.',
    };
  return undefined;
}

/** The steps for the account that has the name. */
export function holderSteps(name: string): string[] {
  return [
    'Keep all records of this domain in DNS. If one of them is missing, the name is lost earlier.',
    `Look at the TXT records of ${name}: one begins with “posthorn-domain-verification=”, and you have not published it. Remove it, and find out who did: a day after it is gone, the claim fails.`,
    'If you cannot remove it, another person has the DNS of your name. Write to the operator of this service before the time is over.',
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
