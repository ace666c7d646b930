// GET /people/:address/timeline: what a person has done with each email (docs/reference/people.md#get-peopleaddresstimeline).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { createEmail } from '../../support/factories/factories.ts';
import { createPoll } from '../../support/factories/poll-factories.ts';
import { createRunner } from '../automations/runs/runner.ts';

const BO = 'bo@gmail.com';

describe('GET /people/:address/timeline, opens, clicks and votes', () => {
  const app = useApp();

  it('Shows the last 20 opens and clicks of each email by this recipient, those of machines named so, and the vote of the address.', async () => {
    const runner = await createRunner(app);
    /** The email of the only entry. */
    const emailOf = async (address = BO) => (await runner.read(`/people/${address}/timeline`)).data[0].email;
    const recipients = [{ address: BO }, { address: 'cy@gmail.com' }];
    const { id } = await createEmail(app.pool, runner.accountId, { recipients });
    const hit = async (recipient: string, type: 'opened' | 'clicked', data: object) => {
      app.clock.advance(1_000);
      await app.pool.query(
        `INSERT INTO email_events (id, email_id, account_id, recipient, type, data, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [app.deps.ids.next(), id, runner.accountId, recipient, type, data, app.clock.now()],
      );
      return app.clock.now().toISOString();
    };
    expect(await emailOf()).to.deep.include({ hits: [], vote: null });
    const opened = await hit(BO, 'opened', { open: { machine: 'privacy_proxy' } });
    const clicked = await hit(BO, 'clicked', { click: { machine: null, link: 'https://acme.dev/' } });
    await hit('cy@gmail.com', 'opened', { open: { machine: null } });
    const click = { type: 'clicked', at: clicked, link: 'https://acme.dev/', machine: null };
    const open = { type: 'opened', at: opened, link: null, machine: 'privacy_proxy' };
    expect((await emailOf()).hits).to.deep.equal([open, click]);
    for (let opens = 0; opens < 20; opens++) await hit(BO, 'opened', { open: { machine: null } });
    const { hits } = await emailOf();
    expect(hits).to.have.length(20);
    expect(hits).not.to.deep.include(click);

    const poll = await createPoll(app.pool, runner.accountId, { owner: { emailId: id } });
    const option = poll.options[1] ?? expect.fail();
    const now = app.clock.now();
    await app.pool.query(
      `INSERT INTO poll_votes (id, account_id, poll_id, address_key, address, email_id, option_id, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $7)`,
      [app.deps.ids.next(), runner.accountId, poll.id, BO, id, option.id, now],
    );
    const vote = { poll_id: poll.id, option: option.label, at: now.toISOString() };
    expect(await emailOf()).to.deep.include({ vote });
    expect(await emailOf('cy@gmail.com')).to.deep.include({
      vote: null,
    });
  });
});
