// Checks of how a message renders. What fails in all mail is an error; what fails for some contacts is a warning, because their
// mail alone is left out.
import { type CheckedMessage, placeOf, type Sample } from './checked-message.ts';
import { errorFinding, type Finding, warningFinding } from './finding.ts';

/** A check of a message. */
type MessageCheck = (message: CheckedMessage) => readonly Finding[];

const CHECKS: readonly MessageCheck[] = [checkVariables, checkFaults, checkSubject];

/** Checks how a message renders. */
export function checkRendering(message: CheckedMessage): Finding[] {
  return CHECKS.flatMap((check) => check(message));
}

function checkVariables(message: CheckedMessage): Finding[] {
  return variablesWithoutValue(message).map(({ variable, message: fault }) =>
    errorFinding('variable_missing', fault, placeOf(message.source, variable)),
  );
}

/** Variables without a value and a fallback: values are given for all recipients together. */
export function variablesWithoutValue({ samples }: CheckedMessage): { variable: string; message: string }[] {
  return samples.flatMap(({ fault }) => {
    const { message = '', variable } = fault ?? {};
    return variable ? [{ variable, message }] : [];
  });
}

/** Checks for other errors of rendering. */
export function checkFaults({ samples, forAll }: CheckedMessage): Finding[] {
  const isFaulty = ({ fault }: Sample) => fault !== undefined && fault.variable === undefined;
  const fault = samples.find(isFaulty)?.fault;
  if (!fault) return [];
  if (forAll.length > 0 && forAll.every(isFaulty)) return [errorFinding('render_failed', fault.message)];
  return [
    warningFinding('render_failed', `Contacts whose email cannot be rendered are left out: ${fault.message}`),
  ];
}

/** Accepts a template without a subject: its emails have their own. */
export function checkSubject({ source, forAll }: CheckedMessage): Finding[] {
  const isEmpty = ({ rendered }: Sample) => rendered !== undefined && !rendered.subject;
  if (source.subject === null || forAll.length === 0 || !forAll.every(isEmpty)) return [];
  return [errorFinding('subject_empty', 'The rendered subject is empty.', { field: 'subject' })];
}
