// The job that removes the rest of deleted audiences, segments and topics: in steps, each of which is recorded in
// the transaction that deletes its rows.

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { removalWalk } from '../../../shared/resources/audience/cleanup/step.ts';
import { removalWork } from '../../../shared/resources/audience/cleanup/work.ts';
import { ContactLanes } from '../../../shared/resources/audience/contact-writes/lanes.ts';
import { writeContacts } from '../../../shared/resources/audience/contact-writes/write-contacts.ts';
import type { Removal } from '../../../shared/resources/audience/removals/removal.ts';
import { startRemovals } from '../../../shared/resources/audience/removals/start.ts';
import {
  createAudience,
  createContact,
  createSegment,
  createTopic,
} from '../../support/factories/contact-factories.ts';
import { createAccount, createWebhook } from '../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../support/queues/queues.ts';
import { runJob, stoppingAfter } from '../../support/work/run-job.ts';
import { useAccountJob } from '../support/use-job.ts';

const STEP_ROWS = 1_000;
const STEPS_OF_JOB = 2;

describe('what is left of deleted audiences, segments and topics', () => {
  const job = useAccountJob();
  const { clock, ids, query, row } = job;

  const start = (kind: Removal['kind'], id: string) =>
    transaction(job.pool, (client) =>
      startRemovals(client, [{ id, accountId: job.accountId, kind, now: clock.now() }], SILENT_QUEUES),
    );
  const run = (id: string) => runJob(removalWork, [id], job.deps);
  const count = async (rows: string, values: unknown[]): Promise<number> =>
    (await row(`SELECT count(*)::integer FROM ${rows}`, values)).count;
  const removal = (id: string) => row('SELECT * FROM audience_removals WHERE id = $1', [id]);
  const contactsOf = (audienceId: string) => count('contacts WHERE audience_id = $1', [audienceId]);
  const insertContacts = (audienceId: string, number: number) =>
    query(
      `INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
       SELECT uuid_v7(now()), $1, $2, n || '@customer.dev', n || '@customer.dev', now(), now()
       FROM generate_series(1, $3) AS n`,
      [job.accountId, audienceId, number],
    );
  const setCounter = async (contacts: number) => {
    await query("UPDATE accounts SET plan_id = 'scale' WHERE id = $1", [job.accountId]);
    await query('INSERT INTO contact_counters VALUES ($1, $2)', [job.accountId, contacts]);
  };

  /** Hides an audience with this many contacts, and starts its removal. */
  const startAudience = async (contacts = 0) => {
    const { id } = await createAudience(job.pool, job.accountId);
    await insertContacts(id, contacts);
    await query('UPDATE audiences SET deleted_at = $2 WHERE id = $1', [id, clock.now()]);
    await start('audience', id);
    return id;
  };

  describe('of an audience', () => {
    it('deletes its contacts with their memberships, then the audience, and nothing else', async () => {
      const { accountId } = job;
      const email = 'bo@customer.dev';
      const audienceId = await startAudience();
      const segment = await createSegment(job.pool, accountId, { audienceId });
      await createContact(job.pool, { accountId, audienceId, email, segmentIds: [segment.id] });
      const kept = await createContact(job.pool, { accountId, email });
      await run(audienceId);
      expect(await contactsOf(audienceId)).to.equal(0);
      expect(await count('segment_contacts WHERE segment_id = $1', [segment.id])).to.equal(0);
      expect(await count('audiences WHERE id = $1', [audienceId])).to.equal(0);
      expect(await count('contacts WHERE id = $1', [kept.id])).to.equal(1);
      expect(await removal(audienceId)).to.equal(undefined);
    });

    it('continues in further jobs when there are more contacts than one job deletes', async () => {
      const id = await startAudience(STEP_ROWS * STEPS_OF_JOB + 1);
      await runJob(removalWork, [id], stoppingAfter(STEPS_OF_JOB, job.deps));
      expect(await contactsOf(id)).to.equal(1);
      // Woken again at once.
      expect(await removal(id)).to.include({ claimed_by: null, attempts: 0 });
      await run(id);
      expect(await contactsOf(id)).to.equal(0);
      expect(await removal(id)).to.equal(undefined);
    });

    it('takes the contacts from the contact counter of an account with a limit', async () => {
      await setCounter(STEP_ROWS + 12);
      const id = await startAudience(STEP_ROWS + 5);
      await run(id);
      expect(
        await count('contact_counters WHERE account_id = $1 AND contacts = 7', [job.accountId]),
      ).to.equal(1);
    });

    it('announces no contact', async () => {
      await createWebhook(job.pool, job.accountId);
      const id = await startAudience(1);
      await run(id);
      expect(await count('webhook_messages WHERE account_id = $1', [job.accountId])).to.equal(0);
    });

    it('waits while another write holds the contact lock for too long', async () => {
      await setCounter(1);
      const id = await startAudience(1);
      const contactLanes = new ContactLanes({ waitMs: 50, workMs: 5_000 });
      await writeContacts({ database: job.pool, contactLanes }, job.accountId, () =>
        runJob(removalWork, [id], { ...job.deps, contactLanes }),
      );
      expect(await contactsOf(id)).to.equal(1);
      const { next_attempt_at: due, claimed_by: worker } = await removal(id);
      expect([due.getTime() - clock.now().getTime(), worker]).to.deep.equal([5_000, null]);
    });

    it('waits for a writer that holds the audience, and deletes the contact that it adds', async () => {
      const id = await startAudience();
      await transaction(job.pool, async (client) => {
        await client.query('SELECT FROM audiences WHERE id = $1 FOR KEY SHARE', [id]);
        await run(id);
        await client.query(
          `INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
           VALUES ($1, $2, $3, 'bo@customer.dev', 'bo@customer.dev', now(), now())`,
          [ids.next(), job.accountId, id],
        );
      });
      clock.advance(5_000);
      await removalWork.table.markDue(job.pool, clock.now(), 10);
      await run(id);
      expect(await contactsOf(id)).to.equal(0);
      expect(await count('audiences WHERE id = $1', [id])).to.equal(0);
    });
  });

  it('of a segment: removes its memberships in steps, and no contact', async () => {
    const segment = await createSegment(job.pool, job.accountId);
    const other = await createSegment(job.pool, job.accountId);
    const contact = await createContact(job.pool, {
      accountId: job.accountId,
      segmentIds: [segment.id, other.id],
    });
    await query('INSERT INTO segment_contacts SELECT $1, gen_random_uuid() FROM generate_series(1, $2)', [
      segment.id,
      STEP_ROWS + 1,
    ]);
    await start('segment', segment.id);
    await run(segment.id);
    expect(await count('segment_contacts WHERE segment_id = $1', [segment.id])).to.equal(0);
    expect(await count('segment_contacts WHERE segment_id = $1', [other.id])).to.equal(1);
    expect(await count('contacts WHERE id = $1', [contact.id])).to.equal(1);
    expect(await removal(segment.id)).to.equal(undefined);
  });

  it('of a topic: removes its choices among those of other topics, addresses and accounts', async () => {
    const topic = await createTopic(job.pool, job.accountId);
    const other = await createTopic(job.pool, job.accountId);
    const { id: stranger } = await createAccount(job.pool);
    const choose = (account: string, topicId: string, number: number) =>
      query(
        `INSERT INTO topic_choices SELECT $1, n || '@customer.dev', $2, 'opt_out', 'account', now()
         FROM generate_series(1, $3) AS n`,
        [account, topicId, number],
      );
    await choose(job.accountId, topic.id, 12_000);
    await choose(job.accountId, other.id, 12_000);
    await choose(stranger, topic.id, 1);
    await start('topic', topic.id);
    await run(topic.id);
    expect(await count('topic_choices WHERE topic_id = $1', [topic.id])).to.equal(12_001);
    clock.advance(60 * DAY_MS);
    expect(await removalWork.table.markDue(job.pool, clock.now(), 10)).to.include(topic.id);
    await run(topic.id);
    const choices = (account: string, topicId: string) =>
      count('topic_choices WHERE account_id = $1 AND topic_id = $2', [account, topicId]);
    expect(await choices(job.accountId, topic.id)).to.equal(0);
    expect(await choices(job.accountId, other.id)).to.equal(12_000);
    expect(await choices(stranger, topic.id)).to.equal(1);
    expect(await removal(topic.id)).to.equal(undefined);
  });

  it('does no step for a worker that has lost its claim', async () => {
    const id = await startAudience(1);
    expect(await removalWalk.step(job.deps, { id, token: randomUUID() }, clock.now())).to.equal('done');
    expect(await contactsOf(id)).to.equal(1);
    expect(await removal(id)).not.to.equal(undefined);
  });

  it('runs once, however many jobs name it', async () => {
    await setCounter(STEP_ROWS + 1);
    const id = await startAudience(STEP_ROWS + 1);
    await Promise.all([run(id), run(id), run(id)]);
    expect(await count('contact_counters WHERE account_id = $1 AND contacts = 0', [job.accountId])).to.equal(
      1,
    );
  });
});
