// The model of the rules that a person edits: trees of rules are read and written without loss, every edit leaves a tree
// that the API accepts or a fault at its rule, and each has a sentence.
import { expect } from 'chai';
import fc from 'fast-check';
import { refusalOfEdit, ruleFaults, treeFaults } from '../../dashboard/rules/faults.ts';
import {
  addGroup,
  addRule,
  findNode,
  type MoveName,
  moveNode,
  removeNode,
  replaceNode,
  restoreNode,
  type TreeEdit,
} from '../../dashboard/rules/moves.ts';
import {
  findFaulty,
  type GroupNode,
  isGroup,
  placesOf,
  readTree,
  writeTree,
} from '../../dashboard/rules/rules.ts';
import { nodeSentence, ruleSentence } from '../../dashboard/rules/sentence.ts';
import { aboutField, sayVerb, verbOfRule, verbsOf } from '../../dashboard/rules/verbs.ts';
import { readRules } from '../../shared/resources/audience/rules/read.ts';
import { someTree } from '../shared/resources/audience/rules/support/random-trees.ts';
import { extent } from '../support/extent.ts';
import {
  CONTEXT,
  EMAIL,
  FIELDS,
  LIMITS,
  NAME,
  PLAN,
  RANDOM_FIELDS,
  refusedPath,
  rule,
} from './rule-account.ts';

const TREES = extent('RULE_TREES', 5_000, 50_000);
describe('A tree of rules', () => {
  it('is written as it was read, whatever its form, and as the API reads it', () => {
    fc.assert(
      fc.property(someTree(RANDOM_FIELDS), (filter) => {
        const written = writeTree(readTree(filter));
        expect(writeTree(readTree(written))).to.deep.equal(written);
        expect(written).to.deep.equal(readRules(filter, 'filter', { rules: 1_000, depth: 20 }));
        expect(ruleSentence(filter, FIELDS)).to.not.equal('');
        if (refusedPath(filter) === undefined) expect(ruleFaults(filter, CONTEXT)).to.deep.equal([]);
      }),
      { numRuns: TREES },
    );
  });

  it('stays one that the API accepts, or has a fault at its rule, through every edit', () => {
    const step = fc.tuple(fc.nat(), fc.nat(EDITS.length - 1), fc.nat());
    fc.assert(
      fc.property(
        someTree(RANDOM_FIELDS),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        (filter, steps) => {
          let tree = readTree(filter);
          for (const [place, edit, seed] of steps) tree = editAt(tree, { place, edit, seed });
        },
      ),
      { numRuns: TREES },
    );
  });

  it('keeps what this page does not know, and says so at its place', () => {
    for (const json of [
      { type: 'xor', rules: [PLAN] },
      { and: [PLAN], or: [PLAN] },
      {
        type: 'and',
        rules: [PLAN, { type: 'rule', field: 'contact.email', operator: 'eq', value: ['a'] }, 7],
      },
      { type: 'not', rule: null },
      rule('contact.shoe_size', 'is_larger', 40),
    ]) {
      expect(writeTree(readTree(json))).to.deep.equal(json);
      expect(ruleFaults(json, CONTEXT)).to.not.deep.equal([]);
      expect(ruleSentence(json, FIELDS)).to.be.a('string');
    }
  });

  it('keeps the keys of nodes that are in the same place when it is read again', () => {
    const before = readTree({ and: [PLAN, { not: EMAIL }] });
    const after = readTree({ and: [PLAN, { not: { ...EMAIL, value: '@acme.com' } }, NAME] }, before);
    const keys = (tree: GroupNode) => placesOf(tree, '').map(({ node }) => node.key);
    expect(keys(after).slice(0, 4)).to.deep.equal(keys(before));
    expect(new Set(keys(after)).size).to.equal(5);
  });

  it('finds the rule that a refusal of the API names, by its long path and by its short one', () => {
    const tree = readTree({ and: [PLAN, { or: [EMAIL, { not: NAME }] }, { not: { or: [PLAN, NAME] } }] });
    const named = (field: string) => {
      const found = findFaulty(tree, 'filter', field);
      const node = found && findNode(tree, found.key);
      return node && [nodeSentence(node, FIELDS), found?.part];
    };
    for (const field of ['filter.rules[1].rules[1].rule.operator', 'filter.and[1].or[1].not.operator'])
      expect(named(field)).to.deep.equal(['first name has a value', 'operator']);
    expect(named('filter.rules[2].rule.rules[0].value')).to.deep.equal(['plan is pro', 'value']);
    expect(named('filter.rules[2]')?.[0]).to.equal('none of: plan is pro, first name has a value');
    expect(named('filter.rules')?.[0]).to.include(' and ');
    expect(named('name')).to.equal(undefined);
    expect(findFaulty(readTree(PLAN), 'filter', 'filter.value')?.part).to.equal('value');
  });
});

describe('The moves of a rule', () => {
  const moved = (filter: unknown, sentence: string, ...moves: MoveName[]) => {
    let tree = readTree(filter);
    const key =
      placesOf(tree, '').find(({ node }) => nodeSentence(node, FIELDS) === sentence)?.node.key ?? '';
    for (const move of moves) tree = moveNode(tree, key, move)?.tree ?? tree;
    return nodeSentence(tree, FIELDS);
  };
  const ALL = { and: [PLAN, { or: [EMAIL, NAME] }] };

  it('go up and down in its group, into the next one, out of it, and into a new one', () => {
    expect(moved(ALL, 'plan is pro', 'down')).to.equal(
      '(address ends with @acme.dev or first name has a value) and plan is pro',
    );
    expect(moved(ALL, 'plan is pro', 'up')).to.equal(moved(ALL, 'plan is pro'));
    expect(moved(ALL, 'plan is pro', 'into')).to.equal(
      'plan is pro or address ends with @acme.dev or first name has a value',
    );
    expect(moved(ALL, 'first name has a value', 'out')).to.equal(
      'plan is pro and address ends with @acme.dev and first name has a value',
    );
    expect(moved({ and: [PLAN, NAME] }, 'plan is pro', 'into')).to.equal(
      'plan is pro and first name has a value',
    );
    expect(moved({ and: [PLAN, NAME] }, 'first name has a value', 'into', 'into', 'out')).to.equal(
      'plan is pro and first name has a value',
    );
  });

  it('take away a group with its last rule, and give the focus to what is next to it', () => {
    const tree = readTree({ and: [PLAN, { not: EMAIL }, NAME] });
    const email = placesOf(tree, '').find(
      ({ node }) => node.kind === 'rule' && node.operator === 'ends_with',
    );
    const edit = removeNode(tree, email?.node.key ?? '');
    expect(nodeSentence(edit?.tree as GroupNode, FIELDS)).to.equal('plan is pro and first name has a value');
    const focused = edit && findNode(edit.tree, edit.focus);
    expect(focused && nodeSentence(focused, FIELDS)).to.equal('first name has a value');
    const back = edit && restoreNode(edit.tree, edit.removed);
    expect(back && writeTree(back.tree)).to.deep.equal(writeTree(tree));
    const last = readTree(PLAN);
    expect(removeNode(last, last.children[0]?.key ?? '')?.focus).to.equal(last.key);
  });

  it('are refused where the tree would be too deep or too large', () => {
    const deep = readTree({ and: [{ or: [{ and: [{ or: [PLAN, EMAIL] }] }] }] });
    const plan = placesOf(deep, '').find(({ node }) => node.kind === 'rule')?.node.key ?? '';
    const edit = moveNode(deep, plan, 'into') as TreeEdit;
    expect(refusalOfEdit(deep, edit.tree, LIMITS)).to.include('5 levels deep');
    const many = readTree({ and: Array(50).fill(PLAN) });
    expect(refusalOfEdit(many, addRule(many, many).tree, LIMITS)).to.equal('You can have at most 50 rules.');
    expect(treeFaults(addRule(many, many).tree, CONTEXT)[0]).to.deep.equal({
      field: 'filter',
      message: 'You can have at most 50 rules.',
    });
  });
});

type Edit = (tree: GroupNode, key: string, seed: number) => GroupNode | undefined;

const groupAt = (tree: GroupNode, key: string): GroupNode => {
  const node = findNode(tree, key);
  return node && isGroup(node) ? node : tree;
};

/** All that keys and buttons do. */
const EDITS: readonly Edit[] = [
  ...(['up', 'down', 'into', 'out'] as const).map(
    (move): Edit =>
      (tree, key) =>
        moveNode(tree, key, move)?.tree,
  ),
  (tree, key) => removeNode(tree, key)?.tree,
  (tree, key) => addRule(tree, groupAt(tree, key)).tree,
  (tree, key) => addGroup(tree, groupAt(tree, key)).tree,
  (tree, key, seed) =>
    replaceNode(tree, { ...groupAt(tree, key), kind: (['all', 'any', 'none'] as const)[seed % 3] ?? 'all' }),
  (tree, key, seed) => {
    const node = findNode(tree, key);
    const to = FIELDS.find(RANDOM_FIELDS[seed % RANDOM_FIELDS.length]?.name ?? '');
    if (node?.kind !== 'rule' || !to) return undefined;
    const about = aboutField(node, FIELDS.find(node.field), to);
    const verbs = verbsOf(to);
    const verb = verbs[seed % verbs.length];
    return verb && replaceNode(tree, sayVerb(about, verb, verbOfRule(to, about)));
  },
];

/** One edit, which is refused where the tree would be too large, and then the tree is held against the API. */
function editAt(
  tree: GroupNode,
  { place, edit, seed }: { place: number; edit: number; seed: number },
): GroupNode {
  const nodes = placesOf(tree, 'filter').map(({ node }) => node);
  const key = nodes[place % nodes.length]?.key ?? '';
  const edited = EDITS[edit]?.(tree, key, seed);
  if (!edited || refusalOfEdit(tree, edited, LIMITS) !== undefined) return tree;
  const written = writeTree(edited);
  expect(writeTree(readTree(written))).to.deep.equal(written);
  expect(nodeSentence(edited, FIELDS)).to.be.a('string');
  const faults = treeFaults(edited, CONTEXT);
  const refused = refusedPath(written);
  if (refused !== undefined) {
    expect(faults, refused).to.not.deep.equal([]);
    expect(findFaulty(edited, 'filter', refused), refused).to.not.equal(undefined);
  } else expect(faults).to.deep.equal([]);
  for (const { field } of faults) expect(findFaulty(edited, 'filter', field), field).to.not.equal(undefined);
  return edited;
}
