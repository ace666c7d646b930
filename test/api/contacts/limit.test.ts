// The contact limit of a plan, and the lock that makes it exact (docs/reference/contacts.md#the-contact-limit).
import { expect } from 'chai';
import type { Pool, PoolClient } from 'pg';
import { ContactLanes } from '../../../shared/resources/audience/contact-writes/lanes.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { type ContactOwner, createContactOwner } from './owner.ts';

const WRITERS = 200;
const LIMIT = 60;
/** Writes are refused sooner than in production, so that the test need not wait as long. */
const TIMES = { waitMs: 700, workMs: 1_500 };

/** Opens a transaction that holds what a statement locks. @returns what ends it */
async function hold(pool: Pool, sql: string, values: unknown[]): Promise<() => Promise<void>> {
  const client: PoolClient = await pool.connect();
  await client.query('BEGIN');
  await client.query(sql, values);
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

describe('The contact limit', () => {
  const app = useApp({ deps: { contactLanes: new ContactLanes({ ...TIMES }) } });
  let owner: ContactOwner;
  beforeEach(async () => {
    Object.assign(app.deps.contactLanes.times, TIMES);
    await app.pool.query('UPDATE plans SET contact_limit = $1 WHERE id = $2', [LIMIT, 'free']);
    owner = await createContactOwner(app, { planId: 'free' });
  });
  const batchOf = (count: number, prefix = 'b') =>
    Array.from({ length: count }, (_, index) => ({ email: `${prefix}${index}@x.dev` }));
  const save = (contacts: object[]) => owner.api.post('/contacts/batch').send(contacts);
  const counted = async () => {
    const { rows } = await app.pool.query('SELECT contacts FROM contact_counters WHERE account_id = $1', [
      owner.accountId,
    ]);
    return rows[0]?.contacts;
  };
  const waitingForLocks = async () => {
    const { rows } = await app.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  const setPlan = (plan: string) =>
    app.pool.query('UPDATE accounts SET plan_id = $2 WHERE id = $1', [owner.accountId, plan]);

  it('Rejects a contact beyond the limit with contact_limit_reached 429, and a batch beyond it as a whole.', async () => {
    await save(batchOf(LIMIT - 1)).expect(200);
    const permissive = save(batchOf(LIMIT + 1)).set('x-batch-validation', 'permissive');
    for (const answer of [await save([...batchOf(5, 'b'), ...batchOf(2, 'c')]), await permissive])
      expect(expectError(answer, 429, 'contact_limit_reached')).to.include(String(LIMIT));
    expect(await owner.emails()).to.have.length(LIMIT - 1);
    expect((await owner.add('last@x.dev')).status).to.equal(201);
    const audience = await owner.audience();
    expectError(await owner.add('last@x.dev', { audience_id: audience }), 429, 'contact_limit_reached');
    expect([await counted(), (await owner.emails()).length]).to.deep.equal([LIMIT, LIMIT]);
  });

  it('Holds the limit exactly under 200 concurrent writers of all kinds.', async () => {
    // Enough for all of them, one after the other.
    Object.assign(app.deps.contactLanes.times, { waitMs: 60_000, workMs: 60_000 });
    const audience = await owner.audience();
    const write = async (index: number) => {
      const email = `w${index % 90}@x.dev`;
      const kinds = [
        () => owner.add(email),
        () => owner.api.post(`/audiences/${audience}/contacts`).send({ email }),
        () => save(batchOf(5, `v${index}-`)),
        () => owner.api.delete(`/contacts/w${index % 7}@x.dev`),
        () => owner.api.patch(`/contacts/${email}`).send({ email: `p${index}@x.dev` }),
        () => owner.api.delete(`/contacts/w${index % 5}@x.dev?erase=true`),
      ];
      return (await (kinds[index % kinds.length] as () => ReturnType<typeof owner.add>)()).status;
    };
    const statuses = await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)));
    // Which writers come first decides whether a contact is there to be changed or erased.
    expect(statuses).to.include.members([201, 429]);
    expect(statuses.filter((status) => status >= 500)).to.deep.equal([]);
    const held = (await owner.emails()).length;
    expect([held <= LIMIT, await counted()]).to.deep.equal([true, held]);
    if (held < LIMIT) await save(batchOf(LIMIT - held, 'rest')).expect(200);
    const more = { email: 'more@x.dev' };
    expectError(await owner.add(more.email), 429, 'contact_limit_reached');
    const below = await owner.api.post(`/audiences/${audience}/contacts`).send(more);
    expectError(below, 429, 'contact_limit_reached');
    expect(await owner.emails()).to.have.length(LIMIT);
  });

  it('Counts contacts again when a plan gets a limit.', async () => {
    const { id } = (await owner.add('bo@x.dev')).body;
    await setPlan('unlimited');
    await save(batchOf(LIMIT - 2)).expect(200);
    expect(await counted()).to.equal(undefined);
    // A write of the unlimited plan is in progress when the first limited one begins, which has to wait for it.
    const release = await hold(app.pool, 'SELECT FROM contacts WHERE id = $1 FOR UPDATE', [id]);
    const unlimited = Promise.resolve(
      save([{ email: 'late@x.dev' }, { email: 'bo@x.dev', first_name: 'Bo' }]),
    );
    await eventually('the unlimited write waits', async () => (await waitingForLocks()) === 1);
    await setPlan('free');
    const limited = Promise.resolve(owner.add('more@x.dev'));
    await eventually('the limited write waits', async () => (await waitingForLocks()) === 2);
    await release();
    expect((await unlimited).status).to.equal(200);
    expectError(await limited, 429, 'contact_limit_reached');
    expect([await counted(), (await owner.emails()).length]).to.deep.equal([LIMIT, LIMIT]);
  });

  it('Allows changes and deletions while the account is at or above its limit.', async () => {
    await setPlan('unlimited');
    await save(batchOf(LIMIT + 5)).expect(200);
    await setPlan('free');
    expect((await owner.add('b1@x.dev', { first_name: 'Bo' })).status).to.equal(200);
    expect((await owner.api.patch('/contacts/b2@x.dev').send({ first_name: 'Bo' })).status).to.equal(200);
    await save(batchOf(3)).expect(200);
    for (let index = 0; index < 6; index += 1) {
      expectError(await owner.add('new@x.dev'), 429, 'contact_limit_reached');
      await owner.api.delete(`/contacts/b${index}@x.dev`).expect(200);
    }
    expect((await owner.add('new@x.dev')).status).to.equal(201);
  });

  it('Rejects a write that waits more than 2 s for the lock of the account with contacts_busy 503 and Retry-After, and changes nothing.', async () => {
    const { id } = (await owner.add('bo@x.dev', { first_name: 'Bo' })).body;
    const announced = await owner.listen('contact.*');
    const release = await hold(app.pool, 'SELECT FROM contact_counters WHERE account_id = $1 FOR UPDATE', [
      owner.accountId,
    ]);
    // One waits in the database, the others in memory.
    const answers = await Promise.all([
      owner.add('cy@x.dev'),
      owner.add('bo@x.dev', { unsubscribed: true }),
      save(batchOf(3)),
      owner.api.patch(`/contacts/${id}`).send({ first_name: 'B' }),
      owner.api.delete(`/contacts/${id}`),
      owner.api.delete(`/contacts/${id}?erase=true`),
    ]);
    await release();
    const counting = await hold(app.pool, 'SELECT pg_advisory_xact_lock(1668247156, hashtext($1))', [
      owner.accountId,
    ]);
    answers.push(await owner.add('cy@x.dev'));
    await counting();
    for (const answer of answers) {
      expectError(answer, 503, 'contacts_busy');
      expect(Number(answer.headers['retry-after'])).to.be.within(1, 10);
    }
    expect(await owner.contact(id)).to.include({ first_name: 'Bo', unsubscribed: false });
    expect([await owner.emails(), await announced()]).to.deep.equal([['bo@x.dev'], []]);
    expect((await owner.add('cy@x.dev')).status).to.equal(201);
  });

  describe('Rolls back a write that works longer than 15 s with contacts_timeout 503, with or without a limit.', () => {
    it('after 2 s of waiting and 15 s of work by default', () => {
      expect(new ContactLanes().times).to.deep.equal({ waitMs: 2_000, workMs: 15_000 });
    });

    for (const plan of ['free', 'unlimited']) {
      it(plan, async () => {
        await setPlan(plan);
        const { id } = (await owner.add('m@x.dev', { first_name: 'Mo' })).body;
        const announced = await owner.listen('contact.*');
        const release = await hold(app.pool, 'SELECT FROM contacts WHERE id = $1 FOR UPDATE', [id]);
        const writes = [
          () => save([{ email: 'a@x.dev' }, { email: 'm@x.dev', first_name: 'B' }, { email: 'z@x.dev' }]),
          () => owner.api.patch(`/contacts/${id}`).send({ unsubscribed: true }),
          () => owner.api.delete(`/contacts/${id}`),
        ];
        const write = writes[plan === 'free' ? 0 : 1] as (typeof writes)[0];
        const answer = await write();
        await release();
        expectError(answer, 503, 'contacts_timeout');
        expect(answer.headers['retry-after']).to.match(/^\d+$/);
        expect(await owner.contact(id)).to.include({ first_name: 'Mo', unsubscribed: false });
        expect([await owner.emails(), await announced()]).to.deep.equal([['m@x.dev'], []]);
        expect((await write()).status).to.equal(200);
      });
    }
  });

  it('Rejects deleting an audience, segment or topic with contacts_busy 503 while a write that names it goes on for more than 2 s.', async () => {
    const audience = await owner.audience();
    const segment = await owner.segment();
    const topic = await owner.topic();
    const named = { audiences: audience, segments: segment, topics: topic };
    const release = await hold(
      app.pool,
      `SELECT (SELECT id FROM audiences WHERE id = $1 FOR KEY SHARE),
              (SELECT id FROM segments WHERE id = $2 FOR KEY SHARE), (SELECT id FROM topics WHERE id = $3 FOR KEY SHARE)`,
      Object.values(named),
    );
    const remove = () =>
      Promise.all(Object.entries(named).map(([kind, id]) => owner.api.delete(`/${kind}/${id}`)));
    for (const answer of await remove()) expectError(answer, 503, 'contacts_busy');
    await release();
    for (const { status } of await remove()) expect(status).to.equal(200);
  });

  it('Leaves other requests of the process unharmed while the lock of an account is held.', async () => {
    await owner.add('bo@x.dev').expect(201);
    const other = await createContactOwner(app, { planId: 'free' });
    const release = await hold(app.pool, 'SELECT FROM contact_counters WHERE account_id = $1 FOR UPDATE', [
      owner.accountId,
    ]);
    const waiting = Promise.all(Array.from({ length: 30 }, (_, index) => owner.add(`w${index}@x.dev`)));
    // They are answered while the others wait: otherwise they would be refused with them.
    for (const api of [owner.api, other.api]) {
      await api.get('/contacts').expect(200);
      await api.get('/domains').expect(200);
    }
    expect((await other.add('bo@x.dev')).status).to.equal(201);
    for (const answer of await waiting) expectError(answer, 503, 'contacts_busy');
    await release();
    expect(await owner.emails()).to.deep.equal(['bo@x.dev']);
  });

  it('Counts an address that is a contact already once.', async () => {
    await createContact(app.pool, { accountId: owner.accountId, email: 'old@x.dev' });
    await owner.add('old@x.dev').expect(200);
    await save([{ email: 'new@x.dev' }, { email: 'New@x.dev' }, { email: 'old@x.dev' }]).expect(200);
    expect(await counted()).to.equal(2);
  });
});
