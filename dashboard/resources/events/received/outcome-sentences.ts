// What a received event has done, and why one automation has started no run, as sentences of its record. Lists need none of
// them (outcome-words.ts). Pure.
import type { SentEvent } from '../../../api/generated/types.ts';
import { counted, type EventOutcome, type NotStartedReason } from './outcome-words.ts';

/** The result of an event that was just sent. */
type SentCounts = Pick<SentEvent, 'runs_started' | 'waits_resolved'>;

const REASONS: Readonly<Record<NotStartedReason, string>> = {
  disabled: 'No run: it was disabled when the event came.',
  machine: 'No run: a program has sent the email, and programs would answer each other for ever.',
  answered: 'No run: it sends mail, and an email of the address had started it within the hour before.',
  active: 'No run: the contact was in a run of it, and it takes a contact again only after that run.',
  once: 'No run: the address has entered it before, and it takes each address once.',
  limit:
    'No run: the contact had as many runs in progress as it can have, 100 in an automation or 1,000 in all.',
  quota: 'No run: the quota of runs was used up. What a run takes of it is free again after 30 days.',
  loop: 'No run: it would have been a loop. What has led to this event had started the automation already, too many automations in a row, or 1,000 runs in all.',
};

/** Describes the result of an event that was just sent: `reason` says why there was none. */
export function startedWords({ runs_started, waits_resolved }: SentCounts): string {
  const sentences = [];
  if (runs_started > 0) sentences.push(`It has started ${counted(runs_started, 'run')}.`);
  if (waits_resolved > 0) sentences.push(endedWords(waits_resolved));
  return sentences.join(' ');
}

/** Why one automation has started no run, as a sentence. */
export function notStartedWords(reason: NotStartedReason): string {
  return REASONS[reason];
}

/** The result of the event as sentences, before the automations are named. */
export function outcomeSentences({ domain, waits_resolved, automations }: EventOutcome): string[] {
  const started = automations.filter(({ run_id }) => run_id !== null).length;
  const sentences = [];
  if (started > 0) sentences.push(`It has started ${counted(started, 'run')}.`);
  if (waits_resolved > 0) sentences.push(endedWords(waits_resolved));
  if (automations.length === 0 && domain !== null)
    sentences.push(
      waits_resolved > 0
        ? `No automation of ${domain} began with it then.`
        : `It has started nothing: no automation of ${domain} began with it then, and it has ended no wait.`,
    );
  if (domain === null)
    sentences.push(
      automations.length === 0
        ? 'No automation began with it. Its domain was deleted since.'
        : 'Its domain was deleted since, which has cancelled the runs that were in progress.',
    );
  if (automations.length > 0 && started === 0) sentences.push('It has started no run.');
  return sentences;
}

const endedWords = (waits: number) =>
  `It has ended the wait of ${counted(waits, 'run')}, which ${waits === 1 ? 'goes' : 'go'} on.`;
