// Reads filters against what their account has: properties, topics, campaigns, polls, and other segments. The rules of a filter that name
// a dynamic segment are replaced by the filter of that segment, so that the evaluators know static segments only.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { findContactProperties } from '../../contact-properties/find.ts';
import { type RuleTree, replaceRules, rulesOf } from '../../rules/rule.ts';
import { typeRules } from '../../rules/type-check.ts';
import { findTopics } from '../../topics/find.ts';
import { findSegments } from '../find.ts';
import { type DynamicSegment, isDynamic, type Segment } from '../segment.ts';
import { findNamedCampaigns } from './campaigns.ts';
import { type ContactTree, contactFieldsOf, type FilterDefinitions } from './contact-field.ts';
import { findNamedPolls } from './polls.ts';

/** The name of a filter in refusals. */
export const FILTER_PATH = 'filter';

/** Types a filter. @throws DomainError `validation_error` for its rules; `not_found` for a topic, a campaign or a poll */
export async function typeFilter(
  database: Queryable,
  accountId: string,
  filter: RuleTree,
): Promise<ContactTree> {
  const [definitions, named] = await Promise.all([
    findDefinitions(database, accountId),
    findNamed(database, accountId, [filter]),
  ]);
  return typeRules(filter, FILTER_PATH, contactFieldsOf({ ...definitions, ...named }));
}

/** The rules of a dynamic segment, for evaluators. */
export async function findSegmentRules(
  database: Queryable,
  { accountId, filter }: Pick<DynamicSegment, 'accountId' | 'filter'>,
): Promise<ContactTree> {
  return await expandFilter(database, accountId, await typeFilter(database, accountId, filter));
}

/** How lists find the members of segments: of static ones by their ids, of dynamic ones by their rules. */
export async function byKindOfSegment(
  database: Queryable,
  segments: readonly Segment[],
): Promise<{ segmentIds: string[]; trees: ContactTree[] }> {
  const segmentIds = segments.filter((segment) => !isDynamic(segment)).map(({ id }) => id);
  const trees: ContactTree[] = [];
  for (const segment of segments.filter(isDynamic)) trees.push(await findSegmentRules(database, segment));
  return { segmentIds, trees };
}

/** Replaces rules about dynamic segments by the filters of these. */
export async function expandFilter(
  database: Queryable,
  accountId: string,
  tree: ContactTree,
): Promise<ContactTree> {
  const trees = new Map<string, ContactTree>();
  let asked = segmentIdsOf(tree);
  if (asked.length === 0) return tree;
  const definitions = await findDefinitions(database, accountId);
  // Stored filters have no cycle (uses.ts), so this ends.
  while (asked.length > 0) {
    const found = await findSegments(database, accountId, asked);
    const filters = found.flatMap(({ filter }) => filter ?? []);
    const findField = contactFieldsOf({ ...definitions, ...(await findNamed(database, accountId, filters)) });
    for (const { id, filter } of found) if (filter) trees.set(id, typeRules(filter, FILTER_PATH, findField));
    const next = found.flatMap(({ id }) => segmentIdsOf(trees.get(id)));
    asked = [...new Set(next)].filter((id) => !trees.has(id));
  }
  return expand(tree, trees);
}

function expand(tree: ContactTree, trees: ReadonlyMap<string, ContactTree>): ContactTree {
  return replaceRules(tree, (rule) => {
    const found = rule.ref.kind === 'segment' && trees.get(String(rule.operand));
    if (!found) return rule;
    const expanded = expand(found, trees);
    return rule.operator === 'eq' ? expanded : { type: 'not', rule: expanded };
  });
}

/** The segments that the rules of a tree name, each once. */
export function segmentIdsOf(tree: ContactTree | undefined): string[] {
  const rules = tree ? rulesOf(tree) : [];
  return [
    ...new Set(rules.filter(({ ref }) => ref.kind === 'segment').map(({ operand }) => String(operand))),
  ];
}

async function findNamed(
  database: Queryable,
  accountId: string,
  filters: readonly RuleTree[],
): Promise<Pick<FilterDefinitions, 'campaigns' | 'polls'>> {
  const [campaigns, polls] = await Promise.all([
    findNamedCampaigns(database, accountId, filters),
    findNamedPolls(database, accountId, filters),
  ]);
  return { campaigns, polls };
}

async function findDefinitions(
  database: Queryable,
  accountId: string,
): Promise<Omit<FilterDefinitions, 'campaigns' | 'polls'>> {
  const [properties, topics] = await Promise.all([
    findContactProperties(database, accountId),
    findTopics(database, accountId),
  ]);
  return {
    properties: new Map(properties.map((property) => [property.key, property])),
    topics: new Map(topics.map((topic) => [topic.id, topic])),
  };
}
