// Emails with a topic: recipients who do not want it are dropped when the email is accepted, and mail without a topic
// pays nothing for that.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { DomainError } from '../../../../../../shared/contract/domain-error.ts';
import type { Acceptor } from '../../../../../../shared/resources/messaging/emails/accept/accept.ts';
import { readAcceptData } from '../../../../../../shared/resources/messaging/emails/accept/check.ts';
import type { NewEmail } from '../../../../../../shared/resources/messaging/emails/email.ts';
import { createTopic } from '../../../../../support/factories/contact-factories.ts';
import { createSuppression } from '../../../../../support/factories/factories.ts';
import { failureOf } from '../../../../../support/failure-of.ts';
import { chooseTopic, unsubscribeAddress } from '../../../audience/topics/choices/decisions.ts';
import { mailboxes } from './new-email.ts';
import { useAcceptor } from './use-acceptor.ts';

const AT = new Date('2026-11-20T10:00:00.123Z');

describe('accepting emails with a topic', () => {
  const test = useAcceptor();
  const { email } = test;
  let acceptor: Acceptor;
  let accountId: string;
  let topicId: string;
  beforeEach(async () => {
    acceptor = test.create(test.database.pool);
    ({ accountId } = email());
    topicId = (await createTopic(test.database.pool, accountId, { name: 'News' })).id;
    await test.database.pool.query('TRUNCATE unsubscribes, topic_choices, suppressions');
  });
  afterEach(() => acceptor.drain());

  const unsubscribeFromAll = (address: string, chosenBy: 'person' | 'account' = 'person') =>
    unsubscribeAddress(test.database.pool, { accountId, address }, chosenBy, AT);
  const choose = (address: string, subscription: 'opt_in' | 'opt_out', topic = topicId) =>
    chooseTopic(test.database.pool, { accountId, address, topicId: topic }, subscription, 'person', AT);
  /** Address → the reason for which it was dropped; null: it was not. */
  const accept = async (changes: Partial<NewEmail>) => {
    const id = await acceptor.accept(email({ topicId, ...changes }));
    const { rows } = await test.database.pool.query<{
      address: string;
      state: string;
      reason: string | null;
    }>(
      `SELECT address, state, (SELECT data ->> 'reason' FROM email_events AS event
                               WHERE event.email_id = recipient.email_id AND event.recipient = recipient.address
                                 AND type = 'suppressed') AS reason
       FROM email_recipients AS recipient WHERE email_id = $1 ORDER BY position`,
      [id],
    );
    for (const { state, reason } of rows) expect(state === 'suppressed').to.equal(reason !== null);
    return Object.fromEntries(rows.map(({ address, reason }) => [address, reason]));
  };
  const refusal = (changes: Partial<NewEmail>) => failureOf(acceptor.accept(email({ topicId, ...changes })));

  it('drops who has unsubscribed from everything or opted out of the topic, in any spelling, and no others', async () => {
    const other = (await createTopic(test.database.pool, accountId)).id;
    await unsubscribeFromAll('ana@customer.dev');
    await choose('ana@customer.dev', 'opt_in');
    await choose('bo@customer.dev', 'opt_out');
    await choose('cy@customer.dev', 'opt_out', other);
    const to = mailboxes('Ana@customer.dev', 'BO@customer.dev', 'cy@customer.dev');
    expect(await accept({ to, cc: mailboxes('di@customer.dev') })).to.deep.equal({
      'Ana@customer.dev': 'unsubscribed',
      'BO@customer.dev': 'topic_opted_out',
      'cy@customer.dev': null,
      'di@customer.dev': null,
    });
    // Mail without a topic reaches them.
    expect(await accept({ topicId: null, to: to.slice(0, 2) })).to.deep.equal({
      'Ana@customer.dev': null,
      'BO@customer.dev': null,
    });
  });

  it('sends a topic that must be chosen to those who have chosen it only', async () => {
    const { id: beta } = await createTopic(test.database.pool, accountId, { defaultSubscription: 'opt_out' });
    await choose('bo@customer.dev', 'opt_in', beta);
    const to = mailboxes('bo@customer.dev', 'cy@customer.dev');
    expect(await accept({ topicId: beta, to })).to.deep.equal({
      'bo@customer.dev': null,
      'cy@customer.dev': 'topic_opted_out',
    });
  });

  it('names the first cause of several: the simulator in scheduled mail, the domain, the suppression list, then the topic', async () => {
    const to = mailboxes('delivered@simulator.test', 'bo@example.com', 'bo@customer.dev', 'cy@customer.dev');
    for (const { mailbox } of to) await unsubscribeFromAll(mailbox.address);
    await createSuppression(test.database.pool, accountId, 'bo@customer.dev');
    await createSuppression(test.database.pool, accountId, 'delivered@simulator.test');
    const cc = mailboxes('di@customer.dev');
    const rest = { 'bo@example.com': 'reserved_domain', 'bo@customer.dev': 'suppressed_address' };
    const left = { 'cy@customer.dev': 'unsubscribed', 'di@customer.dev': null };
    const free = mailboxes('ed@customer.dev');
    expect(await accept({ to: [...to, ...free], cc })).to.deep.equal({
      'delivered@simulator.test': 'unsubscribed',
      ...rest,
      ...left,
      'ed@customer.dev': null,
    });
    expect(await accept({ to: [...to, ...free], cc, scheduledAt: new Date(Date.now() + 60_000) })).to.include(
      {
        'delivered@simulator.test': 'simulator_scheduled',
        ...rest,
      },
    );
  });

  it('charges no dropped recipient', async () => {
    const usedWith = async (...addresses: string[]) => {
      const emails = [email({ topicId, to: mailboxes(...addresses) })];
      return (await acceptor.submit({ accountId, emails })).usage?.month ?? expect.fail();
    };
    const before = await usedWith('cy@customer.dev');
    await choose('bo@customer.dev', 'opt_out');
    expect(await usedWith('bo@customer.dev', 'cy@customer.dev')).to.equal(before + 1);
  });

  it('refuses an email that no to recipient wants, and says of each since when, by whom and what to do', async () => {
    await unsubscribeFromAll('ana@customer.dev');
    await choose('bo+x@customer.dev', 'opt_out');
    await unsubscribeFromAll('cy@customer.dev', 'account');
    const error = await refusal({
      to: mailboxes('ana@customer.dev', 'bo+x@customer.dev', 'cy@customer.dev'),
      cc: mailboxes('di@customer.dev'),
    });
    expect(error.name).to.equal('validation_error');
    expect(error.message).to.equal(
      'All `to` recipients are suppressed. The email was not sent.' +
        ' ana@customer.dev has been unsubscribed from everything since 2026-11-20T10:00:00.123Z, by its owner.' +
        ' If its owner wants this mail, they can subscribe on the preference page, or use PATCH /contacts/ana@customer.dev' +
        ' with `unsubscribed: false` and a full-access key.' +
        ' bo+x@customer.dev has been opted out of the topic "News" since 2026-11-20T10:00:00.123Z, by its owner.' +
        ' If its owner wants this mail, they can subscribe on the preference page, or use PATCH' +
        ' /contacts/bo+x@customer.dev/topics with a full-access key.' +
        ' cy@customer.dev has been unsubscribed from everything since 2026-11-20T10:00:00.123Z, by the account.' +
        ' If its owner wants this mail, they can subscribe on the preference page, or use PATCH /contacts/cy@customer.dev' +
        ' with `unsubscribed: false` and a full-access key.',
    );
    const { rowCount } = await test.database.pool.query('SELECT FROM emails');
    expect(rowCount).to.equal(0);
  });

  it('explains ten addresses, and names the others and the kind of their cause', async () => {
    const { id: beta } = await createTopic(test.database.pool, accountId, {
      name: 'Beta',
      defaultSubscription: 'opt_out',
    });
    await unsubscribeFromAll('a11@customer.dev');
    const to = mailboxes(...Array.from({ length: 13 }, (_, number) => `a${number}@customer.dev`));
    const { message } = await refusal({ topicId: beta, to });
    expect(message).to.include('a0@customer.dev has not opted in to the topic "Beta", which only reaches');
    expect(message.match(/ has not opted in to /g)).to.have.length(10);
    expect(message).to.match(
      / Also unsubscribed from everything: a11@customer\.dev\. Also not subscribed to the topic: a10@customer\.dev, a12@customer\.dev\.$/,
    );
  });

  describe('with an unknown topic', () => {
    const foreign = async () => {
      const sender = await test.createSender();
      return (await createTopic(test.database.pool, sender.accountId)).id;
    };

    it('refuses the email with not_found, also for the topic of another account', async () => {
      for (const unknown of [randomUUID(), await foreign()]) {
        const { name, message } = await refusal({ topicId: unknown });
        expect([name, message]).to.deep.equal(['not_found', 'Topic not found.']);
      }
    });

    it('refuses a strict batch and names the item, and leaves the item out of a permissive one', async () => {
      const emails = [email({ topicId }), email({ topicId: await foreign() }), email()];
      const batch = { indexes: [0, 2, 5], refused: [] };
      const submit = (mode: 'strict' | 'permissive') =>
        acceptor.submit({ accountId, emails, batch: { ...batch, mode } });
      const error = (await failureOf(submit('strict'))) as DomainError;
      expect([error.name, error.details]).to.deep.equal(['not_found', { index: 2 }]);
      expect(await test.storedIds()).to.deep.equal([]);
      const { ids, refused } = await submit('permissive');
      expect(ids).to.deep.equal([emails[0]?.id, emails[2]?.id]);
      expect(refused.map(({ index, error: { name } }) => [index, name])).to.deep.equal([[2, 'not_found']]);
    });
  });

  it('stores the topic and the template of an email', async () => {
    const templateId = randomUUID();
    const ids = await Promise.all(
      [{ topicId }, { templateId }, {}].map((origin) => acceptor.accept(email(origin))),
    );
    const { rows } = await test.database.pool.query(
      'SELECT topic_id, template_id FROM emails ORDER BY array_position($1::uuid[], id)',
      [ids],
    );
    expect(rows).to.deep.equal([
      { topic_id: topicId, template_id: null },
      { topic_id: null, template_id: templateId },
      { topic_id: null, template_id: null },
    ]);
  });

  it('reads everything in one statement, which is another one only for a group with a topic', async () => {
    const statements = async (...emails: NewEmail[]) => {
      const seen: { name: string; text: string }[] = [];
      const watching = {
        query(statement: { name: string; text: string }) {
          seen.push(statement);
          return test.database.pool.query(statement);
        },
      };
      await readAcceptData(watching as never, emails, { simulatorDomains: ['simulator.test'] });
      return seen;
    };
    const [plain, ...others] = await statements(email(), email({ templateId: randomUUID() }));
    expect(others).to.deep.equal([]);
    expect(plain?.name).to.equal('accept-read-facts');
    expect(plain?.text).not.to.match(/topic|unsubscribes/);
    const withTopic = await statements(email(), email({ topicId }));
    expect(withTopic.map(({ name }) => name)).to.deep.equal(['accept-read-facts-unsubscribing']);
  });

  it('decides for every group as the rule says, whatever is mixed in it', async () => {
    const beta = await createTopic(test.database.pool, accountId, { defaultSubscription: 'opt_out' });
    const topics = [null, topicId, beta.id];
    const decideAs = async ({ unsubscribed, choices }: World) => {
      await test.database.pool.query('TRUNCATE unsubscribes, topic_choices');
      for (const address of unsubscribed) await unsubscribeFromAll(address);
      for (const { address, topic, subscription } of choices)
        await choose(address, subscription, topics[topic] ?? '');
    };
    /** The reasons by address, or the words of the refusal. */
    const outcomeOf = ({ topic, to }: World['emails'][number]) =>
      accept({ topicId: topics[topic] ?? null, to: mailboxes(...to) }).catch((error: Error) => error.message);
    const expectAsTheRule = async (world: World) => {
      await decideAs(world);
      const outcomes = await Promise.all(world.emails.map(outcomeOf));
      world.emails.forEach(({ topic, to }, index) => {
        const expected = Object.fromEntries(to.map((each) => [each, reasonOf(world, each, topic)]));
        if (Object.values(expected).includes(null)) expect(outcomes[index]).to.deep.equal(expected);
        else for (const each of to) expect(outcomes[index]).to.include(`${each} has `);
      });
    };
    await fc.assert(fc.asyncProperty(worlds, expectAsTheRule), { numRuns: 60 });
  });
});

const ADDRESSES = ['ana@customer.dev', 'Bo@customer.dev', 'delivered@simulator.test', 'di@customer.dev'];
const addresses = fc.constantFrom(...ADDRESSES);

/** Topic 0 is none, topic 1 reaches by default, topic 2 by choice. */
const worlds = fc.record({
  unsubscribed: fc.uniqueArray(addresses),
  choices: fc.uniqueArray(
    fc.record({
      address: addresses,
      topic: fc.integer({ min: 1, max: 2 }),
      subscription: fc.constantFrom('opt_in' as const, 'opt_out' as const),
    }),
    { selector: ({ address, topic }) => `${address} ${topic}` },
  ),
  emails: fc.array(fc.record({ topic: fc.nat(2), to: fc.uniqueArray(addresses, { minLength: 1 }) }), {
    minLength: 1,
    maxLength: 8,
  }),
});

type World = typeof worlds extends fc.Arbitrary<infer One> ? One : never;

/** The rule; null: the recipient gets the email. */
function reasonOf({ unsubscribed, choices }: World, to: string, topic: number): string | null {
  if (topic === 0) return null;
  if (unsubscribed.includes(to)) return 'unsubscribed';
  const choice = choices.find((each) => each.address === to && each.topic === topic);
  const subscription = choice?.subscription ?? (topic === 1 ? 'opt_in' : 'opt_out');
  return subscription === 'opt_in' ? null : 'topic_opted_out';
}
