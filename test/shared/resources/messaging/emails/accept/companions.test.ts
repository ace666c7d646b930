// Companions: rows of another resource that are written in the transaction that stores the emails. When the claim of
// one was lost, its submission is not stored, and the others of its group are.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Acceptor } from '../../../../../../shared/resources/messaging/emails/accept/accept.ts';
import {
  type CompanionKind,
  CompanionLostError,
  companionOf,
} from '../../../../../../shared/resources/messaging/emails/accept/companion.ts';
import type { Submission } from '../../../../../../shared/resources/messaging/emails/accept/submission.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { mailboxes } from './new-email.ts';
import { useAcceptor } from './use-acceptor.ts';

interface Step {
  id: string;
  token: string;
}

describe('accepting emails with companions', () => {
  const test = useAcceptor();
  const { email, storedIds } = test;
  let acceptor: Acceptor;
  /** The number of items of each write. */
  let written: number[];
  /** How many emails of its group each write found. */
  let emailsBefore: number;
  before(() =>
    test.database.pool.query(
      'CREATE TABLE steps (id uuid PRIMARY KEY, token uuid NOT NULL, done integer DEFAULT 0)',
    ),
  );
  beforeEach(async () => {
    await test.database.pool.query('TRUNCATE steps');
    acceptor = test.create(test.database.pool);
    written = [];
    emailsBefore = 0;
  });
  afterEach(() => acceptor.drain());

  const kind: CompanionKind<Step> = {
    async write(client, items) {
      written.push(items.length);
      const { rows } = await client.query<{ id: string; emails: number }>(
        `WITH locked AS (
           SELECT id FROM steps JOIN unnest($1::uuid[], $2::uuid[]) AS claim (id, token) USING (id, token)
           ORDER BY id FOR NO KEY UPDATE OF steps
         )
         UPDATE steps SET done = done + 1 FROM locked WHERE steps.id = locked.id
         RETURNING steps.id, (SELECT count(*)::integer FROM emails WHERE xmin = pg_current_xact_id()::xid) AS emails`,
        [items.map(({ id }) => id), items.map(({ token }) => token)],
      );
      emailsBefore += rows.reduce((sum, { emails }) => sum + emails, 0);
      const done = new Set(rows.map(({ id }) => id));
      return items.map(({ id }) => done.has(id));
    },
  };
  const createStep = async (): Promise<Step> => {
    const step = { id: randomUUID(), token: randomUUID() };
    await test.database.pool.query('INSERT INTO steps VALUES ($1, $2)', [step.id, step.token]);
    return step;
  };
  const submission = (step?: Step, changes = {}): Submission => {
    const one = email(changes);
    return {
      accountId: one.accountId,
      emails: [one],
      ...(step && { companion: companionOf(kind, step) }),
    };
  };
  /** Submits these as one group: they come in one turn of the event loop. */
  const asOneGroup = async (group: readonly Submission[]) => {
    const outcomes = await Promise.allSettled(group.map((each) => acceptor.submit(each)));
    return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'stored' : outcome.reason));
  };
  const isDone = async ({ id }: Step) => {
    const { rows } = await test.database.pool.query('SELECT done FROM steps WHERE id = $1', [id]);
    return rows[0]?.done;
  };
  const idsOf = (group: readonly Submission[]) => group.flatMap(({ emails }) => emails.map(({ id }) => id));

  it('writes those of a group in one call, before the emails and in their transaction', async () => {
    const steps = [await createStep(), await createStep()];
    const group = [submission(steps[0]), submission(), submission(steps[1])];
    expect(await asOneGroup(group)).to.deep.equal(['stored', 'stored', 'stored']);
    expect([written, emailsBefore]).to.deep.equal([[2], 0]);
    const { rows } = await test.database.pool.query(
      `SELECT DISTINCT steps.xmin = emails.xmin AS together, done FROM steps, emails WHERE emails.id = ANY($1::uuid[])`,
      [idsOf(group)],
    );
    expect(rows).to.deep.equal([{ together: true, done: 1 }]);
  });

  for (const place of [0, 1, 2]) {
    it(`stores nothing of a submission whose claim was lost (number ${place + 1}), and the others together`, async () => {
      const steps = [await createStep(), await createStep(), await createStep()];
      const lost = steps[place] ?? expect.fail();
      await test.database.pool.query('UPDATE steps SET token = gen_random_uuid() WHERE id = $1', [lost.id]);
      const group = steps.map((step) =>
        submission(step, { to: mailboxes('bo@customer.dev', 'x@example.com') }),
      );
      const outcomes = await asOneGroup(group);
      expect(outcomes[place]).to.be.instanceOf(CompanionLostError);
      expect(outcomes.filter((outcome) => outcome === 'stored')).to.have.length(2);
      expect(written).to.deep.equal([3, 2]);
      expect(await Promise.all(steps.map(isDone))).to.deep.equal(
        [0, 1, 2].map((each) => (each === place ? 0 : 1)),
      );
      const others = idsOf(group.filter((_, index) => index !== place));
      const ofGroup = (await storedIds()).filter((id) => idsOf(group).includes(id));
      expect(ofGroup).to.deep.equal(others.sort());
      for (const table of ['email_recipients', 'email_events']) {
        const { rows } = await test.database.pool.query(
          `SELECT DISTINCT email_id FROM ${table} WHERE email_id = ANY($1::uuid[]) ORDER BY email_id`,
          [idsOf(group)],
        );
        expect(
          rows.map((row) => row.email_id),
          table,
        ).to.deep.equal(others);
      }
    });
  }

  it('leaves the companion of an email at fault unwritten, and writes those of the others', async () => {
    const steps = [await createStep(), await createStep()];
    const group = [submission(steps[0], { subject: 'a\0b' }), submission(steps[1])];
    const [fault, other] = await asOneGroup(group);
    expect([fault.code, other]).to.deep.equal(['22021', 'stored']);
    expect(await Promise.all(steps.map(isDone))).to.deep.equal([0, 1]);
  });

  it('answers a lost claim before a quota that is used up', async () => {
    const { id: accountId } = await createAccount(test.database.pool, { planId: 'free' });
    const domain = await createDomain(test.database.pool, accountId);
    await test.database.pool.query(
      `INSERT INTO email_usage VALUES ($1, 'day', (now() AT TIME ZONE 'UTC')::date, 99)`,
      [accountId],
    );
    const step = { id: randomUUID(), token: randomUUID() };
    const [from] = mailboxes(`ana@${domain.name}`);
    // Each alone fits; together they exceed the quota of the day.
    const group = [1, 2].map(() => submission(step, { accountId, from }));
    const outcomes = await asOneGroup(group);
    for (const outcome of outcomes) expect(outcome).to.be.instanceOf(CompanionLostError);
    expect(written).to.deep.equal([2]);
  });
});
