// The job that records what providers have said of mail (docs/reference/delivery.md#what-providers-say), in a real database.
import { expect } from 'chai';
import type { FeedbackOutcome } from '../../../shared/mail/provider-feedback/feedback-event.ts';
import { insertFeedback } from '../../../shared/resources/messaging/provider-feedback/insert.ts';
import { feedbackWork } from '../../../shared/resources/messaging/provider-feedback/work.ts';
import { open as openRecordFeedback } from '../../../workers/jobs/record-feedback.ts';
import type { OpenJob } from '../../../workers/runtime/job.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { createAccount, createEmail, createWebhook } from '../../support/factories/factories.ts';
import { useAccountJob } from '../support/use-job.ts';

const SECOND_MS = 1_000;
const CAUSE = { smtpCode: 550, text: '550 5.1.1 no such user' };
const BOUNCED: FeedbackOutcome = { result: 'bounced', cause: { reason: 'unknown_mailbox', ...CAUSE } };
const FAILED: FeedbackOutcome = { result: 'failed', cause: { reason: 'policy_refused', ...CAUSE } };
const DELAYED: FeedbackOutcome = { result: 'delayed', cause: { reason: 'temporary_failure', ...CAUSE } };
const DELIVERED: FeedbackOutcome = { result: 'delivered' };
const COMPLAINED: FeedbackOutcome = { result: 'complained', feedbackType: 'abuse' };
const NOT_SPAM: FeedbackOutcome = { result: 'complained', feedbackType: 'not-spam' };
const UNSUBSCRIBED: FeedbackOutcome = { result: 'unsubscribed' };

describe('The feedback of providers', () => {
  const test = useAccountJob();
  let job: OpenJob;
  before(() => {
    job = openRecordFeedback(test.deps, feedbackWork);
  });
  after(() => job.drain?.());

  const send = (status: 'queued' | 'sent' | 'delivered' | 'failed' | 'bounced') =>
    createEmail(test.pool, test.accountId, { status });
  /** Stores events, as `web` does. @returns their ids */
  const insert = async (
    recipientId: string | undefined,
    ...said: readonly (FeedbackOutcome | [FeedbackOutcome, key: string])[]
  ) => {
    const events = said.map((each) => {
      const [says, key] = Array.isArray(each) ? each : [each, test.ids.next()];
      const of = {
        provider: 'post',
        token: undefined,
        type: 'T',
        at: undefined,
        receivedAt: test.clock.now(),
      };
      return { ...of, key, recipientId: recipientId ?? '', says };
    });
    const unknown = await insertFeedback({ ...test.deps }, events);
    const rows = await test.query('SELECT id FROM provider_feedback WHERE recipient_id = $1 ORDER BY id', [
      recipientId,
    ]);
    return { ids: rows.map(({ id }): string => id), unknown };
  };
  const come = async (recipientId: string | undefined, ...said: Parameters<typeof insert>[1][]) => {
    const { ids } = await insert(recipientId, ...said);
    await job.handle({ ids }, test.deps);
    return ids;
  };
  const outcomeOf = async (emailId: string) => {
    const { state } = await test.row('SELECT state FROM email_recipients WHERE email_id = $1', [emailId]);
    const events = await test.query('SELECT type FROM email_events WHERE email_id = $1 ORDER BY id', [
      emailId,
    ]);
    const suppressed = await test.query('SELECT reason FROM suppressions WHERE account_id = $1', [
      test.accountId,
    ]);
    await test.query('DELETE FROM suppressions WHERE account_id = $1', [test.accountId]);
    return [state, events.map(({ type }) => type).join(), suppressed.map(({ reason }) => reason).join()];
  };
  const effects = async (ids: readonly string[]) => {
    const rows = await test.query('SELECT effect FROM provider_feedback WHERE id = ANY($1) ORDER BY id', [
      ids,
    ]);
    return rows.map(({ effect }) => effect);
  };
  const waitsUntil = async (id: string | undefined): Promise<Date | null> =>
    (await test.row('SELECT next_attempt_at FROM provider_feedback WHERE id = $1', [id])).next_attempt_at;

  // biome-ignore format: it is a table
  const cases: [Parameters<typeof send>[0], FeedbackOutcome[], expected: [string, string, string], effects: string[]][] = [
    ['sent', [BOUNCED], ['bounced', 'bounced', 'bounce'], ['applied']],
    ['delivered', [BOUNCED], ['bounced', 'bounced', 'bounce'], ['applied']],
    ['sent', [FAILED], ['failed', 'failed', ''], ['applied']],
    ['sent', [DELAYED, DELIVERED], ['delivered', 'delivery_delayed,delivered', ''], ['applied', 'applied']],
    ['delivered', [COMPLAINED], ['complained', 'complained', 'complaint'], ['applied']],
    ['sent', [NOT_SPAM], ['sent', '', ''], ['ignored']],
    ['bounced', [DELIVERED], ['bounced', '', ''], ['unchanged']],
    ['failed', [BOUNCED], ['failed', '', ''], ['unchanged']],
    ['sent', [BOUNCED, DELIVERED], ['bounced', 'bounced', 'bounce'], ['applied', 'unchanged']],
    ['sent', [BOUNCED, BOUNCED], ['bounced', 'bounced', 'bounce'], ['applied', 'unchanged']],
  ];
  it('Follows what a provider says as it follows a report that came as mail, in the order in which it came.', async () => {
    for (const [status, said, expected, effect] of cases) {
      const { id, recipients } = await send(status);
      const ids = await come(recipients[0]?.id, ...said);
      const shown = `${status}: ${said.map(({ result }) => result)}`;
      expect([await outcomeOf(id), await effects(ids)], shown).to.deep.equal([expected, effect]);
    }
  });

  it('Changes nothing when a provider says the same event again, also when the address was taken off the suppression list.', async () => {
    const { id, recipients } = await send('delivered');
    await come(recipients[0]?.id, [BOUNCED, 'one'], [BOUNCED, 'one']);
    expect(await outcomeOf(id)).to.deep.equal(['bounced', 'bounced', 'bounce']);
    expect(await come(recipients[0]?.id, [BOUNCED, 'one'])).to.have.length(1);
    await come(recipients[0]?.id, DELIVERED, BOUNCED);
    expect(await outcomeOf(id)).to.deep.equal(['bounced', 'bounced', '']);
  });

  it('Names the event of the provider in `report_id`, and the provider in `provider`, of each event that comes from it, also at webhooks.', async () => {
    const hook = await createWebhook(test.pool, test.accountId, { events: ['email.bounced'] });
    const { id: emailId, recipients } = await send('sent');
    const [id] = await come(recipients[0]?.id, BOUNCED);
    const { data } = await test.row('SELECT data FROM email_events WHERE email_id = $1', [emailId]);
    const { payload } = await test.row('SELECT payload FROM webhook_messages WHERE webhook_id = $1', [
      hook.id,
    ]);
    const suppression = await test.row(
      'SELECT report_id, smtp_reply FROM suppressions WHERE account_id = $1',
      [test.accountId],
    );
    expect(suppression).to.deep.equal({ report_id: id, smtp_reply: CAUSE.text });
    for (const shown of [data, JSON.parse(payload).data])
      expect(shown).to.include({
        report_id: id,
        provider: 'post',
        smtp_code: 550,
        reason: 'unknown_mailbox',
      });
  });

  it('Takes an unsubscribe that a provider has taken for a one-click of that mail: the person leaves its topic, or everything if it has none.', async () => {
    const topic = await createTopic(test.pool, test.accountId);
    for (const topicId of [topic.id, null]) {
      const { id, recipients } = await send('delivered');
      await test.query('UPDATE emails SET topic_id = $2 WHERE id = $1', [id, topicId]);
      const ids = await come(recipients[0]?.id, UNSUBSCRIBED, UNSUBSCRIBED);
      expect(await effects(ids)).to.deep.equal(['applied', 'unchanged']);
      const choices = await test.query(
        'SELECT subscription, chosen_by FROM topic_choices WHERE account_id = $1',
        [test.accountId],
      );
      expect(choices).to.deep.equal([{ subscription: 'opt_out', chosen_by: 'person' }]);
      const left = await test.query('SELECT FROM unsubscribes WHERE account_id = $1', [test.accountId]);
      expect(left).to.have.length(topicId === null ? 1 : 0);
      expect(await outcomeOf(id)).to.deep.equal(['delivered', '', '']);
    }
  });

  it('looks again at what overtakes the result of its attempt, after 5, 10, 20, 40 s and then each minute, 14 times', async () => {
    const { id, recipients } = await send('queued');
    const { ids } = await insert(recipients[0]?.id, BOUNCED);
    const waits: number[] = [];
    for (let look = 0; look < 13; look += 1) {
      await job.handle({ ids }, test.deps);
      waits.push(((await waitsUntil(ids[0]))?.getTime() ?? 0) - test.clock.now().getTime());
      await test.query('UPDATE provider_feedback SET woken_at = now() WHERE id = ANY($1)', [ids]);
    }
    const minutes = Array(9).fill(60 * SECOND_MS);
    expect(waits).to.deep.equal([...[5, 10, 20, 40].map((seconds) => seconds * SECOND_MS), ...minutes]);
    expect(await effects(ids)).to.deep.equal([null]);
    await test.query(`UPDATE email_recipients SET state = 'sent' WHERE email_id = $1`, [id]);
    await job.handle({ ids }, test.deps);
    expect([await effects(ids), await outcomeOf(id)]).to.deep.equal([
      ['applied'],
      ['bounced', 'bounced', 'bounce'],
    ]);
    const late = await send('queued');
    const again = await insert(late.recipients[0]?.id, BOUNCED);
    await test.query('UPDATE provider_feedback SET attempts = 13 WHERE id = ANY($1)', [again.ids]);
    await job.handle({ ids: again.ids }, test.deps);
    expect([await effects(again.ids), await waitsUntil(again.ids[0])]).to.deep.equal([['unchanged'], null]);
  });

  it('counts each by its provider, what it says and what became of it', async () => {
    const { recipients } = await send('sent');
    const { reports } = test.deps.metrics;
    const label = { source: 'post', purpose: 'provider', kind: 'delayed', effect: 'applied' };
    const count = async () =>
      (await reports.get()).values.find(({ labels }) =>
        Object.entries(label).every(([name, value]) => labels[name as 'kind'] === value),
      )?.value ?? 0;
    const before = await count();
    await come(recipients[0]?.id, DELAYED, DELAYED);
    expect(await count()).to.equal(before + 2);
  });

  it('records hundreds at once, and leaves what another worker holds', async () => {
    const other = await createAccount(test.pool);
    const emails = await Promise.all(
      Array.from({ length: 250 }, (_, number) =>
        createEmail(test.pool, number % 2 ? other.id : test.accountId, { status: 'sent' }),
      ),
    );
    const all = await Promise.all(emails.map(({ recipients }) => insert(recipients[0]?.id, BOUNCED)));
    const ids = all.flatMap((each) => each.ids);
    await test.query('UPDATE provider_feedback SET claimed_by = $2, claim_token = $2 WHERE id = $1', [
      ids[0],
      ids[0],
    ]);
    expect(await job.handle({ ids }, test.deps)).to.equal('250 woken, 249 claimed, 1 held elsewhere');
    const { bounced } = await test.row(
      `SELECT count(*)::integer AS bounced FROM email_recipients WHERE state = 'bounced' AND email_id = ANY($1)`,
      [emails.map(({ id }) => id)],
    );
    expect([bounced, (await effects(ids)).filter((effect) => effect === null)]).to.deep.equal([249, [null]]);
  });

  it('is not stored about a recipient that is not stored or was erased', async () => {
    const { recipients } = await send('sent');
    await test.query(`UPDATE email_recipients SET address = 'erased@erased.invalid' WHERE id = $1`, [
      recipients[0]?.id,
    ]);
    for (const recipientId of [recipients[0]?.id, test.ids.next()]) {
      const { ids, unknown } = await insert(recipientId, BOUNCED, DELIVERED);
      expect([ids, unknown.map(({ says }) => says)]).to.deep.equal([[], [BOUNCED, DELIVERED]]);
    }
  });
});
