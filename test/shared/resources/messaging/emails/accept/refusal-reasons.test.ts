// The reason of a refusal: code that submits emails reads it instead of the message. Quotas and stops have names of
// their own.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { DomainError } from '../../../../../../shared/contract/domain-error.ts';
import { pauseSending, resumeSending } from '../../../../../../shared/resources/foundation/sending/pause.ts';
import { createTopic } from '../../../../../support/factories/contact-factories.ts';
import {
  createAccount,
  createDomain,
  createSuppression,
} from '../../../../../support/factories/factories.ts';
import { failureOf } from '../../../../../support/failure-of.ts';
import { chooseTopic } from '../../../audience/topics/choices/decisions.ts';
import { mailboxes } from './new-email.ts';
import { useAcceptor } from './use-acceptor.ts';

describe('the reason of a refused email', () => {
  const test = useAcceptor();
  const pool = () => test.database.pool;
  const refusalOf = async (changes: Parameters<typeof test.email>[0]) => {
    const error = await failureOf(test.create(pool()).accept(test.email(changes)));
    const { name, reason } = error as DomainError;
    return [name, reason];
  };
  const isInvalid = (reason: string) => ['validation_error', reason];
  /** A sender of another account. */
  const senderOf = async (account: Parameters<typeof createAccount>[1], domain = {}) => {
    const { id: accountId } = await createAccount(pool(), account);
    const { name } = await createDomain(pool(), accountId, domain);
    const [from] = mailboxes(`ana@${name}`);
    return { accountId, ...(from && { from }) };
  };
  const use = (accountId: string, units: number) =>
    pool().query(`INSERT INTO email_usage VALUES ($1, 'day', (now() AT TIME ZONE 'UTC')::date, $2)`, [
      accountId,
      units,
    ]);

  it('is that of the first dropped to recipient when all are', async () => {
    const { accountId } = test.email();
    const { id: topicId } = await createTopic(pool(), accountId);
    await createSuppression(pool(), accountId, 'suppressed@customer.dev');
    await chooseTopic(pool(), { accountId, topicId, address: 'cy@customer.dev' }, 'opt_out');
    const scheduledAt = new Date(Date.now() + 60_000);
    for (const [reason, changes] of Object.entries({
      suppressed_address: { to: mailboxes('suppressed@customer.dev', 'x@example.com') },
      reserved_domain: { to: mailboxes('x@example.com', 'suppressed@customer.dev') },
      simulator_scheduled: { to: mailboxes('delivered@simulator.test'), scheduledAt },
      topic_opted_out: { to: mailboxes('cy@customer.dev'), topicId },
    }))
      expect(await refusalOf(changes)).to.deep.equal(isInvalid(reason));
  });

  it('says what is wrong with the sender', async () => {
    const [unknown] = mailboxes('ana@elsewhere.dev');
    expect(await refusalOf(unknown && { from: unknown })).to.deep.equal(isInvalid('domain_not_registered'));
    const unverified = await senderOf({}, { status: 'pending' });
    expect(await refusalOf(unverified)).to.deep.equal(isInvalid('domain_not_sendable'));
    expect(await refusalOf({ boundDomainId: randomUUID() })).to.deep.equal(isInvalid('domain_not_bound'));
  });

  it('says what the sandbox does not allow', async () => {
    const sandboxed = await senderOf({ productionAccess: false });
    expect(await refusalOf(sandboxed)).to.deep.equal(isInvalid('recipient_not_confirmed'));
    await use(sandboxed.accountId, 100);
    const to = mailboxes('delivered@simulator.test');
    expect(await refusalOf({ ...sandboxed, to })).to.deep.equal(isInvalid('sandbox_limit_reached'));
  });

  it('says that the topic is unknown', async () => {
    expect(await refusalOf({ topicId: randomUUID() })).to.deep.equal(['not_found', 'topic_not_found']);
  });

  it('is none where the name says it: quotas and stopped sending', async () => {
    const free = await senderOf({ planId: 'free' });
    await use(free.accountId, 100);
    expect(await refusalOf(free)).to.deep.equal(['daily_quota_exceeded', undefined]);
    await pauseSending(pool(), 'a test');
    try {
      expect(await refusalOf({})).to.deep.equal(['sending_service_unavailable', undefined]);
    } finally {
      await resumeSending(pool());
    }
  });
});
