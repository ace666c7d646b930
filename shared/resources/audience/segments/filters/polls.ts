// Polls that filters name: `poll.<id>`. A vote belongs to an address, so a contact has the vote of its address
// (docs/architecture/polls.md#filters).
import { POLL_PREFIX } from '../../../../contract/segments/fields.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { isUuidV7 } from '../../../../platform/time/ids.ts';
import { type RuleTree, ruleFieldNames } from '../../rules/rule.ts';

/** The name of the field of a poll. */
export const pollField = (id: string): string => `${POLL_PREFIX}${id}`;

/** A poll as filters see it. */
export interface FilterPoll {
  id: string;
  optionIds: readonly string[];
}

/** Finds the polls of an account that filters name. Filters that name none cost nothing. */
export async function findNamedPolls(
  database: Queryable,
  accountId: string,
  filters: readonly RuleTree[],
): Promise<Map<string, FilterPoll>> {
  const names = new Set(filters.flatMap(ruleFieldNames).filter((name) => name.startsWith(POLL_PREFIX)));
  const ids = [...names].map((name) => name.slice(POLL_PREFIX.length)).filter(isUuidV7);
  if (ids.length === 0) return new Map();
  const { rows } = await database.query<FilterPoll>({
    name: 'find-polls-of-filters',
    text: `SELECT id, ARRAY(SELECT option ->> 'id' FROM jsonb_array_elements(options) AS option) AS "optionIds"
           FROM polls WHERE account_id = $1 AND id = ANY($2::uuid[])`,
    values: [accountId, ids],
  });
  return new Map(rows.map((poll) => [poll.id, poll]));
}
