// A tree of rules as a sentence: "plan is pro and not: address ends with @acme.dev".
import type { RuleFields } from './rule-fields.ts';

/** The sentence of a filter as the API has it. It never throws. */
export function ruleSentence(_filter: unknown, _fields: RuleFields): string {
  return '';
}
