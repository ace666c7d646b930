// GET /emails/:id/trace: where an email appears in logs, webhooks and the suppression list
// (docs/reference/emails.md#get-emailsidtrace).
import { expect } from 'chai';
import { createSystemClock } from '../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../shared/platform/time/ids.ts';
import {
  type AttemptResult,
  recordOutcomes,
} from '../../../../shared/resources/messaging/emails/delivery/record.ts';
import { insertFeedback } from '../../../../shared/resources/messaging/provider-feedback/insert.ts';
import { claimEmail, outcomeOf } from '../../../shared/resources/messaging/emails/delivery/outcomes.ts';
import { useApp } from '../../../support/api/app.ts';
import { createSuppression, createWebhook } from '../../../support/factories/factories.ts';
import { createReport } from '../../../support/factories/received-factories.ts';
import { type DialoguePart, storedDialogue } from '../../../support/stored-dialogue.ts';
import { useSender } from '../sender.ts';

const AT = new Date('2026-11-20T10:00:00.000Z');

describe('GET /emails/:id/trace', () => {
  const app = useApp();
  const ids = createIds(createSystemClock());
  const sender = useSender(app);
  const trace = async (id: string) => {
    await app.deps.requestLogs.drain();
    return await sender.read(`/emails/${id}/trace`);
  };
  /** Records results for the recipients of an email, as the send worker does. */
  const record = async (id: string, ...results: AttemptResult[]) => {
    const { rows } = await app.pool.query(
      'SELECT id, address FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [id],
    );
    const email = { id, accountId: sender.accountId, recipients: rows };
    const claimed = { ...email, token: await claimEmail(app.pool, email) };
    const at = new Date();
    await recordOutcomes(
      { ...app.deps, ids },
      results.map((result, index) =>
        outcomeOf(claimed, { result, at, reply: { code: 550, text: '550 5.1.1 no' } }, index),
      ),
    );
  };
  const setDialogue = (id: string, ...parts: DialoguePart[]) =>
    app.pool.query('UPDATE email_recipients SET dialogue = $2 WHERE email_id = $1', [
      id,
      storedDialogue(...parts),
    ]);
  const logsOf = async (): Promise<string[]> => {
    const { rows } = await app.pool.query('SELECT id FROM logs WHERE account_id = $1 ORDER BY id', [
      sender.accountId,
    ]);
    return rows.map(({ id }) => id);
  };

  const recipientsOf = async (emailId: string): Promise<string[]> => {
    const { rows } = await app.pool.query(
      'SELECT id FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [emailId],
    );
    return rows.map((row) => row.id);
  };

  it('Answers the id of the log of the request that sent the email, alone or in a batch.', async () => {
    const { id } = (await sender.send()).body;
    const batch = await sender.batch([sender.body(), sender.body()]);
    const found = [];
    for (const email of [id, ...batch.body.data.map((each: { id: string }) => each.id)])
      found.push((await trace(email)).log_id);
    const [single, together] = await logsOf();
    expect(found).to.deep.equal([single, together, together]);
    expect((await sender.read(`/logs/${single}`)).response_body).to.deep.equal({ id });
  });

  describe('Answers the id of the log of the request that sent the email, alone or in a batch.', () => {
    it('for any spelling of the path', async () => {
      for (const path of ['/api/emails', '//emails', '/emails/', '/Emails', '/emails?x=1']) {
        const { id } = (await sender.api.post(path).send(sender.body())).body;
        const { response_body } = await sender.read(`/logs/${(await trace(id)).log_id}`);
        expect(response_body, path).to.deep.equal({ id });
      }
    });
  });

  it('Answers the log of the first request for an email that was requested several times under one idempotency key.', async () => {
    const send = () => sender.send().set('Idempotency-Key', 'order-1');
    const { id } = (await send()).body;
    app.clock.advance(1_000);
    expect((await send()).body.id).to.equal(id);
    const { log_id } = await trace(id);
    expect(log_id).to.equal((await logsOf())[0]);
  });

  it('Answers log_id null when the log was removed, or its request ended before its answer.', async () => {
    const { id } = await sender.sent();
    await app.deps.requestLogs.drain();
    await app.pool.query('DELETE FROM logs WHERE account_id = $1', [sender.accountId]);
    const { body } = await sender.send();
    await app.deps.requestLogs.drain();
    // As the log of a client that has disconnected.
    await app.pool.query(
      'UPDATE logs SET response_status = 499, response_body = NULL WHERE account_id = $1',
      [sender.accountId],
    );
    expect((await trace(body.id)).log_id).to.equal(null);
    expect(await trace(id)).to.deep.equal({
      object: 'email_trace',
      id,
      log_id: null,
      webhook_events: [],
      suppressions: [],
      reports: [],
      feedback: [],
      dialogue: [],
    });
  });

  it('Answers the events of the email and of the suppressions that it caused, at every webhook of the account, the oldest first, with the status of their delivery.', async () => {
    const all = await createWebhook(app.pool, sender.accountId);
    const bounces = await createWebhook(app.pool, sender.accountId, { events: ['email.bounced'] });
    const { id } = await sender.sent({ to: ['bo@customer.dev', 'cy@customer.dev'] });
    await record((await sender.sent({ to: 'other@customer.dev' })).id, 'bounced');
    await record(id, 'bounced', 'delivered');
    await app.pool.query(`UPDATE webhook_messages SET state = 'failed' WHERE webhook_id = $1`, [bounces.id]);
    const { webhook_events: events } = await trace(id);
    const seen = events.map((event: Record<string, string>) =>
      [event['webhook_id'], event['type'], event['recipient'], event['status']].join(' '),
    );
    expect(seen).to.deep.equal([
      `${all.id} email.bounced bo@customer.dev pending`,
      `${bounces.id} email.bounced bo@customer.dev failed`,
      `${all.id} suppression.added bo@customer.dev pending`,
      `${all.id} email.sent cy@customer.dev pending`,
      `${all.id} email.delivered cy@customer.dev pending`,
    ]);
    const url = `/webhooks/${events[0].webhook_id}/events/${events[0].id}`;
    expect((await sender.read(url)).type).to.equal(events[0].type);
  });

  it('Answers the present entries of the suppression list for the recipients of the email.', async () => {
    await createSuppression(app.pool, sender.accountId, 'di@customer.dev');
    await createSuppression(app.pool, sender.accountId, 'stranger@customer.dev');
    const to = ['Bo@customer.dev', 'cy@customer.dev', 'di@customer.dev'];
    const { id } = await sender.sent({ to });
    await record(id, 'bounced', 'delivered');
    const { suppressions } = await trace(id);
    expect(suppressions.map(({ id: _, created_at, ...rest }: Record<string, string>) => rest)).to.deep.equal([
      {
        email: 'bo@customer.dev',
        origin: 'bounce',
        source_id: id,
        smtp_reply: '550 5.1.1 no',
        report_id: null,
      },
      { email: 'di@customer.dev', origin: 'manual', source_id: null, smtp_reply: null, report_id: null },
    ]);
    await app.pool.query('DELETE FROM suppressions WHERE account_id = $1', [sender.accountId]);
    expect((await trace(id)).suppressions).to.deep.equal([]);
  });

  it('Answers the reports about the recipients of the email that came back as mail, the oldest first, with what became of each.', async () => {
    // Reports have the time of the database.
    app.clock.set(new Date());
    const { id } = await sender.sent({ to: ['bo@customer.dev', 'cy@customer.dev'] });
    const other = await sender.sent();
    const [bo = '', cy = ''] = await recipientsOf(id);
    const [stranger = ''] = await recipientsOf(other.id);
    const { accountId } = sender;
    const expected = [];
    for (const [recipientId, recipient, purpose, effect] of [
      [cy, 'cy@customer.dev', 'report', 'applied'],
      [bo, 'bo@customer.dev', 'report', 'ignored'],
      [cy, 'cy@customer.dev', 'feedback', null],
    ] as const) {
      const receivedAt = new Date(Date.now() + 1_000);
      const report = await createReport(app.pool, accountId, { recipientId, purpose, effect, receivedAt });
      const received_at = receivedAt.toISOString();
      expected.push({ id: report.id, purpose, recipient, effect, received_at });
    }
    await createReport(app.pool, accountId, { recipientId: stranger });
    expect((await trace(id)).reports).to.deep.equal(expected);
  });

  it('Answers what the providers have said of the recipients of the email, the oldest first, with what became of each.', async () => {
    const { id } = await sender.sent({ to: ['bo@customer.dev', 'cy@customer.dev'] });
    const recipientIds = await recipientsOf(id);
    const [stranger = ''] = await recipientsOf((await sender.sent()).id);
    const expected = [
      {
        result: 'delayed',
        recipient: 'cy@customer.dev',
        text: '451 4.4.1 later',
        at: new Date(AT.getTime() - 1_000),
      },
      { result: 'delivered', recipient: 'bo@customer.dev', text: null, at: undefined },
    ] as const;
    const events = [...expected, { ...expected[0], recipient: 'stranger' }].map((said, number) => ({
      provider: 'post',
      token: undefined,
      type: 'T',
      key: `${id} ${number}`,
      receivedAt: AT,
      at: said.at,
      recipientId: (said.recipient === 'cy@customer.dev' ? recipientIds[1] : recipientIds[0]) ?? '',
      ...(said.recipient === 'stranger' && { recipientId: stranger }),
      says:
        said.result === 'delayed'
          ? ({
              result: 'delayed',
              cause: { reason: 'temporary_failure', smtpCode: 451, text: said.text },
            } as const)
          : ({ result: 'delivered' } as const),
    }));
    await insertFeedback(app.deps, events);
    await app.pool.query(`UPDATE provider_feedback SET effect = 'applied' WHERE result = 'delivered'`);
    const { feedback } = await trace(id);
    expect(feedback.map(({ id: _, ...rest }: { id: string }) => rest)).to.deep.equal(
      expected.map(({ at, ...said }) => ({
        ...said,
        provider: 'post',
        type: 'T',
        created_at: AT.toISOString(),
        happened_at: at?.toISOString() ?? null,
        effect: said.result === 'delivered' ? 'applied' : null,
      })),
    );
  });

  it('Answers what was said to each server in the last try to send to a recipient, without contents and logins.', async () => {
    const { id } = await sender.sent({ to: ['bo@customer.dev', 'cy@customer.dev'] });
    const part = { server: 'mx.customer.dev', address: '192.0.2.7', source: '192.0.2.1', mails_before: 0 };
    const opened_at = '2026-11-20T12:00:00.000Z';
    const tls = { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', verified: false };
    const unreached = { ...part, address: null, source: null, opened_at, tls: null };
    const stored: DialoguePart[] = [
      { ...unreached, lines: [[0, 'x', 'ECONNREFUSED']] },
      {
        ...part,
        opened_at,
        tls,
        lines: [
          [0, 'c', 'DATA'],
          [12, 's', '250 2.0.0 "ok" \\ ü'],
        ],
      },
    ];
    await setDialogue(id, ...stored);
    const recipient = 'bo@customer.dev';
    expect((await trace(id)).dialogue.slice(0, 2)).to.deep.equal([
      { recipient, ...unreached, lines: [{ at_ms: 0, who: 'event', text: 'ECONNREFUSED' }] },
      {
        recipient,
        ...part,
        opened_at,
        tls,
        lines: [
          { at_ms: 0, who: 'client', text: 'DATA' },
          { at_ms: 12, who: 'server', text: '250 2.0.0 "ok" \\ ü' },
        ],
      },
    ]);
  });

  it('Answers the dialogues of the first 50 recipients that have one, in the order of the recipients.', async () => {
    const to = Array.from({ length: 30 }, (_, at) => `to.${at}@customer.dev`);
    const cc = Array.from({ length: 30 }, (_, at) => `cc.${at}@customer.dev`);
    const { id } = await sender.sent({ to, cc });
    await setDialogue(id, { server: 'mx1.customer.dev' }, { server: 'mx2.customer.dev' });
    await app.pool.query('UPDATE email_recipients SET dialogue = NULL WHERE address = $1', [
      'to.1@customer.dev',
    ]);
    const tried = [...to, ...cc].filter((address) => address !== 'to.1@customer.dev').slice(0, 50);
    const { dialogue } = await trace(id);
    expect(
      dialogue.map(({ recipient, server }: Record<string, string>) => `${recipient} ${server}`),
    ).to.deep.equal(
      tried.flatMap((address) => [`${address} mx1.customer.dev`, `${address} mx2.customer.dev`]),
    );
  });
});
