// What an enrolment asks for, and what holds it until it is whole: who, counted, and from a thousand contacts on their number,
// typed. Pure.
import type { Automation, EnrollContactsBody } from '../../../../api/generated/types.ts';
import { typedNumber } from '../../../../audience/typed-number.ts';
import { counted } from '../../../events/received/outcome-words.ts';

/** The values in the dialog. */
export interface EnrolDraft {
  kind: 'contact' | 'segment' | 'all';
  contact: { id: string; label: string } | undefined;
  segmentId: string | undefined;
  /** The number. */
  typed: string;
}

/** How many contacts it is about; `unknown`: they could not be counted; undefined: not known yet, or none are chosen. */
export type EnrolCount = number | 'unknown' | undefined;

/** The treatment of contacts that are or were in it. */
export const REENTRY_WORDS: Readonly<Record<Automation['reentry'], string>> = {
  always: 'A contact that is already in a run starts another one.',
  when_done: 'A contact that is already in a run is skipped.',
  once: 'An address that entered before is skipped.',
};

/** The body of the request. */
export function enrolBody({ kind, contact, segmentId }: EnrolDraft): EnrollContactsBody {
  if (kind === 'contact') return { contact_id: contact?.id ?? '' };
  return kind === 'segment' ? { segment_id: segmentId ?? '' } : { all: true };
}

/** "Enrol 1,204 contacts" */
export function enrolLabel(count: EnrolCount): string {
  return typeof count === 'number' ? `Enrol ${counted(count, 'contact')}` : 'Enrol';
}

/** The text to type: the number, or a word if it is unknown; undefined: none. */
export function typedFor(count: EnrolCount): string | undefined {
  if (count === 'unknown') return 'enrol';
  return count === undefined ? undefined : typedNumber(count);
}

/** The reason why it cannot be requested yet. */
export function notReadyWords(
  { kind, contact, segmentId, typed }: EnrolDraft,
  count: EnrolCount,
): string | undefined {
  if (kind === 'contact' && !contact) return 'Choose a contact first.';
  if (kind === 'segment' && segmentId === undefined) return 'Choose a segment first.';
  if (count === undefined) return 'Contacts are being counted.';
  if (count === 0) return 'This selection has no contacts.';
  const expected = typedFor(count);
  return expected === undefined || typed.trim() === expected ? undefined : `Type ${expected} first.`;
}
