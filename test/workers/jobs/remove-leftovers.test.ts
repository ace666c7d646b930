// The job that removes what is left of deleted audiences, segments and topics: in steps, each of which is recorded in
// the transaction that deletes its rows.

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { type Removal, startRemovals } from '../../../shared/resources/audiences/removals/start.ts';
import { stepRemoval } from '../../../shared/resources/audiences/removals/step.ts';
import { removalsTable } from '../../../shared/resources/audiences/removals/table.ts';
import { ContactLanes } from '../../../shared/resources/contacts/writing/lanes.ts';
import { writeContacts } from '../../../shared/resources/contacts/writing/write-contacts.ts';
import { QUEUES } from '../../../shared/resources/queues.ts';
import { handle } from '../../../workers/jobs/remove-leftovers.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { createTestClock } from '../../support/clock.ts';
import {
  createAudience,
  createContact,
  createSegment,
  createTopic,
} from '../../support/contact-factories.ts';
import { useDatabase } from '../../support/database.ts';
import { createAccount, createWebhook } from '../../support/factories.ts';
import { probeEntry } from '../../support/probe-work.ts';
import { SILENT_QUEUES } from '../../support/queues.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../support/worker.ts';

const STEP_ROWS = 1_000;
const STEPS_PER_JOB = 10;

describe('what is left of deleted audiences, segments and topics', () => {
  after(() => closeWorkerDeps(deps));
  const database = useDatabase();
  const clock = createTestClock();
  const ids = createIds(clock);
  let deps: WorkerDeps;
  let accountId: string;
  before(async () => {
    const entries = QUEUES.map((queue) => ({ ...probeEntry(), queue }));
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined }, { clock, entries });
  });
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
  });

  const start = (kind: Removal['kind'], id: string) =>
    transaction(database.pool, (client) =>
      startRemovals(client, [{ id, accountId, kind, now: clock.now() }], SILENT_QUEUES),
    );
  const hide = (id: string) =>
    database.pool.query('UPDATE audiences SET deleted_at = $2 WHERE id = $1', [id, clock.now()]);
  const run = (id: string) => handle({ ids: [id] }, deps);
  const count = async (rows: string, values: unknown[]) =>
    (await database.pool.query<{ count: number }>(`SELECT count(*)::integer FROM ${rows}`, values)).rows[0]
      ?.count;
  const removal = async (id: string) =>
    (await database.pool.query('SELECT * FROM audience_removals WHERE id = $1', [id])).rows[0];
  const contactsOf = (audienceId: string) => count('contacts WHERE audience_id = $1', [audienceId]);
  const insertContacts = (audienceId: string, number: number) =>
    database.pool.query(
      `INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
       SELECT uuid_v7(now()), $1, $2, n || '@customer.dev', n || '@customer.dev', now(), now()
       FROM generate_series(1, $3) AS n`,
      [accountId, audienceId, number],
    );
  const setCounter = async (contacts: number) => {
    await database.pool.query("UPDATE accounts SET plan_id = 'scale' WHERE id = $1", [accountId]);
    await database.pool.query('INSERT INTO contact_counters VALUES ($1, $2)', [accountId, contacts]);
  };

  describe('of an audience', () => {
    it('deletes its contacts with their memberships, then the audience, and nothing else', async () => {
      const audience = await createAudience(database.pool, accountId);
      const segment = await createSegment(database.pool, accountId, { audienceId: audience.id });
      const email = 'bo@customer.dev';
      await createContact(database.pool, {
        accountId,
        audienceId: audience.id,
        email,
        segmentIds: [segment.id],
      });
      const kept = await createContact(database.pool, { accountId, email });
      await hide(audience.id);
      await start('audience', audience.id);
      await run(audience.id);
      expect(await contactsOf(audience.id)).to.equal(0);
      expect(await count('segment_contacts WHERE segment_id = $1', [segment.id])).to.equal(0);
      expect(await count('audiences WHERE id = $1', [audience.id])).to.equal(0);
      expect(await count('contacts WHERE id = $1', [kept.id])).to.equal(1);
      expect(await removal(audience.id)).to.equal(undefined);
    });

    it('continues in further jobs when there are more contacts than one job deletes', async () => {
      const audience = await createAudience(database.pool, accountId);
      const more = STEP_ROWS * STEPS_PER_JOB + 1;
      await insertContacts(audience.id, more);
      await hide(audience.id);
      await start('audience', audience.id);
      await run(audience.id);
      expect(await contactsOf(audience.id)).to.equal(1);
      expect(await removal(audience.id)).to.include({ claimed_by: null, woken_at: null });
      expect(await removalsTable.markDue(database.pool, clock.now(), 10)).to.deep.equal([audience.id]);
      await run(audience.id);
      expect(await contactsOf(audience.id)).to.equal(0);
      expect(await removal(audience.id)).to.equal(undefined);
    });

    it('takes the contacts from the contact counter of an account with a limit', async () => {
      const audience = await createAudience(database.pool, accountId);
      await insertContacts(audience.id, STEP_ROWS + 5);
      await setCounter(STEP_ROWS + 12);
      await hide(audience.id);
      await start('audience', audience.id);
      await run(audience.id);
      expect(await count('contact_counters WHERE account_id = $1 AND contacts = 7', [accountId])).to.equal(1);
    });

    it('announces no contact', async () => {
      await createWebhook(database.pool, accountId);
      const audience = await createAudience(database.pool, accountId);
      await insertContacts(audience.id, 1);
      await hide(audience.id);
      await start('audience', audience.id);
      await run(audience.id);
      expect(await count('webhook_messages WHERE account_id = $1', [accountId])).to.equal(0);
    });

    it('waits while another write holds the contact lock for too long', async () => {
      const audience = await createAudience(database.pool, accountId);
      await insertContacts(audience.id, 1);
      await setCounter(1);
      await hide(audience.id);
      await start('audience', audience.id);
      const contactLanes = new ContactLanes({ waitMs: 50, workMs: 5_000 });
      await writeContacts({ database: database.pool, contactLanes }, accountId, () =>
        handle({ ids: [audience.id] }, { ...deps, contactLanes }),
      );
      expect(await contactsOf(audience.id)).to.equal(1);
      const { next_attempt_at: due, claimed_by: worker } = await removal(audience.id);
      expect([due.getTime() - clock.now().getTime(), worker]).to.deep.equal([5_000, null]);
    });

    it('waits for a writer that holds the audience, and deletes the contact that it adds', async () => {
      const audience = await createAudience(database.pool, accountId);
      await hide(audience.id);
      await start('audience', audience.id);
      await transaction(database.pool, async (client) => {
        await client.query('SELECT FROM audiences WHERE id = $1 FOR KEY SHARE', [audience.id]);
        await run(audience.id);
        await client.query(
          `INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
           VALUES ($1, $2, $3, 'bo@customer.dev', 'bo@customer.dev', now(), now())`,
          [ids.next(), accountId, audience.id],
        );
      });
      clock.advance(5_000);
      await removalsTable.markDue(database.pool, clock.now(), 10);
      await run(audience.id);
      expect(await contactsOf(audience.id)).to.equal(0);
      expect(await count('audiences WHERE id = $1', [audience.id])).to.equal(0);
    });
  });

  it('of a segment: removes its memberships in steps, and no contact', async () => {
    const [segment, other] = [
      await createSegment(database.pool, accountId),
      await createSegment(database.pool, accountId),
    ];
    const contact = await createContact(database.pool, { accountId, segmentIds: [segment.id, other.id] });
    await database.pool.query(
      'INSERT INTO segment_contacts SELECT $1, gen_random_uuid() FROM generate_series(1, $2)',
      [segment.id, STEP_ROWS + 1],
    );
    await start('segment', segment.id);
    await run(segment.id);
    expect(await count('segment_contacts WHERE segment_id = $1', [segment.id])).to.equal(0);
    expect(await count('segment_contacts WHERE segment_id = $1', [other.id])).to.equal(1);
    expect(await count('contacts WHERE id = $1', [contact.id])).to.equal(1);
    expect(await removal(segment.id)).to.equal(undefined);
  });

  it('of a topic: removes its choices among those of other topics, addresses and accounts', async () => {
    const [topic, other] = [
      await createTopic(database.pool, accountId),
      await createTopic(database.pool, accountId),
    ];
    const { id: stranger } = await createAccount(database.pool);
    const choose = (account: string, topicId: string, number: number) =>
      database.pool.query(
        `INSERT INTO topic_choices SELECT $1, n || '@customer.dev', $2, 'opt_out', 'account', now()
         FROM generate_series(1, $3) AS n`,
        [account, topicId, number],
      );
    await choose(accountId, topic.id, 12_000);
    await choose(accountId, other.id, 12_000);
    await choose(stranger, topic.id, 1);
    await start('topic', topic.id);
    await run(topic.id);
    const choicesKept = await count('topic_choices WHERE topic_id = $1', [topic.id]);
    expect(choicesKept).to.equal(12_001);
    clock.advance(60 * DAY_MS);
    expect(await removalsTable.markDue(database.pool, clock.now(), 10)).to.include(topic.id);
    await run(topic.id);
    const choices = (account: string, topicId: string) =>
      count('topic_choices WHERE account_id = $1 AND topic_id = $2', [account, topicId]);
    expect(await choices(accountId, topic.id)).to.equal(0);
    expect(await choices(accountId, other.id)).to.equal(12_000);
    expect(await choices(stranger, topic.id)).to.equal(1);
    expect(await removal(topic.id)).to.equal(undefined);
  });

  it('does no step for a worker that has lost its claim', async () => {
    const audience = await createAudience(database.pool, accountId);
    await insertContacts(audience.id, 1);
    await hide(audience.id);
    await start('audience', audience.id);
    expect(await stepRemoval(deps, { id: audience.id, token: randomUUID() })).to.equal('done');
    expect(await contactsOf(audience.id)).to.equal(1);
    expect(await removal(audience.id)).not.to.equal(undefined);
  });

  it('runs once, however many jobs name it', async () => {
    const audience = await createAudience(database.pool, accountId);
    await insertContacts(audience.id, STEP_ROWS + 1);
    await setCounter(STEP_ROWS + 1);
    await hide(audience.id);
    await start('audience', audience.id);
    await Promise.all([run(audience.id), run(audience.id), run(audience.id)]);
    expect(await count('contact_counters WHERE account_id = $1 AND contacts = 0', [accountId])).to.equal(1);
  });
});
