// The rows of work in the dashboard (docs/reference/pages.md#the-rows-of-work).
import { expect } from 'chai';
import {
  noteUnreachable,
  tripProviderSwitch,
} from '../../../shared/resources/foundation/providers/switch.ts';
import { OPS_TOKEN, useApp } from '../../support/api/app.ts';
import { createEmail } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createProvider } from '../../support/factories/provider-factories.ts';

describe('The rows of work in the dashboard', () => {
  const app = useApp();
  let operator: Awaited<ReturnType<typeof signIn>>;
  before(async () => {
    // The oldest account is the operator's.
    operator = await signIn(app.pool, { now: app.clock.now() });
  });
  const member = (role: 'admin' | 'member' | 'viewer') =>
    signIn(app.pool, { accountId: operator.accountId, role, now: app.clock.now() });
  const stranger = () => signIn(app.pool, { now: app.clock.now() });
  const read = (cookie: string) => app.bare().get('/app/work').set('Cookie', cookie);
  const cookieOf = ({ token }: { token: string }) => `posthorn_session=${token}`;
  const signInAsOperator = async () => {
    const answer = await app.bare().get('/ops/queues?token=operators-token-for-tests').redirects(0);
    return String(answer.headers['set-cookie']).split(';')[0] ?? '';
  };

  it('Answers the rows of work to browsers that are signed in at /ops, and to owners and admins of the oldest account.', async () => {
    const cookie = await signInAsOperator();
    for (const allowed of [
      cookie,
      cookieOf(operator),
      cookieOf(await member('admin')),
      `${cookie}; ${cookieOf(await stranger())}`,
    ]) {
      const { body, headers } = await read(allowed).expect(200);
      expect(body.object).to.equal('list');
      expect(body.data.map(({ queue }: { queue: string }) => queue)).to.include.members(['send', 'webhook']);
      expect(headers['cache-control']).to.equal('no-store');
    }
  });

  it('Answers null in place of the rows of work to everybody else who is signed in, and 401 without a session.', async () => {
    for (const { token } of [await member('member'), await member('viewer'), await stranger()]) {
      const { body } = await read(cookieOf({ token })).expect(200);
      expect(body).to.deep.equal({ object: 'list', data: null, resting: null, providers: null });
    }
    const cookie = await signInAsOperator();
    app.clock.advance(13 * 60 * 60 * 1_000);
    for (const none of ['', cookie, 'posthorn_ops=x', cookieOf({ token: 'x' })]) {
      const { body } = await read(none).expect(401);
      expect(body.name).to.equal('missing_api_key');
    }
    await app.bare().post('/app/work').set('Cookie', cookieOf(operator)).expect(404);
  });
});

describe('The page of the rows of work', () => {
  const app = useApp();

  it('Answers the page of the dashboard to a browser that opens /app/work.', async () => {
    const { token } = await signIn(app.pool, { now: app.clock.now() });
    const answer = await app
      .bare()
      .get('/app/work')
      .set({ Cookie: `posthorn_session=${token}`, Accept: 'text/html,*/*;q=0.8' });
    // 503 where there is no build of the dashboard.
    expect(answer.status).to.be.oneOf([200, 503]);
    expect(answer.headers['content-type']).to.match(/^text\/html/);
  });
});

describe('The reasons in the rows of work', () => {
  const app = useApp();

  it('Says in one sentence for each kind of work why rows are held or stuck, and since when the oldest one is due; null when none are.', async () => {
    const operator = await signIn(app.pool, { now: app.clock.now() });
    await createEmail(app.pool, operator.accountId);
    const late = new Date(app.clock.now().getTime() - 90_000);
    await app.pool.query('UPDATE email_recipients SET next_attempt_at = $1, woken_at = NULL', [late]);
    const { body } = await app
      .bare()
      .get('/app/work')
      .set('Cookie', `posthorn_session=${operator.token}`)
      .expect(200);
    const kinds: Record<string, unknown>[] = body.data;
    const saidOf = (name: string) => {
      const { why, oldest_due_at } = kinds.find(({ queue }) => queue === name) ?? {};
      return { why, oldest_due_at };
    };
    const why = 'No worker of the group send is running.';
    expect(saidOf('send')).to.deep.equal({ why, oldest_due_at: late.toISOString() });
    expect(saidOf('webhook')).to.deep.equal({ why: null, oldest_due_at: null });
  });
});

describe('The mailbox providers in the rows of work', () => {
  const app = useApp();

  it('Names the mailbox providers that rest: from which address of the service (`source`), until when (`rests_until`), why (`reason`) and what they said (`reply`).', async () => {
    const now = app.clock.now();
    const operator = await signIn(app.pool, { now });
    const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
    await app.pool.query(
      `INSERT INTO destinations (provider, source, "window", rests_until, rested_at, reason, reply, updated_at)
       SELECT provider, source, 1, until, now(), reason, reply, now()
       FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[]) AS row (provider, source, until, reason, reply)`,
      [
        ['google', 'yahoo', 'apple', 'other.test'],
        ['', '', '192.0.2.1', ''],
        [at(2), at(1), at(1), at(-1)],
        ['asked', 'operator', 'blocked', 'asked'],
        ['421 4.7.28 \u{1F40C}', 'They have called.', `550 ${'x'.repeat(65_536)}`, 'over'],
      ],
    );
    const cookie = `posthorn_session=${operator.token}`;
    const { body } = await app.bare().get('/app/work').set('Cookie', cookie).expect(200);
    expect(body.resting).to.deep.equal([
      {
        provider: 'apple',
        source: '192.0.2.1',
        rests_until: at(1).toISOString(),
        reason: 'blocked',
        reply: `550 ${'x'.repeat(496)}`,
      },
      {
        provider: 'yahoo',
        source: null,
        rests_until: at(1).toISOString(),
        reason: 'operator',
        reply: 'They have called.',
      },
      {
        provider: 'google',
        source: null,
        rests_until: at(2).toISOString(),
        reason: 'asked',
        reply: '421 4.7.28 \u{1F40C}',
      },
    ]);
    const board = await app.bare().get('/ops/work').set('Authorization', `Bearer ${OPS_TOKEN}`).expect(200);
    expect(board.body.resting).to.deep.equal(body.resting);
  });
});

describe('The providers in the rows of work', () => {
  const app = useApp();

  it('Names the providers by which mail leaves, those first that take none: `name`, `kind`, `state` (`refused`, `unreachable`, `paused`, `active`), `reason`, how many recipients are `waiting`, `sent_last_hour`, and the last refusal and feedback (`last_refusal`, `last_refused_at`, `last_feedback_at`).', async () => {
    const now = app.clock.now();
    const operator = await signIn(app.pool, { now });
    for (const name of ['calm', 'deaf', 'idle', 'rude'])
      await createProvider(app.pool, name, { kind: 'ses' });
    await createProvider(app.pool, 'straight', { kind: 'direct' });
    await app.pool.query(
      `UPDATE providers SET last_refusal = 'over', last_refused_at = $1, last_feedback_at = $1 WHERE name = 'calm'`,
      [now],
    );
    await tripProviderSwitch(app.pool, `535 ${'x'.repeat(65_536)}`, undefined, 'rude');
    await noteUnreachable(app.pool, 'Connection refused', 'deaf');
    await app.pool.query(
      `UPDATE providers SET paused_at = now(), pause_reason = 'Moves.' WHERE name = 'idle'`,
    );
    await createEmail(app.pool, operator.accountId);
    await app.pool.query(`UPDATE email_recipients SET destination = 'via:rude '`);
    await app.pool.query(
      `INSERT INTO destinations (provider, source, "window", sent, sent_hour, updated_at)
       VALUES ('via:calm', '', 1, 7, date_trunc('hour', $1::timestamptz), $1), ('google', '', 1, 9, date_trunc('hour', $1::timestamptz), $1)`,
      [now],
    );
    const cookie = `posthorn_session=${operator.token}`;
    const { body } = await app.bare().get('/app/work').set('Cookie', cookie).expect(200);
    const providers: Record<string, unknown>[] = body.providers;
    const inShort = providers.map(({ name, state, reason, waiting, sent_last_hour }) =>
      [name, state, String(reason).slice(0, 20), waiting, sent_last_hour].join(' | '),
    );
    expect(inShort).to.deep.equal([
      'rude | refused | 535 xxxxxxxxxxxxxxxx | 1 | 0',
      'deaf | unreachable | Connection refused | 0 | 0',
      'idle | paused | Moves. | 0 | 0',
      'default | active | null | 0 | 0',
      'calm | active | null | 0 | 7',
      'straight | active | null | 0 | 9',
    ]);
    expect(providers[0]?.['reason']).to.have.length(500);
    expect(providers.at(-2)).to.deep.equal({
      name: 'calm',
      kind: 'ses',
      state: 'active',
      reason: null,
      waiting: 0,
      sent_last_hour: 7,
      last_refusal: 'over',
      last_refused_at: now.toISOString(),
      last_feedback_at: now.toISOString(),
    });
    const board = await app.bare().get('/ops/work').set('Authorization', `Bearer ${OPS_TOKEN}`).expect(200);
    expect(board.body.providers).to.deep.equal(providers);
  });
});

describe('The rows of work that cannot be read', () => {
  const app = useApp();

  it('Answers 503 when the rows of work cannot be read in time.', async () => {
    const { token } = await signIn(app.pool, { now: app.clock.now() });
    await app.pool.query('ALTER TABLE worker_processes RENAME TO no_processes');
    const { body } = await app.bare().get('/app/work').set('Cookie', `posthorn_session=${token}`).expect(503);
    expect(body.name).to.equal('application_error');
  });
});
