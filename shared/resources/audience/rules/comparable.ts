// Puts values into the form in which rules compare them: text without the letter case of A to Z, a date as the
// milliseconds since 1970. SQL does the same (condition.ts, iso-instant.ts). It imports no package, because the dashboard
// judges values by it, too (dashboard/rules/faults.ts).

import type { RuleFieldType, RuleValue } from '../../../contract/rules/values.ts';
import { parseIsoInstant } from '../../../platform/time/iso-instant.ts';

/**
 * The value of a field in the form in which it is compared.
 * @returns undefined for a value of another type, which counts as missing
 */
export function comparableOf(type: RuleFieldType, value: unknown): RuleValue | undefined {
  switch (type) {
    case 'text':
      return typeof value === 'string' ? foldCase(value) : undefined;
    case 'number':
    case 'days':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'date':
      return millisecondsOf(value);
    case 'any':
      return presenceOf(value);
    default:
      return typeof value === 'string' ? value : undefined;
  }
}

/** Whether a rule may compare a field of this type with the value. */
export function isComparable(type: RuleFieldType, value: RuleValue): boolean {
  // PostgreSQL knows no year 0, and JavaScript reads the years before 100 as years of the last century.
  if (type === 'date' && String(value).startsWith('0')) return false;
  return comparableOf(type, value) !== undefined;
}

/** For rules that only check whether there is a value, and whether it is empty. */
function presenceOf(value: unknown): RuleValue | undefined {
  if (value === undefined || value === null) return undefined;
  return value === '' ? '' : true;
}

/** Only A to Z, as `lower` does it in Postgres' collation "C": the case of other letters depends on the language. */
function foldCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function millisecondsOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' ? parseIsoInstant(value)?.getTime() : undefined;
}
