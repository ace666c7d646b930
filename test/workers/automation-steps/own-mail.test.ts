// Runs that wait for what a person does with the mail that they have sent: the mail names its run, and a hit that is judged
// ends the wait of this run alone.
import { expect } from 'chai';
import { DAY_MS, HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { hitWork } from '../../../shared/resources/messaging/tracking/hits/work.ts';
import { waitFor } from '../../support/factories/automation-factories.ts';
import { createHit, type HitFields } from '../../support/factories/tracking-factories.ts';
import { runJob } from '../../support/work/run-job.ts';
import { type Steps, useRuns } from './use-runs.ts';

const SHOP = 'https://shop.example/sale';
/** In place of a day of waiting. */
const CLICKED: Steps[number] = waitFor('email.clicked', { timeout: '1 day' });
const OPENED: Steps[number] = waitFor('email.opened', { timeout: '1 day' });

describe('runs that wait for what a person does with their mail', () => {
  const test = useRuns();
  const start = async (...steps: Steps) => {
    const automation = await test.automation([await test.mailStep(), ...steps]);
    const ids = [await test.start(automation), await test.start(automation)] as const;
    await test.advance(...ids);
    return ids;
  };
  /** What a client does with the mail of a run, and the job that judges it. */
  const touch = async (runId: string, fields: Omit<HitFields, 'at'>) => {
    const [email] = await test.query(
      `UPDATE emails SET tracking = 3 WHERE run_id = $1
       RETURNING id, account_id AS "accountId", contact_id AS "contactId"`,
      [runId],
    );
    expect(email.contactId).to.equal(test.contact.id);
    const recipients = await test.query(
      'UPDATE email_recipients SET sent_at = $2 WHERE email_id = $1 RETURNING id',
      [email.id, new Date(test.clock.now().getTime() - HOUR_MS)],
    );
    const hit = await createHit(
      test.database.pool,
      { ...email, recipients },
      { at: test.clock.now(), ...fields },
    );
    await runJob(hitWork, [hit], test.deps);
    return email.id as string;
  };

  it('go on when a person clicks in their own mail, with the data of the click', async () => {
    const [own, other] = await start(CLICKED);
    await touch(own, { link: SHOP, userAgent: 'curl/8.11.0' });
    expect((await test.read(own)).isWoken).to.equal(false);
    const emailId = await touch(own, { link: SHOP, ipAddress: '192.0.2.9' });
    await test.advance(own, other);
    expect(await test.steps(own)).to.deep.equal(['mail completed', 'wait_email.clicked completed']);
    const output = (await test.output(own, 'wait_email.clicked')) as { payload: Record<string, unknown> };
    expect(output).to.deep.include({ result: 'event_received' });
    expect(output.payload).to.deep.include({ email_id: emailId, to: [test.contact.email] });
    expect(output.payload['click']).to.include({ link: SHOP, ipAddress: '192.0.2.9', machine: null });
    expect((await test.read(own)).status).to.equal('completed');
    expect(await test.steps(other)).to.deep.equal(['mail completed', 'wait_email.clicked waiting']);
    expect((await test.read(other)).inbox).to.deep.equal([]);
  });

  it('take a click for an open and a click, in this order', async () => {
    const [own] = await start(OPENED, CLICKED);
    await touch(own, { link: SHOP });
    await test.advance(own);
    expect((await test.read(own)).status).to.equal('completed');
    expect(await test.output(own, 'wait_email.clicked')).to.deep.include({ result: 'event_received' });
  });

  it('go on by their timeout when a person does nothing, or only with the mail of another run', async () => {
    const [own, other] = await start(CLICKED);
    await touch(other, { link: SHOP });
    await test.advance(other);
    test.clock.advance(DAY_MS);
    await test.wakeAndMove();
    expect(await test.output(own, 'wait_email.clicked')).to.deep.equal({ result: 'timeout' });
    expect(await test.output(other, 'wait_email.clicked')).to.deep.include({ result: 'event_received' });
  });

  it('go on by an event of the same name that a client has sent', async () => {
    const [own, other] = await start(CLICKED);
    await test.send('email.clicked', { sent: true });
    await test.advance(own, other);
    for (const id of [own, other])
      expect(await test.output(id, 'wait_email.clicked')).to.deep.include({ payload: { sent: true } });
  });
});
