/**
 * A Postgres array literal of texts, for arrays inside `unnest`: unnest takes an array of arrays apart to the last
 * element, so the inner ones travel as text and are cast in the statement.
 */
export function textArrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
