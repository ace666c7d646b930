// A worker whose mail bounces has its domain judged after each result, without a recurring task: the pause acts on all that
// is still waiting. What the simulator does says nothing about the domain.
import { expect } from 'chai';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useReputation } from './support/use-reputation.ts';
import { useSending } from './support/use-sending.ts';

const BOUNCES = 20;

describe('A domain is judged when mail of it has bounced', () => {
  const sending = useSending();
  useReputation(sending);
  before(() => sending.startWorker());

  const status = async () =>
    (await sending.pool.query('SELECT reputation FROM domains WHERE id = $1', [sending.sender.domain.id]))
      .rows[0].reputation;
  const sendMany = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, place) =>
        sending.accept({ to: mailboxes(`r${place}@customer.dev`) }),
      ),
    );

  it('and is paused within seconds', async () => {
    sending.refuse('550 5.1.1 no such user');
    const ids = await sendMany(BOUNCES - 1);
    await Promise.all(ids.map((id) => sending.whenStatus(id, 'bounced')));
    expect(await status()).to.equal('good');
    await sending.sendUntil('bounced', { to: mailboxes('last@customer.dev') });
    await eventually('the domain is paused', async () => (await status()) === 'paused');
  });

  it('but not by the simulator', async () => {
    const to = (place: number) => mailboxes(`bounced+${place}@simulator.test`);
    const ids = await Promise.all(
      Array.from({ length: BOUNCES }, (_, place) => sending.accept({ to: to(place) })),
    );
    await Promise.all(ids.map((id) => sending.whenStatus(id, 'bounced')));
    const { rows } = await sending.pool.query('SELECT FROM sending_days WHERE domain_id = $1', [
      sending.sender.domain.id,
    ]);
    expect([await status(), rows]).to.deep.equal(['good', []]);
  });
});
