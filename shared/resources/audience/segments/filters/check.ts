// Checks a filter before it is stored or previewed: its rules, and the segments that it names. They must exist, belong to
// the audience of the filter and not use each other in a circle; and a filter together with all the filters that it uses
// must stay small enough to be evaluated. A change of one filter also changes the size of every filter that uses it.
// Writers have locked the account, so the check is exact.
import { type DomainError, notFound } from '../../../../contract/domain-error.ts';
import { EXPANDED_RULES_MAX, SEGMENT_NESTING_MAX } from '../../../../contract/limits.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { refuseRule } from '../../rules/read.ts';
import { pathsOfRules, type RuleTree, rulesOf } from '../../rules/rule.ts';
import { findSegments } from '../find.ts';
import { segmentOfOtherAudience } from '../segment.ts';
import type { ContactTree } from './contact-field.ts';
import { FILTER_PATH, segmentIdsOf, typeFilter } from './reader.ts';

/** A filter that is written or previewed. */
export interface CheckedFilter {
  accountId: string;
  audienceId: string;
  filter: RuleTree;
  /** The segment whose filter is replaced; undefined: no filter can use this one. */
  segment?: { id: string; name: string } | undefined;
}

/**
 * Checks a filter.
 * @returns its rules
 * @throws DomainError `validation_error` for a rule, a segment of another audience, a circle or too many rules;
 *   `not_found` for a topic or a segment
 */
export async function checkFilter(database: Queryable, checked: CheckedFilter): Promise<ContactTree> {
  const { accountId, audienceId, filter, segment } = checked;
  const tree = await typeFilter(database, accountId, filter);
  const ids = segmentIdsOf(tree);
  const found = new Map((await findSegments(database, accountId, ids)).map((each) => [each.id, each]));
  for (const id of ids) {
    const named = found.get(id);
    if (!named) throw notFound('Segment', { field: pathOfSegment(tree, id) });
    if (named.audienceId !== audienceId) throw segmentOfOtherAudience(id, { field: pathOfSegment(tree, id) });
  }
  // A filter that uses no segment and is used by none is as large as its own rules.
  if (ids.length === 0 && !segment) return tree;
  const users = await findUsers(database, checked);
  const { id, name } = segment ?? { id: '', name: 'this one' };
  users.set(id, { name, uses: usesOf(tree), rules: rulesOf(tree).length });
  const measure = new FilterMeasure(users);
  for (const userId of users.keys()) measure.check(userId);
  return tree;
}

/** Finds where a filter first names a segment. */
function pathOfSegment(tree: ContactTree, id: string): string {
  const found = pathsOfRules(tree, FILTER_PATH).find(
    ({ rule: { ref, operand } }) => ref.kind === 'segment' && operand === id,
  );
  return `${found?.path ?? FILTER_PATH}.value`;
}

/** A dynamic segment and the segments that its rules name, as often as they name them. */
interface SegmentUser {
  name: string;
  uses: readonly string[];
  rules: number;
}

/** The size of a filter together with those that it uses. */
interface FilterSize {
  rules: number;
  /** Segments deep: 1 without a dynamic segment. */
  levels: number;
}

/** Strict: otherwise each rule in a list would be found twice. */
const FIND_USERS = `
  SELECT id, name,
         ARRAY(SELECT jsonb_path_query(filter, 'strict $.** ? (@.field == "segment").value') #>> '{}') AS uses,
         (SELECT count(*)::integer FROM jsonb_path_query(filter, 'strict $.** ? (@.type == "rule")')) AS rules
  FROM segments WHERE account_id = $1 AND audience_id = $2 AND filter IS NOT NULL`;

async function findUsers(
  database: Queryable,
  { accountId, audienceId }: CheckedFilter,
): Promise<Map<string, SegmentUser>> {
  const { rows } = await database.query<SegmentUser & { id: string }>({
    name: 'find-segments-with-uses',
    text: FIND_USERS,
    values: [accountId, audienceId],
  });
  return new Map(rows.map(({ id, ...user }) => [id, user]));
}

function usesOf(tree: ContactTree): string[] {
  return rulesOf(tree).flatMap(({ ref, operand }) => (ref.kind === 'segment' ? [String(operand)] : []));
}

class FilterMeasure {
  readonly #users: ReadonlyMap<string, SegmentUser>;
  readonly #sizes = new Map<string, FilterSize>();

  constructor(users: ReadonlyMap<string, SegmentUser>) {
    this.#users = users;
  }

  /** @throws DomainError `validation_error` */
  check(id: string): void {
    const { rules, levels } = this.#sizeOf(id, []);
    const { name } = this.#users.get(id) ?? {};
    if (rules > EXPANDED_RULES_MAX) {
      throw refuse(
        `would give the filter ${JSON.stringify(name)} ${rules} rules, including those of the segments that it uses; at most ${EXPANDED_RULES_MAX} are allowed`,
      );
    }
    if (levels > SEGMENT_NESTING_MAX) {
      throw refuse(
        `would nest segments ${levels} levels deep in the filter ${JSON.stringify(name)}; at most ${SEGMENT_NESTING_MAX} levels are allowed`,
      );
    }
  }

  /** @param above the segments that lead here */
  #sizeOf(id: string, above: readonly string[]): FilterSize {
    const user = this.#users.get(id);
    if (!user) return { rules: 0, levels: 0 };
    const known = this.#sizes.get(id);
    if (known) return known;
    const path = [...above, id];
    if (above.includes(id)) throw this.#refuseCircle(path.slice(above.indexOf(id)));
    const used = user.uses.map((each) => this.#sizeOf(each, path));
    const size = {
      rules: used.reduce((sum, { rules }) => sum + rules, user.rules),
      levels: 1 + Math.max(0, ...used.map(({ levels }) => levels)),
    };
    this.#sizes.set(id, size);
    return size;
  }

  #refuseCircle(path: readonly string[]): DomainError {
    const names = path.map((id) => this.#users.get(id)?.name);
    return refuse(`makes segments refer to each other in a circle: ${names.join(' → ')}`);
  }
}

function refuse(what: string): DomainError {
  return refuseRule(FILTER_PATH, what);
}
