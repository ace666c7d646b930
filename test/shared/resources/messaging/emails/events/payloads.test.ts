// The data of the events of emails in the payloads of webhooks, beyond the shapes that append.test.ts proves.
import { expect } from 'chai';
import { BOUNCE_KINDS } from '../../../../../../shared/contract/emails/bounce-types.ts';
import type { EmailEventReason } from '../../../../../../shared/contract/emails/reasons.ts';
import { HEADERS_MAX } from '../../../../../../shared/contract/limits.ts';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import {
  type AttemptResult,
  type RecipientOutcome,
  recordOutcomes,
} from '../../../../../../shared/resources/messaging/emails/delivery/record.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createWebhook } from '../../../../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import { createClaimedEmail, outcomeOf } from '../delivery/outcomes.ts';

describe('The payloads of events of emails', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  let accountId: string;
  let webhookId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
    webhookId = (await createWebhook(database.pool, accountId)).id;
  });

  /** Records an outcome of a new email. @returns the data of its event */
  const dataOf = async (
    result: AttemptResult,
    { headers, ...changes }: Partial<RecipientOutcome> & { headers?: Record<string, string> } = {},
  ) => {
    const email = await createClaimedEmail(database.pool, accountId);
    const { pool } = database;
    if (headers) await pool.query('UPDATE emails SET headers = $2 WHERE id = $1', [email.id, headers]);
    const deps = { database: pool, ids, queues: SILENT_QUEUES };
    const reply = { code: 550, text: '550 no' };
    await recordOutcomes(deps, [outcomeOf(email, { result, reply, at: new Date(), ...changes })]);
    const { rows } = await pool.query<{ payload: string }>(
      'SELECT payload FROM webhook_messages WHERE webhook_id = $1',
      [webhookId],
    );
    return rows.map(({ payload }) => JSON.parse(payload).data).find((data) => data.email_id === email.id);
  };
  const causeOf = (reason: EmailEventReason, fields: object = {}) => ({
    cause: {
      reason,
      message: 'Test.',
      smtpCode: 550,
      smtpReply: '550 no',
      server: 'mx.customer.dev',
      ...fields,
    },
  });

  it('Names the custom headers of the email in `data`, as a list of `name` and `value`.', async () => {
    const headers = Object.fromEntries(
      Array.from({ length: HEADERS_MAX }, (_, at) => [`X-<b>-${at}`, `</script>"${at}\\`]),
    );
    expect((await dataOf('sent', { headers })).headers).to.deep.equal(
      Object.entries(headers).map(([name, value]) => ({ name, value })),
    );
    expect((await dataOf('sent')).headers).to.deep.equal([]);
  });

  it('Adds `bounce` also to email.failed, if the mail server of the recipient has refused the email.', async () => {
    for (const [reason, kind] of Object.entries(BOUNCE_KINDS)) {
      const result = kind.type === 'Permanent' && reason !== 'smtputf8_not_offered' ? 'bounced' : 'failed';
      const { bounce } = await dataOf(result, causeOf(reason as EmailEventReason));
      expect(bounce, reason).to.deep.equal({ ...kind, message: '550 no', diagnosticCode: ['550 no'] });
    }
    const none = { smtpCode: null, smtpReply: null, server: null };
    for (const reason of ['domain_not_sendable', 'attachment_unreachable', 'workers_crashed'] as const)
      expect(await dataOf('failed', causeOf(reason, none)), reason).not.to.have.property('bounce');
    const unanswered = await dataOf('failed', causeOf('attempts_used_up', none));
    expect(unanswered.bounce).to.include({ type: 'Transient', subType: 'General', message: 'Test.' });
  });

  it('Says in `suppressed` whether the address bounced or complained before, and what the server replied then.', async () => {
    const listed = (origin: 'bounce' | 'complaint' | 'manual', smtpReply: string | null) =>
      dataOf('suppressed', causeOf('suppressed_address', { suppression: { origin, smtpReply } }));
    for (const [data, reason, diagnosticCode] of [
      [await listed('bounce', '550 gone'), 'previous_bounce', ['550 gone']],
      [await listed('bounce', null), 'previous_bounce', []],
      [await listed('complaint', null), 'previous_complaint', []],
      [await listed('manual', null), 'previous_complaint', []],
      [await dataOf('suppressed', causeOf('unsubscribed')), null, []],
    ] as const)
      expect(data.suppressed).to.deep.include({ reason, diagnosticCode });
  });
});
