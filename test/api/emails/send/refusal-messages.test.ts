// POST /emails and POST /emails/batch: a refusal names the address or the domain, the cause and the way out. The tests
// compare whole messages, because programs never read them: only people see what they lack.
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import {
  createApiKey,
  createDomain,
  createSuppression,
  type SuppressionFields,
} from '../../../support/factories/factories.ts';
import { createSender, useSender } from '../sender.ts';

const WORDS = 'All `to` recipients are suppressed. The email was not sent.';
const SINCE = new Date('2026-11-20T10:00:00.000Z');

describe('The refusal of a send', () => {
  const app = useApp();
  const sender = useSender(app);

  const suppress = ({ address, ...fields }: SuppressionFields & { address: string }) =>
    createSuppression(app.pool, sender.accountId, address, { createdAt: SINCE, ...fields });

  describe('Names each to recipient in their order, why it is dropped and what to do, when no to recipient is left.', () => {
    it('suppressed addresses: since when, by which email and reply', async () => {
      const bouncedBy = app.deps.ids.next();
      const reportedBy = app.deps.ids.next();
      await suppress({
        address: 'bo@customer.dev',
        origin: 'bounce',
        emailId: bouncedBy,
        smtpReply: '550 5.1.1 no such user',
      });
      await suppress({ address: 'cy@customer.dev', origin: 'complaint', emailId: reportedBy });
      await suppress({ address: 'di+50%@customer.dev', origin: 'manual' });
      const to = ['di+50%@customer.dev', 'Bo <Bo@customer.dev>', 'cy@customer.dev', 'bo@customer.dev'];
      expect(await sender.refused({ to, cc: 'ed@customer.dev' })).to.equal(
        [
          WORDS,
          'di+50%@customer.dev has been on the suppression list since 2026-11-20T10:00:00.000Z, because it was added manually.',
          'To send to it again, use DELETE /suppressions/di+50%25@customer.dev with a full-access key.',
          `Bo@customer.dev has been on the suppression list since 2026-11-20T10:00:00.000Z, because email ${bouncedBy} to it bounced (550 5.1.1 no such user).`,
          'To send to it again, use DELETE /suppressions/bo@customer.dev with a full-access key.',
          `cy@customer.dev has been on the suppression list since 2026-11-20T10:00:00.000Z, because its owner reported email ${reportedBy} as spam.`,
          'If its owner wants mail again, use DELETE /suppressions/cy@customer.dev with a full-access key.',
        ].join(' '),
      );
    });

    it('suppressed addresses: by which report', async () => {
      const bounced = app.deps.ids.next();
      const complained = app.deps.ids.next();
      const smtpReply = '550 5.1.1 no such user';
      await suppress({ address: 'bo@customer.dev', origin: 'bounce', smtpReply, reportId: bounced });
      await suppress({ address: 'cy@customer.dev', origin: 'complaint', reportId: complained });
      const message = await sender.refused({ to: ['bo@customer.dev', 'cy@customer.dev'] });
      expect(message).to.include(`an email to it bounced (550 5.1.1 no such user; report ${bounced}). `);
      expect(message).to.include(`its owner reported an email as spam (report ${complained}). `);
    });

    it('a long reply, cut after 200 characters, of which some are two code units long', async () => {
      const smtpReply = `550 ${'😀'.repeat(300)}`;
      await suppress({ address: 'bo@customer.dev', origin: 'bounce', smtpReply });
      const message = await sender.refused({ to: 'bo@customer.dev' });
      expect(message).to.include(`an email to it bounced (550 ${'😀'.repeat(196)}…). `);
    });

    it('addresses on reserved domains and of the simulator, in an email that is sent at once', async () => {
      expect(await sender.refused({ to: ['x@example.com', 'y@mail.invalid'] })).to.equal(
        [
          WORDS,
          'x@example.com is on a domain that is reserved for documentation and tests.',
          'Use a real address, or the simulator: delivered@simulator.test.',
          'y@mail.invalid is on a domain that is reserved for documentation and tests.',
          'Use a real address, or the simulator: delivered@simulator.test.',
        ].join(' '),
      );
    });

    it('addresses on reserved domains and of the simulator, in a scheduled email', async () => {
      const to = ['delivered@simulator.test', 'x@example.com'];
      expect(await sender.refused({ to, scheduled_at: 'in 1 hour' })).to.equal(
        [
          WORDS,
          'delivered@simulator.test is a simulator address.',
          'The simulator works only for immediate sends: remove `scheduled_at`.',
          'x@example.com is on a domain that is reserved for documentation and tests. Use a real address.',
        ].join(' '),
      );
    });

    it('the first ten with all facts, and the others by address and kind of cause', async () => {
      const suppressed = Array.from({ length: 11 }, (_, index) => `r${index}@customer.dev`);
      for (const address of suppressed) await suppress({ address, origin: 'manual' });
      const message = await sender.refused({ to: [...suppressed, 'x@example.com', 'y@example.com'] });
      expect(message.split(' because it was added manually.')).to.have.length(11);
      expect(message).to.match(
        / r9@customer\.dev has been .* Also on the suppression list: r10@customer\.dev\. Also on a reserved domain: x@example\.com, y@example\.com\.$/,
      );
    });

    it('in the errors of a permissive batch', async () => {
      await suppress({ address: 'bo@customer.dev', origin: 'manual' });
      const items = ['cy@customer.dev', 'bo@customer.dev'].map((to) => sender.body({ to }));
      const { status, body } = await sender.batch(items, { 'x-batch-validation': 'permissive' });
      expect(status).to.equal(200);
      expect(body.errors).to.deep.equal([
        { index: 1, message: await sender.refused({ to: 'bo@customer.dev' }) },
      ]);
    });

    it('in the suppressed events of an email that was accepted, each with its own cause', async () => {
      await suppress({ address: 'bo@customer.dev', origin: 'manual' });
      const { body } = await sender.send({
        to: ['cy@customer.dev', 'bo@customer.dev'],
        bcc: 'x@example.com',
      });
      const { rows } = await app.pool.query(
        `SELECT recipient, data->'suppressed'->>'message' AS message FROM email_events WHERE email_id = $1 ORDER BY id`,
        [body.id],
      );
      expect(rows.map(({ recipient }) => recipient)).to.deep.equal(['bo@customer.dev', 'x@example.com']);
      expect(`${WORDS} ${rows[0].message}`).to.equal(await sender.refused({ to: 'bo@customer.dev' }));
      expect(`${WORDS} ${rows[1].message}`).to.equal(await sender.refused({ to: 'x@example.com' }));
    });
  });

  const unverified = (name: string) =>
    `The ${name} domain is not verified. Add and verify it before you send from it.`;

  describe('Names the domains of the account that may send when it rejects a From domain: the first ten in alphabetical order, and how many more there are.', () => {
    it('two domains, and neither those that may not send nor those of others', async () => {
      await createDomain(app.pool, sender.accountId, { name: 'a-may.dev', status: 'partially_failed' });
      await createDomain(app.pool, sender.accountId, { name: 'waits.dev', status: 'pending' });
      await createDomain(app.pool, sender.accountId, { name: 'disabled.dev', sendingEnabled: false });
      const other = await createSender(app);
      for (const name of ['unknown.dev', other.domain.name])
        expect(await sender.refused({ from: `ana@${name}` })).to.equal(
          `${unverified(name)} Domains of this account that can send: a-may.dev, ${sender.domain.name}.`,
        );
    });

    it('twelve domains', async () => {
      for (let number = 21; number >= 11; number -= 1)
        await createDomain(app.pool, sender.accountId, { name: `a${number}.dev` });
      expect(await sender.refused({ from: 'ana@unknown.dev' })).to.equal(
        `${unverified('unknown.dev')} Domains of this account that can send: a11.dev, a12.dev, a13.dev, a14.dev, a15.dev, a16.dev, a17.dev, a18.dev, a19.dev, a20.dev and 2 more.`,
      );
    });

    it('no domain', async () => {
      const { token } = await createApiKey(app.pool);
      const answer = await app.as(token).post('/emails').send(sender.body());
      expect(expectError(answer, 422, 'validation_error')).to.equal(
        `${unverified(sender.domain.name)} No domain of this account can send yet.`,
      );
    });

    it('to each of many senders that are rejected at the same time its own', async () => {
      const senders = await Promise.all([1, 2, 3, 4].map(() => createSender(app)));
      const answers = await Promise.all(
        senders.flatMap(({ send }) => [send({ from: 'ana@unknown.dev' }), send()]),
      );
      for (const [index, { domain }] of senders.entries()) {
        const refused = answers[2 * index] ?? expect.fail();
        expect(expectError(refused, 422, 'validation_error'))
          .to.match(/can send: [^,]*\.$/)
          .and.include(domain.name);
        expect(answers[2 * index + 1]?.status).to.equal(200);
      }
    });
  });

  it('Names the status of a registered From domain when it rejects it.', async () => {
    const name = 'waits.acme.dev';
    const { id } = await createDomain(app.pool, sender.accountId, { name, status: 'pending' });
    const others = `Domains of this account that can send: ${sender.domain.name}.`;
    expect(await sender.refused({ from: `ana@${name}` })).to.equal(
      `${unverified(name)} Its status is pending. ${others}`,
    );
    await app.pool.query(`UPDATE domains SET status = 'verified', sending_enabled = false WHERE id = $1`, [
      id,
    ]);
    expect(await sender.refused({ from: `ana@${name}` })).to.equal(
      `${unverified(name)} Its status is verified, and sending from it is disabled. ${others}`,
    );
  });

  it('Names to a bound API key the domain that it may send from, and no other domain of the account.', async () => {
    const { accountId, domain } = sender;
    const key = { accountId, permission: 'sending_access', domainId: domain.id } as const;
    const { token } = await createApiKey(app.pool, key);
    await createDomain(app.pool, accountId, { name: 'free.dev' });
    await createDomain(app.pool, accountId, { name: 'waits.dev', status: 'pending' });
    const refused = async (name: string) => {
      const answer = await app
        .as(token)
        .post('/emails')
        .send(sender.body({ from: `ana@${name}` }));
      return expectError(answer, 422, 'validation_error');
    };
    const bound = `This API key can send only from ${domain.name}.`;
    expect(await refused('free.dev')).to.equal(bound);
    for (const name of ['waits.dev', 'unknown.dev'])
      expect(await refused(name)).to.equal(`${unverified(name)} ${bound}`);
    await app.pool.query(`UPDATE domains SET status = 'failed' WHERE id = $1`, [domain.id]);
    expect(await refused(domain.name)).to.equal(`${unverified(domain.name)} Its status is failed. ${bound}`);
  });
});
