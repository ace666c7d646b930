// The two evaluators of rule trees agree: random trees over random contacts, 10,000 in a long run, as SQL, with both ways to
// look things up, and as a function over facts in memory.
import { expect } from 'chai';
import fc from 'fast-check';
import { CAMPAIGN_PARTS } from '../../../../../shared/contract/segments/values.ts';
import { findContactProperties } from '../../../../../shared/resources/audience/contact-properties/find.ts';
import { conditionOf } from '../../../../../shared/resources/audience/rules/condition.ts';
import { readRules } from '../../../../../shared/resources/audience/rules/read.ts';
import { type FindRuleField, rulesOf } from '../../../../../shared/resources/audience/rules/rule.ts';
import { typeRules } from '../../../../../shared/resources/audience/rules/type-check.ts';
import { contactColumns } from '../../../../../shared/resources/audience/segments/filters/contact-columns.ts';
import {
  type ContactField,
  type ContactTree,
  contactFieldsOf,
} from '../../../../../shared/resources/audience/segments/filters/contact-field.ts';
import {
  type ContactStatement,
  JoinedLookUps,
  type LookUps,
  lookUpEach,
} from '../../../../../shared/resources/audience/segments/filters/look-ups.ts';
import { expandFilter } from '../../../../../shared/resources/audience/segments/filters/reader.ts';
import { findTopics } from '../../../../../shared/resources/audience/topics/find.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { extent } from '../../../../support/extent.ts';
import { createCampaign } from '../../../../support/factories/campaign-factories.ts';
import {
  createContactProperty,
  createSegment,
  createTopic,
} from '../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { createPoll } from '../../../../support/factories/poll-factories.ts';
import {
  NOW,
  type RandomWorld,
  StoredContact,
  someContact,
  storeContacts,
} from './support/random-contacts.ts';
import { type RandomField, someTree } from './support/random-trees.ts';

const RUNS = extent('RULES_RUNS', 40, 100);
const TREES_PER_RUN = 100;
const CONTACTS_PER_RUN = 20;
const LIMITS = { rules: 1_000, depth: 10 };

describe('The evaluators of rules', () => {
  const database = useDatabase();
  let world: RandomWorld;
  let dynamic: { id: string; tree: ContactTree }[];
  let findField: FindRuleField<ContactField>;
  let fields: RandomField[];

  const treeOf = (given: unknown) => typeRules(readRules(given, 'tree', LIMITS), 'tree', findField);

  before(async () => {
    const { pool } = database;
    const accountId = (await createAccount(pool)).id;
    const numbers = [];
    for (const type of ['string', 'number', 'boolean', 'date'] as const)
      numbers.push((await createContactProperty(pool, accountId, { key: `its_${type}`, type })).number);
    const topics = [];
    for (const defaultSubscription of ['opt_in', 'opt_out'] as const)
      topics.push((await createTopic(pool, accountId, { defaultSubscription })).id);
    const first = await createSegment(pool, accountId);
    const second = await createSegment(pool, accountId);
    const campaigns = [
      await createCampaign(pool, accountId),
      await createCampaign(pool, accountId),
      // Its recipients are gone by retention.
      await createCampaign(pool, accountId, { dispatchId: null }),
    ];
    const dispatches = campaigns.flatMap(({ dispatchId }) => (dispatchId === '' ? [] : [dispatchId]));
    const polls = [await createPoll(pool, accountId), await createPoll(pool, accountId)].map(
      ({ id, options }) => ({ id, optionIds: options.map((option) => option.id) }),
    );
    world = { accountId, numbers, topics, segments: [first.id, second.id], dispatches, polls };
    findField = contactFieldsOf({
      properties: new Map((await findContactProperties(pool, accountId)).map((each) => [each.key, each])),
      topics: new Map((await findTopics(pool, accountId)).map((each) => [each.id, each])),
      campaigns: new Map(
        campaigns.map(({ id, dispatchId }) => [id, { dispatchId: dispatchId || null, isTaken: true }]),
      ),
      polls: new Map(polls.map((poll) => [poll.id, poll])),
    });
    const isText = { field: 'contact.properties.its_string', operator: 'contains', value: 'a' };
    const noText = await createDynamic({ not: isText });
    const isNot = { field: 'segment', operator: 'neq', value: noText.id };
    const is = { field: 'segment', operator: 'eq', value: first.id };
    dynamic = [noText, await createDynamic({ or: [isNot, is] })];
    fields = [
      ...fieldsOf(world, dynamic),
      ...campaigns.map(
        ({ id }): RandomField => ({ name: `campaign.${id}`, type: 'choice', values: CAMPAIGN_PARTS }),
      ),
      ...polls.map(
        ({ id, optionIds }): RandomField => ({
          name: `poll.${id}`,
          type: 'choice',
          values: ['any', ...optionIds],
        }),
      ),
    ];
  });

  const createDynamic = async (given: unknown) => {
    const { id } = await createSegment(database.pool, world.accountId);
    const filter = JSON.stringify(readRules(given, 'tree', LIMITS));
    await database.pool.query('UPDATE segments SET filter = $2 WHERE id = $1', [id, filter]);
    return { id, tree: treeOf(given) };
  };

  /** Stores contacts. What segments they are in, dynamic ones too, is decided by the function. */
  const store = async (given: Parameters<typeof storeContacts>[2]) => {
    const { audienceId, contacts } = await storeContacts(database.pool, world, given);
    const all = contacts.map(({ id, facts, segments }) =>
      dynamic.reduce(
        (contact, { id: segment, tree }) =>
          contact.meets(tree) ? new StoredContact(id, facts, [...contact.segments, segment]) : contact,
        new StoredContact(id, facts, segments),
      ),
    );
    return { audienceId, contacts: all };
  };

  type MakeLookUps = (
    statement: ContactStatement,
    trees: readonly ContactTree[],
  ) => LookUps & { joins?: string };
  const LOOK_UPS: readonly MakeLookUps[] = [
    lookUpEach,
    (statement, trees) => new JoinedLookUps(statement, trees.flatMap(rulesOf)),
    // As for each rule alone.
    (statement) => new JoinedLookUps(statement, []),
  ];
  /** Id of a contact → whether it meets each tree. */
  const findMeeting = async (audienceId: string, trees: readonly ContactTree[], makeLookUps: MakeLookUps) => {
    const values: unknown[] = [audienceId];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const statement = { accountId: world.accountId, parameter, now: NOW };
    const lookUps = makeLookUps(statement, trees);
    const columns = contactColumns(statement, lookUps);
    const answers = trees.map((tree) => `${conditionOf(tree, columns)} IS TRUE`);
    const { rows } = await database.pool.query<{ id: string; answers: boolean[] }>(
      `SELECT contacts.id, ARRAY[${answers.join(', ')}] AS answers FROM contacts ${lookUps.joins ?? ''} WHERE audience_id = $1`,
      values,
    );
    return new Map(rows.map((row) => [row.id, row.answers]));
  };

  it('agree on random trees over random contacts', async () => {
    let met = 0;
    const someContacts = fc.array(someContact, { minLength: CONTACTS_PER_RUN, maxLength: CONTACTS_PER_RUN });
    const someTrees = fc.array(someTree(fields), { minLength: TREES_PER_RUN, maxLength: TREES_PER_RUN });
    const agree = fc.asyncProperty(someContacts, someTrees, async (given, trees) => {
      const typed = trees.map(treeOf);
      const expanded: ContactTree[] = [];
      for (const tree of typed) expanded.push(await expandFilter(database.pool, world.accountId, tree));
      const { audienceId, contacts } = await store(given);
      const meetings = await Promise.all(LOOK_UPS.map((make) => findMeeting(audienceId, expanded, make)));
      for (const contact of contacts) {
        const expected = typed.map((tree) => contact.meets(tree));
        met += expected.filter(Boolean).length;
        for (const meeting of meetings) {
          const answers = meeting.get(contact.id);
          const index = expected.findIndex((answer, place) => answer !== answers?.[place]);
          const facts = JSON.stringify([...contact.facts, ...contact.segments]);
          const said = `${JSON.stringify(trees[index])} of ${facts}, by the function: ${expected[index]}`;
          expect(index, said).to.equal(-1);
        }
      }
    });
    await fc.assert(agree, { numRuns: RUNS, endOnFailure: true });
    // If no contact or every contact met all trees, the test would prove nothing.
    expect(met / (RUNS * TREES_PER_RUN * CONTACTS_PER_RUN)).to.be.within(0.2, 0.8);
  });
});

function fieldsOf({ topics, segments }: RandomWorld, dynamic: readonly { id: string }[]): RandomField[] {
  const ofContact = (type: RandomField['type'], ...names: string[]) =>
    names.map((name): RandomField => ({ name: `contact.${name}`, type }));
  return [
    ...ofContact('text', 'email', 'first_name', 'last_name', 'properties.its_string'),
    ...ofContact('number', 'properties.its_number'),
    ...ofContact('boolean', 'properties.its_boolean', 'unsubscribed'),
    ...ofContact('date', 'properties.its_date', 'created_at', 'updated_at'),
    ...topics.map(
      (id): RandomField => ({ name: `topic.${id}`, type: 'choice', values: ['opt_in', 'opt_out'] }),
    ),
    ...['received', 'opened', 'clicked'].map(
      (done): RandomField => ({ name: `engagement.last_${done}_days`, type: 'days' }),
    ),
    { name: 'segment', type: 'member', values: segments },
    { name: 'segment', type: 'member', values: dynamic.map(({ id }) => id) },
  ];
}
