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
- Find out where the bounced addresses came from: an old list, an abused form, or typos.
- Remove them from your lists. GET /suppressions shows them.
- Send only to addresses that their owners confirmed.`,
  complaints: `What to do:
- Find out which emails people complained about, and how those people got onto your list.
- Send only to people who asked for your email, and never to a purchased list.
- Make it easy to unsubscribe: give optional emails a topic.`,
};

function kindOf(cause: ReputationCause | null): FailingKind {
  return cause?.kind === 'complaints' ? 'complaints' : 'bounces';
}

function describeCause(subject: NoticeSubject, name: string, { status, cause }: About): string {
  const paused = `Sending from your ${subject} ${name} is paused`;
  if (!cause || cause.kind === 'operator')
    return `An operator of this service paused sending from your ${subject} ${name}.`;
  const { kind, judged, count } = cause;
  const did = kind === 'bounces' ? 'bounced' : 'complained';
  const whole = subject === 'domain' ? '' : ' across all its domains that are not paused';
  const figures = `${count} of ${judged} recipients in the last ${REPUTATION_WINDOW_DAYS} days${whole} ${did} (${percentOf(count, judged)})`;
  return status === 'paused'
    ? `${paused}, because ${figures}. ${limitOf('paused', kind)}`
    : `Mail from your ${subject} ${name} has ${WHAT[kind]}: ${figures}. ${limitOf('warned', kind)}`;
}

function limitOf(level: 'warned' | 'paused', kind: FailingKind): string {
  const { perMille, atLeast } = REPUTATION_THRESHOLDS[level][kind];
  const what = level === 'paused' ? 'Sending is paused' : 'We send a warning';
  return `${what} at ${percentOf(perMille, 1_000)} or more, with at least ${atLeast} ${kind}.`;
}

function describePause(subject: NoticeSubject): string {
  const others =
    subject === 'domain'
      ? 'The other domains of your account are not affected.'
      : 'This affects every domain of your account.';
  return `What this means:
- New mail is refused with reputation_paused (403).
- Mail that was already accepted waits. Mail that still waits ${HELD_MAX_HOURS} hours after it was due fails and is not charged.
- ${others}`;
}

function describeWarning(subject: NoticeSubject, cause: ReputationCause | null): string {
  return `Your mail is still sent. ${limitOf('paused', kindOf(cause))} The warning ends automatically when the rates of the ${subject} improve.`;
}

function describeEnd(subject: NoticeSubject, { id, status, cause }: About): string {
  const figures = subject === 'domain' ? `GET /domains/${id}/reputation shows the numbers for each day.` : '';
  if (status === 'warned') return figures;
  const lift =
    cause?.kind === 'operator'
      ? 'Only the operator of this service can lift the pause. Ask the operator for the reason and what to change.'
      : `Only an operator of this service can lift the pause. Write to the operator once you have found and fixed the cause.
After that, the ${subject} can send to a limited number of recipients a day, which doubles every day while the rates stay low.`;
  return [lift, figures].filter((part) => part !== '').join('\n');
}
