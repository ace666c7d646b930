// Random trees of rules in every form in which a client may write them.
import fc from 'fast-check';
import { someDate, someDays, someNumber, someText } from './random-values.ts';

/** A field that random rules name. */
export interface RandomField {
  name: string;
  type: 'text' | 'number' | 'boolean' | 'date' | 'days' | 'choice' | 'member';
  /** Values of a `choice` and a `member`. */
  values?: readonly string[];
}

const SAME = ['eq', 'neq'];
const OPERATORS: Record<RandomField['type'], readonly string[]> = {
  text: [...SAME, 'contains', 'starts_with', 'ends_with'],
  number: [...SAME, 'gt', 'gte', 'lt', 'lte'],
  boolean: SAME,
  date: [...SAME, 'gt', 'gte', 'lt', 'lte'],
  days: [...SAME, 'gt', 'gte', 'lt', 'lte'],
  choice: SAME,
  member: SAME,
};
const VALUES = { text: someText, number: someNumber, boolean: fc.boolean(), date: someDate, days: someDays };

/** Trees over these fields, up to five levels deep. */
export function someTree(fields: readonly RandomField[]): fc.Arbitrary<unknown> {
  const rule = fc.constantFrom(...fields).chain(someRule);
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      { weight: 3, arbitrary: rule },
      { weight: 1, arbitrary: fc.constantFrom(...fields).chain(someList) },
      { weight: 2, arbitrary: someGroup(fc.array(tie('tree'), { minLength: 1, maxLength: 3 })) },
      {
        weight: 1,
        arbitrary: tie('tree').chain((below) =>
          fc.constantFrom({ type: 'not', rule: below }, { not: below }),
        ),
      },
    ),
  }));
  return tree as fc.Arbitrary<unknown>;
}

/** Whether a field is one of several values, or none of them. */
function someList({ name, type, values = [] }: RandomField): fc.Arbitrary<unknown> {
  const value = someValue(type, values);
  return fc
    .tuple(
      fc.constantFrom('and', 'or'),
      fc.constantFrom(...SAME),
      fc.array(value, { minLength: 2, maxLength: 3 }),
    )
    .map(([group, operator, operands]) => ({
      [group]: operands.map((operand) => ({ field: name, operator, value: operand })),
    }));
}

function someGroup(below: fc.Arbitrary<unknown[]>): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom('and', 'or'), fc.boolean(), below)
    .map(([type, isShort, rules]) => (isShort ? { [type]: rules } : { type, rules }));
}

function someRule({ name, type, values = [] }: RandomField): fc.Arbitrary<unknown> {
  const value = someValue(type, values);
  const compared = fc.record({
    field: fc.constant(name),
    operator: fc.constantFrom(...OPERATORS[type]),
    value,
  });
  const present = fc.record({
    field: fc.constant(name),
    operator: fc.constantFrom('exists', 'is_empty'),
  });
  const isAlwaysThere = type === 'choice' || type === 'member';
  const rule = isAlwaysThere
    ? compared
    : fc.oneof({ weight: 4, arbitrary: compared }, { weight: 1, arbitrary: present });
  return rule.chain((each) => fc.constantFrom(each, { type: 'rule', ...each }, { rule: each }));
}

function someValue(type: RandomField['type'], values: readonly string[]): fc.Arbitrary<unknown> {
  return type === 'choice' || type === 'member' ? fc.constantFrom(...values) : VALUES[type];
}
