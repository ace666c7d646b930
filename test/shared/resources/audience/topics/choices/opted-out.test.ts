// Who gets no mail of a topic, against a second implementation in plain code, and what the look-up costs on large
// tables.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { addressKey } from '../../../../../../shared/mail/addresses.ts';
import { querySingle } from '../../../../../../shared/platform/db/combined-query.ts';
import {
  type OptOut,
  optedOut,
  ownTopics,
  type TopicAddress,
} from '../../../../../../shared/resources/audience/topics/choices/opted-out.ts';
import type { TopicSubscription } from '../../../../../../shared/resources/audience/topics/topic.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { explain } from '../../../../../support/database/plans.ts';
import { createTopic } from '../../../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../../../support/factories/factories.ts';
import { chooseTopic, unsubscribeAddress } from './decisions.ts';

const AT = new Date('2026-11-20T10:00:00.123Z');
const ADDRESSES = ['Bo@customer.dev', 'cy@customer.dev', 'ÜNAL@customer.dev'];
const CHOOSERS = ['person', 'account'] as const;
const SUBSCRIPTIONS: TopicSubscription[] = ['opt_in', 'opt_out'];

const subscription = fc.constantFrom(...SUBSCRIPTIONS);
const chosenBy = fc.constantFrom(...CHOOSERS);
/** Two accounts: topics, some of them deleted, and what addresses have decided. */
const worlds = fc.array(
  fc.record({
    topics: fc.array(fc.record({ defaultSubscription: subscription, isDeleted: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    }),
    unsubscribes: fc.uniqueArray(fc.record({ address: fc.constantFrom(...ADDRESSES), chosenBy }), {
      selector: ({ address }) => address,
    }),
    choices: fc.uniqueArray(
      fc.record({ address: fc.constantFrom(...ADDRESSES), topic: fc.nat(2), subscription, chosenBy }),
      { selector: ({ address, topic }) => `${address} ${topic}` },
    ),
  }),
  { minLength: 2, maxLength: 2 },
);

type World = typeof worlds extends fc.Arbitrary<(infer One)[]> ? One : never;

/**
 * The rule: unsubscribing beats all, then the choice, then the default; a topic that is gone has none. For mail without
 * a topic only unsubscribing counts.
 */
function oracle(
  { topics, unsubscribes, choices }: World,
  asked: { address: string; topic: number | null },
): OptOut | undefined {
  const topic = asked.topic === null ? undefined : topics[asked.topic];
  const topicName = topic && !topic.isDeleted ? `Topic ${asked.topic}` : null;
  const unsubscribe = unsubscribes.find(({ address }) => address === asked.address);
  const choice = choices.find(({ address, topic }) => address === asked.address && topic === asked.topic);
  const fallback = topicName === null ? 'opt_in' : topic?.defaultSubscription;
  const isOutOfTopic = asked.topic !== null && (choice?.subscription ?? fallback) === 'opt_out';
  if (unsubscribe) {
    const decision = { by: unsubscribe.chosenBy, since: AT };
    return { from: 'everything', isOutOfTopic, topicName, decision };
  }
  if (!isOutOfTopic) return undefined;
  const decision = choice ? { by: choice.chosenBy, since: AT } : null;
  return { from: 'topic', isOutOfTopic, topicName, decision };
}

describe('who gets no mail of a topic', () => {
  const database = useDatabase();

  /** Stores a world. @returns its account and its topics, also those that are deleted */
  async function store({ topics, unsubscribes, choices }: World) {
    const { pool } = database;
    const { id: accountId } = await createAccount(pool);
    const topicIds = [];
    for (const [number, { defaultSubscription }] of topics.entries()) {
      const { id } = await createTopic(pool, accountId, { name: `Topic ${number}`, defaultSubscription });
      topicIds.push(id);
    }
    while (topicIds.length < 3) topicIds.push(randomUUID());
    for (const { address, chosenBy: by } of unsubscribes)
      await unsubscribeAddress(pool, { accountId, address }, by, AT);
    for (const { address, topic, subscription: chosen, chosenBy: by } of choices)
      await chooseTopic(pool, { accountId, address, topicId: topicIds[topic] ?? '' }, chosen, by, AT);
    const deleted = topicIds.filter((_id, number) => topics[number]?.isDeleted);
    await pool.query('DELETE FROM topics WHERE id = ANY($1::uuid[])', [deleted]);
    return { accountId, topicIds };
  }

  it('is decided by the unsubscribe, else the choice, else the default of the topic, for each account on its own', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (accounts) => {
        const stored = await Promise.all(accounts.map(store));
        const asked = accounts.flatMap((world, account) =>
          ADDRESSES.flatMap((address) =>
            [0, 1, 2, null].map((topic) => {
              const { accountId, topicIds } = stored[account] ?? expect.fail();
              const topicId = topic === null ? null : (topicIds[topic] ?? '');
              const named: TopicAddress = { accountId, topicId, address };
              return { named, expected: oracle(world, { address, topic }) };
            }),
          ),
        );
        const query = optedOut(asked.map(({ named }) => named));
        const find = await querySingle(database.pool, 'test-opted-out', query);
        for (const { named, expected } of asked) expect(find(named)).to.deep.equal(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('is the same for every spelling of an address and of the id of a topic', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const { id: topicId } = await createTopic(database.pool, accountId);
    await chooseTopic(database.pool, { accountId, topicId, address: 'bo@customer.dev' }, 'opt_out');
    const asked = { accountId, topicId: topicId.toUpperCase(), address: 'BO@customer.dev' };
    const find = await querySingle(database.pool, 'test-opted-out', optedOut([asked]));
    expect([find(asked)?.from, find({ ...asked, topicId })?.from]).to.deep.equal(['topic', 'topic']);
    const isOwn = await querySingle(database.pool, 'test-own-topics', ownTopics([asked]));
    expect(isOwn(asked)).to.equal(true);
  });

  it('asks for the topics of the account only', async () => {
    const own = await createAccount(database.pool);
    const other = await createAccount(database.pool);
    const topic = await createTopic(database.pool, own.id);
    const asked = [own.id, other.id].map((accountId) => ({ accountId, topicId: topic.id }));
    const isOwn = await querySingle(database.pool, 'test-own-topics', ownTopics(asked));
    expect(asked.map(isOwn)).to.deep.equal([true, false]);
  });
});

describe('looking up opt-outs in large tables', () => {
  const ROWS = 100_000;
  const ASKED = 5_000;
  const database = useDatabase();
  let accountId: string;
  let topicId: string;

  before(async () => {
    accountId = (await createAccount(database.pool)).id;
    topicId = (await createTopic(database.pool, accountId)).id;
    await database.pool.query(
      `INSERT INTO unsubscribes (account_id, email_key, chosen_by, chosen_at)
       SELECT $1, 'bo' || n || '@x.dev', 'person', now() FROM generate_series(1, $2::integer) AS n`,
      [accountId, ROWS],
    );
    await database.pool.query(
      `INSERT INTO topic_choices (account_id, email_key, topic_id, subscription, chosen_by, chosen_at)
       SELECT $1, 'bo' || n || '@x.dev', $3, 'opt_out', 'person', now() FROM generate_series(1, $2::integer) AS n`,
      [accountId, ROWS, topicId],
    );
    await database.pool.query('ANALYZE unsubscribes, topic_choices, topics');
  });

  for (const [addresses, name] of [
    [1, 'one address'],
    [ASKED, `the ${ASKED} of a batch`],
  ] as const) {
    it(`reads the rows of ${name} by their keys`, async () => {
      const asked = Array.from({ length: addresses }, (_, number) => ({
        accountId,
        topicId,
        address: addressKey(`bo${number}@x.dev`),
      }));
      const plans = await explain(
        database.pool,
        (explaining) => querySingle(explaining, 'test-plan', optedOut(asked)),
        'ANALYZE, FORMAT JSON',
      );
      for (const [table, index] of [
        ['unsubscribes', 'unsubscribes_pkey'],
        ['topic_choices', 'topic_choices_pkey'],
      ]) {
        const scans = plans.flat().filter((node) => node['Relation Name'] === table);
        expect(scans).to.have.length(1);
        expect(scans[0]).to.include({ 'Index Name': index, 'Actual Loops': addresses });
        expect(scans[0]?.['Actual Rows']).to.be.at.most(1);
      }
    });
  }
});
