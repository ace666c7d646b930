// Writes the texts of notices about reputation: the event, the figures and thresholds, the consequences, and what to do.
import {
  HELD_MAX_HOURS,
  REPUTATION_THRESHOLDS,
  REPUTATION_WINDOW_DAYS,
} from '../../shared/contract/reputation/values.ts';
import type { FailingKind, ReputationCause } from '../../shared/resources/foundation/reputation/figures.ts';
import type { ReputationNotice } from '../../shared/resources/foundation/reputation/notices.ts';
import { percentOf } from '../../shared/resources/foundation/reputation/rates.ts';
import { shownName } from '../../shared/resources/people/one-time-links/texts/shown-name.ts';

/** The subject of a notice. */
export type NoticeSubject = 'domain' | 'account';

type About = Pick<ReputationNotice, 'id' | 'name' | 'status' | 'cause'>;

/** Subject and text of a notice. */
export function composeReputationNotice(
  subject: NoticeSubject,
  notice: About,
): { subject: string; text: string } {
  const name = subject === 'domain' ? notice.name : shownName(notice.name);
  const isPaused = notice.status === 'paused';
  const parts = [
    describeCause(subject, name, notice),
    `${subject === 'domain' ? 'Domain' : 'Account'}: ${name} (${notice.id})`,
    isPaused ? describePause(subject) : describeWarning(subject, notice.cause),
    notice.cause?.kind === 'operator' ? '' : ADVICE[notice.cause?.kind ?? 'bounces'],
    describeEnd(subject, notice),
  ];
  return {
    subject: isPaused
      ? `Sending from your ${subject} ${name} is paused`
      : `Warning: ${WHAT[kindOf(notice.cause)]} of your ${subject} ${name}`,
    text: `${parts.filter((part) => part !== '').join('\n\n')}\n`,
  };
}

const WHAT: Readonly<Record<FailingKind, string>> = {
  bounces: 'too many bounces',
  complaints: 'too many complaints',
};

const ADVICE: Readonly<Record<FailingKind, string>> = {
  bounces: `What to do:
- Find out where the addresses that bounced come from: an old list, a form that is misused, typing errors.
- Remove them. GET /suppressions lists them.
- Write only to addresses that their owners have confirmed.`,
  complaints: `What to do:
- Find out which mail people complained about, and how they got onto the list.
- Write only to people who asked for it, and never to a list that was bought.
- Make it easy to unsubscribe: give mail that people may refuse a topic.`,
};

function kindOf(cause: ReputationCause | null): FailingKind {
  return cause?.kind === 'complaints' ? 'complaints' : 'bounces';
}

function describeCause(subject: NoticeSubject, name: string, { status, cause }: About): string {
  const paused = `Sending from your ${subject} ${name} is paused`;
  if (!cause || cause.kind === 'operator') return `${paused}: an operator of this service has decided so.`;
  const { kind, judged, count } = cause;
  const did = kind === 'bounces' ? 'bounced' : 'complained';
  const whole = subject === 'domain' ? '' : ' of all its domains that are not paused';
  const figures = `${count} of ${judged} recipients of the last ${REPUTATION_WINDOW_DAYS} days${whole} have ${did} (${percentOf(count, judged)})`;
  return status === 'paused'
    ? `${paused}, because ${figures}. ${limitOf('paused', kind)}`
    : `Mail of your ${subject} ${name} has ${WHAT[kind]}: ${figures}. ${limitOf('warned', kind)}`;
}

function limitOf(level: 'warned' | 'paused', kind: FailingKind): string {
  const { perMille, atLeast } = REPUTATION_THRESHOLDS[level][kind];
  const what = level === 'paused' ? 'Sending is paused' : 'We warn';
  return `${what} from ${percentOf(perMille, 1_000)} and ${atLeast} ${kind} on.`;
}

function describePause(subject: NoticeSubject): string {
  const others =
    subject === 'domain'
      ? 'Other domains of your account send as before.'
      : 'This concerns every domain of your account.';
  return `What this means:
- New mail is refused with reputation_paused (403).
- Mail that was accepted before waits. What still waits ${HELD_MAX_HOURS} hours after it was due fails, and is not charged.
- ${others}`;
}

function describeWarning(subject: NoticeSubject, cause: ReputationCause | null): string {
  return `Mail is sent as before. ${limitOf('paused', kindOf(cause))} The warning ends automatically when the figures of the ${subject} are better.`;
}

function describeEnd(subject: NoticeSubject, { id, status, cause }: About): string {
  const figures = subject === 'domain' ? `GET /domains/${id}/reputation shows the figures of each day.` : '';
  if (status === 'warned') return figures;
  const lift =
    cause?.kind === 'operator'
      ? 'Only the operator of this service can end the pause: ask why, and what to change.'
      : `Only an operator of this service can lift the pause: write to the operator when you know the cause and have ended it.
After that the ${subject} may send to a limited number of recipients a day, which doubles daily while all is well.`;
  return [lift, figures].filter((part) => part !== '').join('\n');
}
