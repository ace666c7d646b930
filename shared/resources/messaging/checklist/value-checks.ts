// Checks values of contacts that a message prints without a fallback: a contact without one sees a gap (“Hello ,”), or
// gets no mail if the subject consists of it alone.
import { type CheckedMessage, lineOfName, placeOf } from './checked-message.ts';
import { type Finding, warningFinding } from './finding.ts';

/** How many contacts lack values, or all of several; undefined: it is not known. */
export type CountOfLack = (names: readonly string[]) => number | undefined;

/** The values whose absence is counted: each alone, and those of the subject together. */
export function lacksOf(message: CheckedMessage): string[][] {
  const ofSubject = subjectNames(message);
  return [...namesOf(message).map((name) => [name]), ...(ofSubject.length > 0 ? [ofSubject] : [])];
}

/** Checks a message that is sent to contacts. @param unknown the text for an unknown count */
export function checkValues(message: CheckedMessage, countOf: CountOfLack, unknown: string): Finding[] {
  const { source } = message;
  const ofSubject = subjectNames(message);
  const findings: Finding[] = [];
  if (ofSubject.length > 0) {
    const count = countOf(ofSubject);
    const left = `${contactsOf(count)} left out (render_failed): without ${listed(ofSubject)} the subject is empty.`;
    if (count !== 0)
      findings.push(
        warningFinding('subject_empty', withHint(left, count, unknown), { field: 'subject', count }),
      );
  }
  for (const name of namesOf(message)) {
    const count = countOf([name]);
    if (count === 0) continue;
    const gap = `${contactsOf(count)} shown a gap: \`${name}\` is empty and has no fallback.`;
    findings.push(
      warningFinding('value_missing', withHint(gap, count, unknown), { ...placeOf(source, name), count }),
    );
  }
  return findings;
}

/** The empty values that the samples print. */
function namesOf({ samples }: CheckedMessage): string[] {
  return [...new Set(samples.flatMap(({ rendered }) => rendered?.emptyNames ?? []))];
}

/** The values without which the subject is empty. */
function subjectNames({ source, samples }: CheckedMessage): string[] {
  const { subject } = source;
  if (subject === null) return [];
  const names = samples.flatMap(({ rendered }) =>
    rendered && !rendered.subject
      ? rendered.emptyNames.filter((name) => lineOfName(subject, name) !== undefined)
      : [],
  );
  return [...new Set(names)];
}

function contactsOf(count: number | undefined): string {
  if (count === undefined) return 'Contacts may be';
  return count === 1 ? '1 contact is' : `${count} contacts are`;
}

function withHint(text: string, count: number | undefined, unknown: string): string {
  return count === undefined && unknown !== '' ? `${text} ${unknown}` : text;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' and ');
}
