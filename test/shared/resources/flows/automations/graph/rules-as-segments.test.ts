// Rules about contacts mean in automations what they mean in segments: 2,000 random trees over random contacts, decided
// by the engine about contacts as the worker loads them, and by the SQL of segments.
import { expect } from 'chai';
import fc from 'fast-check';
import { findContactProperties } from '../../../../../../shared/resources/audience/contact-properties/find.ts';
import { conditionOf } from '../../../../../../shared/resources/audience/rules/condition.ts';
import { readRules } from '../../../../../../shared/resources/audience/rules/read.ts';
import { typeRules } from '../../../../../../shared/resources/audience/rules/type-check.ts';
import { contactColumns } from '../../../../../../shared/resources/audience/segments/filters/contact-columns.ts';
import { contactFieldsOf } from '../../../../../../shared/resources/audience/segments/filters/contact-field.ts';
import { lookUpEach } from '../../../../../../shared/resources/audience/segments/filters/look-ups.ts';
import {
  isMet,
  ruleFieldsOf,
} from '../../../../../../shared/resources/flows/automations/graph/rule-fields.ts';
import {
  type ClaimedRun,
  loadRuns,
} from '../../../../../../shared/resources/flows/automations/runs/transitions/load.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createContactProperty } from '../../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../../support/factories/factories.ts';
import { someContact, storeContacts } from '../../../audience/rules/support/random-contacts.ts';
import { type RandomField, someTree } from '../../../audience/rules/support/random-trees.ts';

const ROUNDS = 20;
const TREES_PER_ROUND = 100;
const CONTACTS_PER_ROUND = 20;
const LIMITS = { rules: 1_000, depth: 10 };

const FIELDS: readonly RandomField[] = [
  { type: 'text' as const, names: ['email', 'first_name', 'last_name', 'properties.its_string'] },
  { type: 'number' as const, names: ['properties.its_number'] },
  { type: 'boolean' as const, names: ['properties.its_boolean', 'unsubscribed'] },
  { type: 'date' as const, names: ['properties.its_date', 'created_at', 'updated_at'] },
].flatMap(({ type, names }) => names.map((name) => ({ name: `contact.${name}`, type })));

/** A claimed run of each contact of an audience. */
const INSERT_RUNS = `
  INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                               is_exclusive, chain, listens, step_key, clock, created_at, claimed_by, claim_token)
  SELECT uuid_v7(now()), account_id, audience_id, audience_id, 0, audience_id, id, audience_id, false, '{}', '{}', 'first',
         now(), now(), audience_id, audience_id
  FROM contacts WHERE audience_id = $1 RETURNING id`;

describe('Rules about contacts in automations', () => {
  const database = useDatabase();
  let accountId: string;
  let numbers: number[];

  before(async () => {
    const { pool } = database;
    accountId = (await createAccount(pool)).id;
    numbers = [];
    for (const type of ['string', 'number', 'boolean', 'date'] as const)
      numbers.push((await createContactProperty(pool, accountId, { key: `its_${type}`, type })).number);
  });

  /** The trees as automations read them, and as segments do. */
  const readTrees = async (given: readonly unknown[]) => {
    const found = await findContactProperties(database.pool, accountId);
    const properties = new Map(found.map((each) => [each.key, each]));
    const ofRuns = ruleFieldsOf({ properties, waitNames: new Set() });
    const ofContacts = contactFieldsOf({
      properties,
      topics: new Map(),
      campaigns: new Map(),
      polls: new Map(),
    });
    const trees = given.map((tree) => readRules(tree, 'rule', LIMITS));
    return trees.map((tree) => ({
      ofRuns: typeRules(tree, 'rule', ofRuns),
      ofContacts: typeRules(tree, 'rule', ofContacts),
    }));
  };

  /** Contacts of an audience as the worker loads them with their runs. */
  const loadContacts = async (audienceId: string) => {
    const { rows } = await database.pool.query<{ id: string }>(INSERT_RUNS, [audienceId]);
    const claims = rows.map(({ id }) => ({ id, token: audienceId }));
    const loaded: ClaimedRun[] = [];
    for await (const part of loadRuns(database.pool, claims)) loaded.push(...part);
    return loaded.flatMap(({ contact }) => (contact ? [contact] : []));
  };

  /** Id of a contact → whether it meets each tree, by SQL. */
  const findMeeting = async (audienceId: string, trees: Awaited<ReturnType<typeof readTrees>>) => {
    const values: unknown[] = [audienceId];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const statement = { accountId, parameter, now: new Date() };
    const columns = contactColumns(statement, lookUpEach(statement));
    const conditions = trees.map(({ ofContacts }) => `${conditionOf(ofContacts, columns)} IS TRUE`);
    const { rows } = await database.pool.query<{ id: string; answers: boolean[] }>(
      `SELECT contacts.id, ARRAY[${conditions.join(', ')}] AS answers FROM contacts WHERE audience_id = $1`,
      values,
    );
    return new Map(rows.map(({ id, answers }) => [id, answers]));
  };

  it('answer as those of segments do, for 2,000 random trees', async () => {
    expect(ROUNDS * TREES_PER_ROUND).to.equal(2_000);
    let met = 0;
    const someContacts = fc.array(someContact, {
      minLength: CONTACTS_PER_ROUND,
      maxLength: CONTACTS_PER_ROUND,
    });
    const someTrees = fc.array(someTree(FIELDS), { minLength: TREES_PER_ROUND, maxLength: TREES_PER_ROUND });
    const agree = fc.asyncProperty(someContacts, someTrees, async (given, givenTrees) => {
      const world = { accountId, numbers, topics: [], segments: [], dispatches: [], polls: [] };
      const { audienceId } = await storeContacts(database.pool, world, given);
      const trees = await readTrees(givenTrees);
      const meeting = await findMeeting(audienceId, trees);
      const contacts = await loadContacts(audienceId);
      expect(contacts).to.have.length(CONTACTS_PER_ROUND);
      for (const contact of contacts) {
        const answers = trees.map(({ ofRuns }) => isMet(ofRuns, { contact, event: null, waits: {} }));
        met += answers.filter(Boolean).length;
        const place = answers.findIndex((answer, index) => answer !== meeting.get(contact.id)?.[index]);
        const said = `${JSON.stringify(givenTrees[place])} of ${JSON.stringify(contact)}`;
        expect(place, said).to.equal(-1);
      }
    });
    await fc.assert(agree, { numRuns: ROUNDS, endOnFailure: true });
    // If no contact or every contact met all trees, the test would prove nothing.
    expect(met / (ROUNDS * TREES_PER_ROUND * CONTACTS_PER_ROUND)).to.be.within(0.2, 0.8);
  });
});
