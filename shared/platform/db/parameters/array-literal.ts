// Postgres array literals (`{"a","b"}`). The driver would write them too, but looks at each value for what it is and at each
// character of it twice, and composes times from their parts.

const NULL = 'NULL';
const SPECIAL = /["\\]/g;

/**
 * Writes texts as a Postgres array literal. `unnest` flattens an array of arrays down to single elements, so inner
 * arrays are sent as text and cast to an array in the statement.
 */
export function textArrayLiteral(values: readonly (string | null)[]): string {
  return literalOf(values, (value) => `"${value.replace(SPECIAL, '\\$&')}"`);
}

/** Writes times as a Postgres array literal. */
export function timeArrayLiteral(times: readonly (Date | null)[]): string {
  return literalOf(times, (time) => `"${textOfTime(time)}"`);
}

/** Postgres takes years of five figures, but not in ISO's form with a sign. */
function textOfTime(time: Date): string {
  const text = time.toISOString();
  return text.startsWith('+') ? text.replace(/^\+0*/, '') : text;
}

/** Writes values in which nothing is special: ids (UUIDs), numbers, days, truth values. */
export function plainArrayLiteral(values: readonly (string | number | bigint | boolean | null)[]): string {
  return literalOf(values, String);
}

function literalOf<Value>(values: readonly (Value | null)[], write: (value: Value) => string): string {
  return `{${values.map((value) => (value === null ? NULL : write(value))).join(',')}}`;
}
