// Which rules of docs/reference/ an operation has: those of the headings that name its method and path, and those of the
// sections that rules-of-operations.ts adds.
import type { ReferenceOperation } from './description.ts';
import type { Rule, RuleSection } from './rules.ts';

/** What of a rule is looked at. */
export type PlacedRule = Pick<Rule, 'document' | 'sections'>;

const NAMED = /(?<methods>[A-Z]+(?: and [A-Z]+)*) (?<path>\/\S*)/g;

/** The rules of an operation, in the order of the documents. @param more sections, as rules-of-operations.ts names them */
export function rulesOfOperation<Each extends PlacedRule>(
  operation: ReferenceOperation,
  rules: readonly Each[],
  more: readonly string[],
): Each[] {
  return rules.filter(
    (rule) => isNamedBy(operation, rule) || more.some((section) => isInSection(rule, section)),
  );
}

/** Whether a heading above a rule names the operation. */
export function isNamedBy(
  { method, path }: Pick<ReferenceOperation, 'method' | 'path'>,
  rule: PlacedRule,
): boolean {
  return rule.sections.some(({ title }) => callsIn(title).has(`${method} ${path}`));
}

/** Whether a rule is in a section. @param section a document of docs/reference/ and an anchor of it */
export function isInSection({ document, sections }: PlacedRule, section: string): boolean {
  const [name, anchor] = section.split('#');
  return (
    document === `docs/reference/${name}` && sections.some((each: RuleSection) => each.anchor === anchor)
  );
}

/** The calls that a heading names: `PATCH and DELETE /topics/:id` are two. */
function callsIn(title: string): Set<string> {
  const calls = [...title.matchAll(NAMED)].flatMap(({ groups }) => {
    const path = groups?.['path']?.replace(/:(\w+)/g, '{$1}');
    return (groups?.['methods'] ?? '').split(' and ').map((method) => `${method} ${path}`);
  });
  return new Set(calls);
}
