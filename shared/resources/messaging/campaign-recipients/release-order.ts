// The order in which recipients are released, and the test group, which is the first part of it.

/** Place in the order of release. */
export interface ReleaseCursor {
  dueAt: Date;
  sortKey: number;
}

/**
 * SQL: a pending recipient is in the test group, up to the last one, whose position in the index is given. Several may
 * have the same key as the last one.
 * @param dueAt the parameter of its position, together with `key`; both null: all recipients
 */
export function inTestGroup(dueAt: string, key: string): string {
  return `AND (due_at, sort_key) <= (coalesce(${dueAt}::timestamptz, 'infinity'), coalesce(${key}::integer, 2147483647))
    AND (variant IS NOT NULL OR ${key}::integer IS NULL)`;
}
