// A value that a step is given: one that is typed, or one of the run that is read when the step comes (`{"var": …}`). Pure.
import type { RuleFields } from '../../../../rules/rule-fields.ts';

/** Reads a typed text. */
export type ReadText = (text: string) => { value: unknown } | { fault: string };

/** The name of the value that is read; undefined: it is typed. */
export function referenceIn(value: unknown): string | undefined {
  const name = typeof value === 'object' && value !== null ? (value as { var?: unknown }).var : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Reads a text: the name of a value of the run is that value. */
export function givenValue(text: string, fields: RuleFields, read: ReadText): ReturnType<ReadText> {
  return fields.find(text.trim()) ? { value: { var: text.trim() } } : read(text);
}
