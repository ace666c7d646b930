// The report on all kinds of work, with the reasons that are found in the database.
import { expect } from 'chai';
import { renewLease } from '../../../shared/platform/work/processes/renew.ts';
import { pauseSending, resumeSending } from '../../../shared/resources/foundation/sending/pause.ts';
import { deleteWebhook } from '../../../shared/resources/foundation/webhooks/delete.ts';
import { WORK_KINDS } from '../../../shared/resources/work-kinds.ts';
import { readWorkReport } from '../../../shared/resources/work-report.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  createAccount,
  createEmail,
  createWebhook,
  createWebhookMessages,
} from '../../support/factories/factories.ts';
import { factoryIds } from '../../support/factories/factory-ids.ts';

describe('The report on the work', () => {
  const database = useDatabase();
  const now = new Date();
  const reportOf = async (queue: string) => {
    const reports = await readWorkReport(database.pool, now);
    expect(reports).to.have.length(WORK_KINDS.length);
    return reports.find((report) => report.queue === queue) ?? expect.fail(queue);
  };
  before(async () => {
    const groups = WORK_KINDS.map(({ group }) => group);
    await renewLease(database.pool, { id: factoryIds.next(), groups, host: 'box', pid: 7 });
  });

  it('says that operators have paused sending, while mail is late', async () => {
    await pauseSending(database.pool, 'abuse');
    expect(await reportOf('send')).to.include({ due: 0, stuck: 0, why: null });
    await createEmail(database.pool, (await createAccount(database.pool)).id);
    const late = new Date(now.getTime() - 90_000);
    await database.pool.query('UPDATE email_recipients SET next_attempt_at = $1, woken_at = $1', [late]);
    expect(await reportOf('send')).to.include({
      due: 0,
      held: 1,
      stuck: 1,
      why: 'Operators have paused all sending: abuse',
    });
    await resumeSending(database.pool);
    expect((await reportOf('send')).why).to.match(/^The workers are overloaded/);
  });

  it('says what holds the oldest message of a disabled webhook', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const webhook = await createWebhook(database.pool, accountId);
    await createWebhookMessages(database.pool, webhook, 1, { at: new Date(now.getTime() - 1_000) });
    expect(await reportOf('webhook')).to.include({ held: 0, due: 1, why: null });
    await database.pool.query("UPDATE webhooks SET status = 'disabled', disabled_reason = 'it failed'");
    expect(await reportOf('webhook')).to.include({
      held: 1,
      due: 0,
      why: 'The oldest row that is held: Its webhook is disabled: it failed',
    });
  });

  it('counts mail that waits for the turn of its mailbox provider as held before it is due, and never as stuck', async () => {
    const wait = (at: number, destination: string | null) =>
      database.pool.query(
        'UPDATE email_recipients SET woken_at = NULL, next_attempt_at = $1, destination = $2',
        [new Date(now.getTime() + at), destination],
      );
    await wait(60_000, null);
    expect(await reportOf('send')).to.include({ waiting: 1, held: 0, why: null });
    await wait(60_000, 'google');
    expect(await reportOf('send')).to.include({
      waiting: 0,
      due: 0,
      held: 1,
      stuck: 0,
      oldest_due_at: null,
      why: 'The oldest row that is held: It waits for the turn of its mailbox provider, google.',
    });
    await wait(-1_000, 'google');
    expect(await reportOf('send')).to.include({ waiting: 0, due: 1, held: 0, stuck: 0 });
  });

  it('counts no message of a webhook that was deleted', async () => {
    const before = await reportOf('webhook');
    const { id: accountId } = await createAccount(database.pool);
    const webhook = await createWebhook(database.pool, accountId);
    await createWebhookMessages(database.pool, webhook, 2, { at: new Date(now.getTime() - 90_000) });
    expect(await reportOf('webhook')).to.include({ due: before.due + 2, stuck: before.stuck + 2 });
    await deleteWebhook(database.pool, { accountId, id: webhook.id });
    expect(await reportOf('webhook')).to.deep.equal(before);
  });
});
