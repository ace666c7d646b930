// The SQL for whether the address of a contact has unsubscribed, as a look-up by key for each contact that is read. As
// EXISTS, Postgres would expect a look-up for every contact of a list, and would first read all unsubscribes of all
// accounts into a hash table: 15 ms for 50,000.

/** SQL condition on a row of `contacts`. */
export const HAS_UNSUBSCRIBED = `coalesce(
  (SELECT true FROM unsubscribes
   WHERE unsubscribes.account_id = contacts.account_id AND unsubscribes.email_key = contacts.email_key), false)`;

/**
 * SQL for a condition that is true of most rows, so that Postgres keeps to the index that has the order of the page. It
 * expects of an inequality without statistics that it holds for almost all rows, and no index serves it. Of the plain
 * condition it would often expect so few rows that it reads and sorts all of them.
 */
export function whichMostRowsMeet(condition: string): string {
  return `(${condition})::integer <> 0`;
}
