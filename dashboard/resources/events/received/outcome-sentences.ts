// What a received event has done, and why one automation has started no run, as sentences of its record. Lists need none of
// them (outcome-words.ts). Pure.
import type { SentEvent } from '../../../api/generated/types.ts';
import { counted, type EventOutcome, type NotStartedReason } from './outcome-words.ts';

/** The result of an event that was just sent. */
type SentCounts = Pick<SentEvent, 'runs_started' | 'waits_resolved'>;

const REASONS: Readonly<Record<NotStartedReason, string>> = {
  disabled: 'No run: it was off when the event arrived.',
  machine: 'No run: a program sent the email. Two programs could answer each other forever.',
  answered: 'No run: it sends mail, and an email from this address already started it within the last hour.',
  active: 'No run: the contact was already in a run, and can enter again only after that run ends.',
  once: 'No run: the address entered before, and each address can enter only once.',
  limit: 'No run: the contact reached the limit of runs in progress, 100 per automation or 1,000 in total.',
  quota: 'No run: the quota of runs was used up. Each run stops counting after 30 days.',
  loop: 'No run: it would have been a loop. The chain that led to this event had already started this automation, too many automations in a row, or 1,000 runs in total.',
};

/** Describes the result of an event that was just sent: `reason` says why there was none. */
export function startedWords({ runs_started, waits_resolved }: SentCounts): string {
  const sentences = [];
  if (runs_started > 0) sentences.push(`This event started ${counted(runs_started, 'run')}.`);
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
  if (started > 0) sentences.push(`This event started ${counted(started, 'run')}.`);
  if (waits_resolved > 0) sentences.push(endedWords(waits_resolved));
  if (automations.length === 0 && domain !== null)
    sentences.push(
      waits_resolved > 0
        ? `No automation of ${domain} was triggered by this event.`
        : `This event started nothing: no automation of ${domain} was triggered by it, and no run was waiting for it.`,
    );
  if (domain === null)
    sentences.push(
      automations.length === 0
        ? 'This event triggered no automation. Its domain has since been deleted.'
        : 'Its domain has since been deleted, which cancelled the runs in progress.',
    );
  if (automations.length > 0 && started === 0) sentences.push('This event started no runs.');
  return sentences;
}

const endedWords = (waits: number) => `This event ended the wait of ${counted(waits, 'run')}.`;
