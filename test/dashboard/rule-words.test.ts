// What the rules of a filter say in sentences, and what is said of one that is not finished.
import { expect } from 'chai';
import { ruleFaults } from '../../dashboard/rules/faults.ts';
import { type RuleNode, readTree } from '../../dashboard/rules/rules.ts';
import { ruleSentence } from '../../dashboard/rules/sentence.ts';
import { aboutField, sayVerb, verbOfRule, verbsOf } from '../../dashboard/rules/verbs.ts';
import {
  CAMPAIGN,
  CONTEXT,
  EMAIL,
  FIELDS,
  NAME,
  OPTION,
  PLAN,
  POLL,
  rule,
  SEGMENT,
  TOPIC,
} from './rule-account.ts';

describe('The sentence of a rule', () => {
  const CASES: readonly (readonly [filter: unknown, sentence: string])[] = [
    [{ and: [PLAN, { not: EMAIL }] }, 'plan is pro and not: address ends with @acme.dev'],
    [{ or: [{ not: EMAIL }, PLAN] }, '(not: address ends with @acme.dev) or plan is pro'],
    [{ not: { or: [PLAN, NAME] } }, 'none of: plan is pro, first name has a value'],
    [{ not: { and: [PLAN, NAME] } }, 'not: (plan is pro and first name has a value)'],
    [{ not: { not: PLAN } }, 'not: not: plan is pro'],
    [rule('contact.properties.plan', 'neq', 'not so pro'), 'plan is not “not so pro”'],
    [rule('contact.properties.plan', 'eq', ''), 'plan is “”'],
    [rule('contact.properties.seats', 'gte', 5), 'seats is at least 5'],
    [rule('contact.properties.paying', 'eq', true), 'paying is yes'],
    [rule('contact.created_at', 'gt', '2026-11-20'), 'date added is after 20 Nov 2026, 00:00 UTC'],
    [rule('contact.unsubscribed', 'eq', false), 'unsubscribed from everything is no'],
    [rule('engagement.last_opened_days', 'gt', 90), 'last opened mail more than 90 days ago, or never'],
    [rule('engagement.last_clicked_days', 'lte', 7), 'last clicked a link at most 7 days ago'],
    [rule('engagement.last_received_days', 'is_empty'), 'last received mail never'],
    [rule('segment', 'eq', SEGMENT), 'is in “Customers”'],
    [rule('segment', 'neq', OPTION), 'is not in “…”'],
    [rule(`topic.${TOPIC}`, 'eq', 'opt_in'), 'gets “Product news”'],
    [rule(`topic.${TOPIC}`, 'neq', 'opt_in'), 'does not get “Product news”'],
    [rule(`campaign.${CAMPAIGN}`, 'neq', 'opened'), 'did not open “Autumn sale”'],
    [rule(`campaign.${CAMPAIGN}`, 'eq', 'bounced'), '“Autumn sale” bounced'],
    [rule(`poll.${POLL}`, 'eq', OPTION), 'voted for “Tea” in “Tea or coffee?”'],
    [rule('', 'eq'), '…'],
    [rule('contact.email', 'contains'), 'address contains …'],
    [rule('contact.properties.gone', 'eq', 5), 'contact.properties.gone is 5'],
    [rule(`topic.${POLL}`, 'eq', 'opt_in'), 'a topic that no longer exists'],
    [undefined, ''],
  ];
  for (const [filter, sentence] of CASES)
    it(sentence || 'no rule', () => expect(ruleSentence(filter, FIELDS)).to.equal(sentence));
});

describe('A rule that changes', () => {
  const ruleOf = (filter: unknown) => readTree(filter).children[0] as RuleNode;
  const fieldOf = (name: string) => FIELDS.find(name);

  it('keeps what it says when the other field can say the same, and begins again when it cannot', () => {
    const email = ruleOf(EMAIL);
    const [from, text, number, topic] = [
      'contact.email',
      'contact.first_name',
      'contact.properties.seats',
      `topic.${TOPIC}`,
    ].map(fieldOf);
    if (!text || !number || !topic) throw new Error('These fields are there.');
    expect(aboutField(email, from, text)).to.include({ operator: 'ends_with', value: '@acme.dev' });
    expect(aboutField(email, from, number)).to.include({ operator: 'eq', value: undefined });
    expect(aboutField(email, from, topic)).to.include({ operator: 'eq', value: 'opt_in' });
    const [, , , , , exists] = verbsOf(text);
    const says = exists && sayVerb(email, exists, verbOfRule(text, email));
    expect(says).to.include({ operator: 'exists', value: undefined });
  });

  it('has a fault while it is unfinished, at the part that is missing', () => {
    const partOf = (filter: unknown) =>
      ruleFaults(filter, CONTEXT).map(({ field, message }) => `${field}: ${message}`);
    expect(partOf(undefined)).to.deep.equal(['filter: Add a rule.']);
    expect(partOf({ and: [rule('', 'eq')] })).to.deep.equal([
      'filter.rules[0].field: Choose what the rule is about.',
    ]);
    expect(partOf(rule('topic.', 'eq'))).to.deep.equal(['filter.field: Choose a topic.']);
    expect(partOf(rule(`campaign.${TOPIC}`, 'eq', 'opened'))[0]).to.include('This campaign no longer exists');
    expect(partOf(rule('contact.properties.gone', 'eq', 'x'))[0]).to.include('This field no longer exists');
    expect(partOf(rule('contact.properties.seats', 'eq', 'many'))[0]).to.include(
      'filter.value: Enter a number',
    );
    expect(partOf(rule('contact.created_at', 'gt', '0020-01-01'))[0]).to.include(
      'filter.value: Choose a day',
    );
    expect(partOf(rule('contact.email', 'gt', 'x'))[0]).to.include('filter.operator: ');
    expect(partOf(rule('contact.email', 'eq', 'x'.repeat(2_001)))[0]).to.include('At most 2,000');
  });
});
