// Events that arrive while their domain moves to another audience (docs/reference/events.md#post-eventssend).
import { expect } from 'chai';
import { createCaller } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { untilBlocked } from '../../support/database/blocked-sessions.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createAudience, createContact } from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';

const ROUNDS = 3;
const EVENTS = 8;

describe('POST /events/send, while the domain moves', () => {
  const app = useApp();
  const owner = useEach(() => createCaller(app));
  const makeDomain = async () => {
    const { accountId } = owner;
    const { id, name } = await createDomain(app.pool, accountId);
    await createAutomation(app.pool, accountId, { domainId: id, trigger: 'paid' });
    const { audience_id: audienceId } = await owner.read(`/domains/${id}`);
    const { email } = await createContact(app.pool, { accountId, audienceId });
    const target = (await createAudience(app.pool, accountId)).id;
    const send = (to: string) =>
      owner.api.post('/events/send').send({ event: 'paid', email: to, domain: name }).expect(202);
    return { id, known: email, target, send };
  };
  const startedBy = (answers: readonly { body: { runs_started: number } }[]) =>
    answers.map(({ body }) => body.runs_started);
  const expectRunsInAudience = async () => {
    const { rows } = await app.pool.query(
      `SELECT FROM automation_runs AS run JOIN contacts ON contacts.id = contact_id
       JOIN domains ON domains.id = domain_id
       WHERE run.account_id = $1 AND contacts.audience_id <> domains.audience_id`,
      [owner.accountId],
    );
    expect(rows).to.deep.equal([]);
  };

  it('Starts no run of a contact outside of the audience of the domain, also when the domain moves to another audience at the same time.', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, known, target, send } = await makeDomain();
      const events = Array.from({ length: EVENTS }, (_, place) =>
        send(place % 2 ? known : `new${place}@customer.dev`),
      );
      const move = owner.api.patch(`/domains/${id}`).send({ audience_id: target });
      const [answers] = await Promise.all([Promise.all(events), move]);
      expect(startedBy(answers)).to.deep.equal(Array(EVENTS).fill(1));
    }
    await expectTakenAfterMove();
    await expectRunsInAudience();
  });

  /** Events that have met the lock of a move are taken as after it. */
  async function expectTakenAfterMove() {
    const { id, known, target, send } = await makeDomain();
    const mover = await app.pool.connect();
    await mover.query('BEGIN');
    await mover.query('SELECT FROM domains WHERE id = $1 FOR UPDATE', [id]);
    await mover.query('UPDATE domains SET audience_id = $2 WHERE id = $1', [id, target]);
    await mover.query('UPDATE automations SET audience_id = $2 WHERE domain_id = $1', [id, target]);
    const sending = Promise.all([send(known), send('new@customer.dev')]);
    await untilBlocked(app.pool, mover, 2);
    await mover.query('COMMIT');
    mover.release();
    expect(startedBy(await sending)).to.deep.equal([1, 1]);
  }
});
