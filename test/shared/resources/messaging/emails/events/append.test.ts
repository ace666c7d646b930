// Events of emails are fanned out to webhooks in the transaction that appends them
// (docs/architecture/guarantees.md#webhook-messages), with a payload in Resend's shape. Which webhooks get them is
// tested with fan-out.ts.
import { expect } from 'chai';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import {
  type AttemptResult,
  type RecipientOutcome,
  recordOutcomes,
} from '../../../../../../shared/resources/messaging/emails/delivery/record.ts';
import { appendEvents } from '../../../../../../shared/resources/messaging/emails/events/append.ts';
import { createSampleEvent } from '../../../../../../shared/resources/sample-events.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import {
  createAccount,
  createWebhook,
  type EmailFields,
} from '../../../../../support/factories/factories.ts';
import { failureOf } from '../../../../../support/failure-of.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import { mailboxes } from '../accept/new-email.ts';
import { useAcceptor } from '../accept/use-acceptor.ts';
import { createClaimedEmail, type MadeEmail, outcomeOf } from '../delivery/outcomes.ts';

/** Messages are stored in the partition of their event's month, which must exist. */
const AT = new Date().toISOString();

/** The same object with the type of each value in its place. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]));
}

describe('webhook messages of emails', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  let accountId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
  });

  /** Records an outcome for an email of the account. */
  const record = async (result: AttemptResult, fields: EmailFields = {}, text = '2.0.0 OK') =>
    await recordOf(await createClaimedEmail(database.pool, accountId, fields), result, text);
  const recordOf = async (
    email: MadeEmail & { token: string },
    result: AttemptResult,
    text = '2.0.0 OK',
    changes: Partial<RecipientOutcome> = {},
  ) => {
    const reply = { code: 250, text };
    const deps = { database: database.pool, ids, queues: SILENT_QUEUES };
    await recordOutcomes(deps, [outcomeOf(email, { result, reply, at: new Date(AT), ...changes })]);
    return email;
  };
  const messagesOf = async (webhookId: string) => {
    const { rows } = await database.pool.query('SELECT * FROM webhook_messages WHERE webhook_id = $1', [
      webhookId,
    ]);
    return rows;
  };
  it('are not created when their transaction fails', async () => {
    const webhook = await createWebhook(database.pool, accountId);
    const email = await createClaimedEmail(database.pool, accountId);
    await failureOf(
      transaction(database.pool, async (client) => {
        const event = { id: ids.next(), emailId: email.id, accountId, domainId: ids.next(), recipient: 'a' };
        const sent = { ...event, type: 'sent', data: null, createdAt: new Date() } as const;
        await appendEvents(client, [sent], SILENT_QUEUES);
        throw new Error('changed my mind');
      }),
    );
    expect(await messagesOf(webhook.id)).to.deep.equal([]);
  });

  describe('carry a payload', () => {
    const payloadsOf = async (webhookId: string) =>
      (await messagesOf(webhookId)).map(({ id, payload }) => ({ id, payload: JSON.parse(payload) }));

    const dataOf = async (webhookId: string, emailId: string) =>
      (await payloadsOf(webhookId)).find(({ payload }) => payload.data.email_id === emailId)?.payload.data;

    it('Describes the email in `data`, with the recipient whom the event concerns as the only address in `to`.', async () => {
      const webhook = await createWebhook(database.pool, accountId, { events: ['email.sent'] });
      const email = await record('sent', {
        subject: 'Grüße, "Bo" \\ </script>',
        tags: [
          { name: 'kind', value: 'welcome' },
          { name: 'order', value: '42' },
        ],
        recipients: [{ address: 'bo@customer.dev' }, { address: 'cy@customer.dev' }],
      });
      const { rows } = await database.pool.query('SELECT created_at FROM emails WHERE id = $1', [email.id]);
      const [message] = await payloadsOf(webhook.id);
      expect(message?.payload).to.deep.equal({
        id: message?.id,
        type: 'email.sent',
        created_at: AT,
        data: {
          email_id: email.id,
          message_id: `<${email.id}@acme.dev>`,
          created_at: rows[0].created_at.toISOString(),
          from: 'ana@acme.dev',
          to: ['bo@customer.dev'],
          subject: 'Grüße, "Bo" \\ </script>',
          tags: { kind: 'welcome', order: '42' },
          headers: [],
        },
      });
    });

    it('Names the campaign of the email in `data` as `broadcast_id` and `campaign_id`, and its template as `template_id`, if it has one.', async () => {
      const webhook = await createWebhook(database.pool, accountId, { events: ['email.sent'] });
      const campaignId = ids.next();
      const templateId = ids.next();
      const email = await createClaimedEmail(database.pool, accountId);
      await database.pool.query('UPDATE emails SET campaign_id = $2, template_id = $3 WHERE id = $1', [
        email.id,
        campaignId,
        templateId,
      ]);
      await recordOf(email, 'sent');
      const data = await dataOf(webhook.id, email.id);
      const named = { broadcast_id: campaignId, campaign_id: campaignId, template_id: templateId };
      expect(data).to.include(named);
      const other = await record('sent');
      expect(await dataOf(webhook.id, other.id)).not.to.have.any.keys(named);
    });

    it('with tags {} for an email without tags', async () => {
      const webhook = await createWebhook(database.pool, accountId, { events: ['email.sent'] });
      await record('sent');
      expect((await payloadsOf(webhook.id))[0]?.payload.data.tags).to.deep.equal({});
    });

    it('Adds reason, message, smtp_code, smtp_reply and server to `data` of email.bounced, email.failed, email.delivery_delayed and email.suppressed.', async () => {
      const webhook = await createWebhook(database.pool, accountId);
      const server = { smtp_code: 250, smtp_reply: '550 no', server: 'mx.customer.dev', message: 'Test.' };
      for (const [result, cause] of [
        ['bounced', { reason: 'unknown_mailbox', ...server }],
        ['failed', { reason: 'policy_refused', ...server }],
        ['delayed', { reason: 'temporary_failure', ...server }],
        [
          'suppressed',
          {
            reason: 'suppressed_address',
            message: '550 no',
            smtp_code: null,
            smtp_reply: null,
            server: null,
          },
        ],
      ] as const) {
        const { id } = await record(result, {}, '550 no');
        expect(await dataOf(webhook.id, id)).to.include(cause);
      }
      const { id } = await record('sent');
      expect(await dataOf(webhook.id, id)).not.to.have.property('reason');
    });

    it("Adds server and tls to `data` of email.delivered, and tls to that of email.bounced, email.failed and email.delivery_delayed, of mail that went straight to the recipient's server.", async () => {
      const webhook = await createWebhook(database.pool, accountId, {
        events: ['email.delivered', 'email.bounced', 'email.failed', 'email.delivery_delayed'],
      });
      const tls = { version: 'TLSv1.3', verified: true, policy: 'mta_sts' } as const;
      const server = 'mx.customer.dev';
      for (const result of ['delivered', 'bounced', 'failed', 'delayed'] as const) {
        const direct = await recordOf(await createClaimedEmail(database.pool, accountId), result, '550', {
          server,
          tls,
        });
        expect(await dataOf(webhook.id, direct.id), result).to.deep.include({ server, tls });
        const relayed = await recordOf(await createClaimedEmail(database.pool, accountId), result, '550', {
          server,
        });
        const data = await dataOf(webhook.id, relayed.id);
        expect(data).not.to.have.property('tls');
        expect('server' in data, result).to.equal(result !== 'delivered');
      }
    });

    describe("Adds Resend's objects to `data`: `bounce` to email.bounced, `complaint` to email.complained, `failed` to email.failed and `suppressed` to email.suppressed.", () => {
      for (const [result, data] of [
        [
          'bounced',
          {
            bounce: {
              type: 'Permanent',
              subType: 'NoEmail',
              message: '5.1.1 "no" \\ such user ü',
              diagnosticCode: ['5.1.1 "no" \\ such user ü'],
            },
          },
        ],
        ['complained', { complaint: { feedback_type: 'abuse' } }],
        ['failed', { failed: { reason: '5.1.1 "no" \\ such user ü' } }],
        [
          'suppressed',
          {
            suppressed: {
              message: '5.1.1 "no" \\ such user ü',
              type: 'OnAccountSuppressionList',
              reason: 'previous_bounce',
              diagnosticCode: ['550 no'],
            },
          },
        ],
      ] as const) {
        it(`with the reason why the email was ${result}`, async () => {
          const webhook = await createWebhook(database.pool, accountId, { events: [`email.${result}`] });
          await record(result, {}, '5.1.1 "no" \\ such user ü');
          const [message] = await payloadsOf(webhook.id);
          expect(message?.payload.data).to.deep.include(data);
          expect(message?.payload.data).to.include({ from: 'ana@acme.dev' });
        });

        it(`of the same shape as the sample event email.${result}`, async () => {
          const webhook = await createWebhook(database.pool, accountId, { events: [`email.${result}`] });
          await record(result);
          const [message] = await payloadsOf(webhook.id);
          const sample = await createSampleEvent(`email.${result}`, {
            nextId: () => ids.next(),
            now: new Date(AT),
            simulatorDomain: 'simulator.test',
          });
          expect(shapeOf(message?.payload)).to.deep.equal(shapeOf(sample));
        });
      }
    });

    it('for an email that was delayed', async () => {
      const type = 'email.delivery_delayed';
      const webhook = await createWebhook(database.pool, accountId, { events: [type] });
      await record('delayed');
      expect((await payloadsOf(webhook.id)).map(({ payload }) => payload.type)).to.deep.equal([type]);
    });
  });
});

describe('webhook messages of an accepted email', () => {
  const test = useAcceptor();

  it('report a dropped recipient', async () => {
    const acceptor = test.create(test.database.pool);
    const { accountId, domain } = await test.createSender();
    const webhook = await createWebhook(test.database.pool, accountId);
    const [from] = mailboxes(`ana@${domain.name}`);
    const to = mailboxes('bo@customer.dev', 'x@example.com');
    const id = await acceptor.accept(test.email({ accountId, from: from ?? expect.fail(), to }));
    const { rows } = await test.database.pool.query(
      'SELECT type, payload FROM webhook_messages WHERE webhook_id = $1',
      [webhook.id],
    );
    expect(rows.map(({ type }) => type)).to.deep.equal(['email.suppressed']);
    expect(JSON.parse(rows[0].payload).data).to.deep.include({
      email_id: id,
      to: ['x@example.com'],
      suppressed: {
        message:
          'x@example.com is on a domain that is reserved for documentation and tests. Use a real address, or the simulator: delivered@simulator.test.',
        type: 'Suppressed',
        reason: null,
        diagnosticCode: [],
      },
    });
  });
});
