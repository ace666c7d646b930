// Emails of automations: they are stored with their automation, and without a topic they reach no one who has
// unsubscribed from everything.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { DomainError } from '../../../../../../shared/contract/domain-error.ts';
import type { Acceptor } from '../../../../../../shared/resources/messaging/emails/accept/accept.ts';
import type { NewEmail } from '../../../../../../shared/resources/messaging/emails/email.ts';
import { createTopic } from '../../../../../support/factories/contact-factories.ts';
import { failureOf } from '../../../../../support/failure-of.ts';
import { chooseTopic, unsubscribeAddress } from '../../../audience/topics/choices/decisions.ts';
import { mailboxes } from './new-email.ts';
import { useAcceptor } from './use-acceptor.ts';

describe('accepting emails of automations', () => {
  const test = useAcceptor();
  const automationId = randomUUID();
  const ofAutomation = (changes: Partial<NewEmail> = {}) =>
    test.email({ source: 'automation', automationId, ...changes });
  let acceptor: Acceptor;
  let accountId: string;
  beforeEach(async () => {
    acceptor = test.create(test.database.pool);
    ({ accountId } = test.email());
    await test.database.pool.query('TRUNCATE unsubscribes, topic_choices');
  });
  afterEach(() => acceptor.drain());
  const unsubscribe = (address: string) => unsubscribeAddress(test.database.pool, { accountId, address });
  /** The recipients of an email as `address state`. */
  const recipientsOf = async (id: string) => {
    const { rows } = await test.database.pool.query<{ recipient: string }>(
      `SELECT address || ' ' || state AS recipient FROM email_recipients WHERE email_id = $1 ORDER BY position`,
      [id],
    );
    return rows.map(({ recipient }) => recipient);
  };

  it('stores the run and the contact of an email, and none for other mail', async () => {
    const run = { id: randomUUID(), contactId: randomUUID() };
    const ids = await Promise.all([ofAutomation({ run }), test.email()].map((each) => acceptor.accept(each)));
    const { rows } = await test.database.pool.query(
      'SELECT run_id, contact_id FROM emails ORDER BY array_position($1::uuid[], id)',
      [ids],
    );
    expect(rows).to.deep.equal([
      { run_id: run.id, contact_id: run.contactId },
      { run_id: null, contact_id: null },
    ]);
  });

  it('stores the automation of an email, and none for other mail', async () => {
    const ids = await Promise.all([ofAutomation(), test.email()].map((each) => acceptor.accept(each)));
    const { rows } = await test.database.pool.query(
      'SELECT source, automation_id FROM emails ORDER BY array_position($1::uuid[], id)',
      [ids],
    );
    expect(rows).to.deep.equal([
      { source: 'automation', automation_id: automationId },
      { source: 'api', automation_id: null },
    ]);
  });

  it('drops who has unsubscribed from everything, in any spelling, and not who has opted out of a topic only', async () => {
    const { id: topicId } = await createTopic(test.database.pool, accountId);
    await unsubscribe('bo@customer.dev');
    const choice = { accountId, address: 'cy@customer.dev', topicId };
    await chooseTopic(test.database.pool, choice, 'opt_out');
    const to = mailboxes('BO@customer.dev', 'cy@customer.dev');
    // In one group: what is read for the first must not drop recipients of the others.
    const emails = [
      ofAutomation({ to }),
      test.email({ to }),
      ofAutomation({ to: [...to, ...mailboxes('d@customer.dev')], topicId }),
    ];
    const ids = await Promise.all(emails.map((each) => acceptor.accept(each)));
    expect(await Promise.all(ids.map(recipientsOf))).to.deep.equal([
      ['BO@customer.dev suppressed', 'cy@customer.dev queued'],
      ['BO@customer.dev queued', 'cy@customer.dev queued'],
      ['BO@customer.dev suppressed', 'cy@customer.dev suppressed', 'd@customer.dev queued'],
    ]);
  });

  it('refuses an email that no to recipient wants, with the reason of the first', async () => {
    await unsubscribe('bo@customer.dev');
    const to = mailboxes('bo@customer.dev', 'x@example.com');
    const error = (await failureOf(acceptor.accept(ofAutomation({ to })))) as DomainError;
    expect([error.name, error.reason]).to.deep.equal(['validation_error', 'unsubscribed']);
    expect(error.message).to.match(/ bo@customer\.dev has been unsubscribed from everything since /);
    const turned = ofAutomation({ to: [...to].reverse() });
    expect(((await failureOf(acceptor.accept(turned))) as DomainError).reason).to.equal('reserved_domain');
  });
});
