// The form of a column that a subquery takes from the statement around it.

/**
 * SQL: a column with its table, `webhooks.account_id`. A name alone would be read as a column of the subquery's own table, and the
 * condition be true for every row of it.
 */
export type QualifiedColumn = `${string}.${string}`;
