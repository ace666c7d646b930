// What the columns of a file become, as a request says it (docs/reference/contact-imports.md#columns). Pure. The import does
// exactly what one has seen, so all columns are named in it, and none is left to be found by its name.
import type { ColumnTarget } from './target.ts';

/** `column_map` of a request. */
export type SentColumnMap = Readonly<
  Record<string, string | Readonly<Record<string, { column: string; type?: string }>>>
>;

/** The map. A column that becomes nothing is not in it. */
export function columnMapOf(header: readonly string[], targets: readonly ColumnTarget[]): SentColumnMap {
  const named = targets.map((target, position) => ({ target, column: (header[position] ?? '').trim() }));
  const fields = named.flatMap(({ target, column }) =>
    target.to === 'field' ? [[target.field, column] as const] : [],
  );
  const properties = named.flatMap(({ target, column }) => {
    if (target.to === 'property') return [[target.key, { column }] as const];
    return target.to === 'new' ? [[target.key, { column, type: target.type }] as const] : [];
  });
  return { ...Object.fromEntries(fields), properties: Object.fromEntries(properties) };
}
