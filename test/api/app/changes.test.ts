// The stream of changes (docs/reference/pages.md#what-has-changed). What it names is in changes-named.test.ts.
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { type ChangesStream, openChanges } from '../../support/api/changes-stream.ts';
import { watchWithoutPause } from '../../support/api/watched-account.ts';
import { createEmail } from '../../support/factories/factories.ts';
import { createMember, createSession, PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { exchange, openSocket } from '../../support/net/raw-http.ts';
import { eventually } from '../../support/time/eventually.ts';

const DAY_MS = 86_400_000;

describe('The stream of changes', () => {
  const app = useApp({ deps: watchWithoutPause });
  const enter = () => signIn(app.pool, { now: app.clock.now() });
  const opened: ChangesStream[] = [];
  const open = async (session: { token: string }, headers?: Record<string, string>) => {
    const stream = await openChanges(app, session, headers);
    opened.push(stream);
    return stream;
  };
  afterEach(() => {
    for (const stream of opened.splice(0)) stream.close();
  });

  it('Says at once that it is open, then with an empty event that it sees changes, and then what has changed, without data.', async () => {
    const session = await enter();
    const stream = await open(session, { 'last-event-id': '7', 'accept-encoding': 'br, gzip' });
    const { response } = stream;
    expect(response.status).to.equal(200);
    const { headers } = response;
    expect(headers.get('content-type')).to.equal('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('x-accel-buffering')).to.equal('no');
    expect(headers.get('content-encoding')).to.equal(null);
    expect(await stream.next()).to.deep.equal([]);
    await createEmail(app.pool, session.accountId);
    expect([...(await stream.until('emails'))]).to.include('domains');
    // Changes of a watched account are seen from the beginning.
    const other = await open(session);
    expect(await other.next()).to.deep.equal([]);
  });

  it('Says nothing of another account.', async () => {
    const session = await enter();
    const stranger = await enter();
    const stream = await open(session);
    const strange = await open(stranger);
    for (const each of [stream, strange]) expect(await each.next()).to.deep.equal([]);
    await createEmail(app.pool, stranger.accountId);
    await strange.until('emails');
    await app.pool.query('UPDATE accounts SET reputation_changed_at = now() WHERE id = $1', [
      session.accountId,
    ]);
    expect(await stream.next()).to.deep.equal(['account']);
  });

  describe('Ends when its session ends or acts in another account, or when its person is no member any more.', () => {
    type Session = Awaited<ReturnType<typeof enter>>;
    const endings: Record<string, (session: Session) => Promise<unknown>> = {
      'signing out': (session) => app.asPerson(session).post('/auth/logout').expect(200),
      'a new password, set in another session': async ({ personId, accountId }) => {
        const other = await createSession(app.pool, { personId, accountId, now: app.clock.now() });
        const passwords = { current_password: PASSWORD, password: 'a better horse battery' };
        await app.asPerson(other).post('/auth/password').send(passwords).expect(200);
      },
      'another account': async (session) => {
        const { accountId } = await createMember(app.pool, { personId: session.personId });
        await app.asPerson(session).post('/auth/switch').send({ account_id: accountId }).expect(200);
      },
      'a removal': ({ memberId }) => app.pool.query('DELETE FROM members WHERE id = $1', [memberId]),
      'the end of its time, which a stream does not move': async (session) => {
        app.clock.advance(13 * DAY_MS);
        const again = await open(session);
        await again.next();
        await app.deps.background.settled();
        app.clock.advance(DAY_MS);
      },
    };
    for (const [what, end] of Object.entries(endings))
      it(what, async () => {
        const session = await enter();
        const stream = await open(session);
        await stream.next();
        await end(session);
        await stream.toEnd();
      });
  });

  it('Refuses a browser without a session with 401, and the CSRF token of another session or a page of another server with 403.', async () => {
    const session = await enter();
    const other = await enter();
    expect((await open({ token: 'x' })).response.status).to.equal(401);
    const ofOther = await open(session, { 'x-csrf-token': other.csrfToken });
    expect(ofOther.response.status).to.equal(403);
    for (const site of ['same-site', 'cross-site', 'none', '']) {
      const strange = await open(session, { 'sec-fetch-site': site });
      expect(strange.response.status, site).to.equal(403);
    }
    // Over http, other hosts than this machine's are sent no Sec-Fetch-Site.
    const own = await open(session, { 'sec-fetch-site': '', 'x-csrf-token': session.csrfToken });
    expect(own.response.status).to.equal(200);
    await app.bare().post('/app/changes').set('Cookie', `posthorn_session=${session.token}`).expect(404);
    const head = await exchange(
      app.port,
      `HEAD /app/changes HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\nCookie: posthorn_session=${session.token}\r\n\r\n`,
    );
    expect(head)
      .to.match(/^HTTP\/1.1 200 OK\r\n/)
      .and.match(/\r\n\r\n$/);
  });

  it('Answers 503 with Retry-After beyond 20 streams of a session, 200 of an account and 2,000 of a process, until some have ended.', async () => {
    const session = await enter();
    for (let at = 0; at < 20; at += 1) expect((await open(session)).response.status).to.equal(200);
    const { response } = await open(session);
    expect(response.status).to.equal(503);
    expect(response.headers.get('retry-after')).to.equal('60');
    expect((await open(await enter())).response.status).to.equal(200);
    opened[0]?.close();
    await eventually('room for a stream', async () => (await open(session)).response.status === 200);
    // Requests that wait for their turn on one connection end with it too.
    const pipelined = await enter();
    const socket = await openSocket(app.port);
    const request = `GET /app/changes HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nCookie: posthorn_session=${pipelined.token}\r\n\r\n`;
    socket.write(request.repeat(20));
    const isOpened = async () => (await open(pipelined)).response.status === 200;
    let others = 0;
    await eventually('no room', async () => {
      const hasRoom = await isOpened();
      if (hasRoom) others += 1;
      return !hasRoom;
    });
    socket.destroy();
    for (let at = others; at < 20; at += 1) await eventually('room for each', isOpened);
    const { changes } = app.deps;
    const idOf = (at: number) => `0199d3a0-0000-7000-8000-${String(at).padStart(12, '0')}`;
    const begin = (at: number, accountAt: number) =>
      changes.watch({
        sessionId: idOf(at),
        accountId: idOf(accountAt),
        onChanged: () => {},
        onEnd: () => {},
      });
    const ends: ReturnType<typeof begin>[] = [];
    const fill = (accountAt: number) => {
      const before = ends.length;
      for (let at = 0; at === 0 || ends.at(-1); at += 1) ends.push(begin(at, accountAt));
      return ends.length - 1 - before;
    };
    expect(fill(0)).to.equal(200);
    for (let account = 1; fill(account) === 200; account += 1);
    expect(ends.filter(Boolean).length).to.be.within(1_950, 2_000);
    ends[0]?.();
    ends.push(begin(0, 99));
    expect(ends.at(-1)).not.to.equal(undefined);
    for (const end of ends) end?.();
  });
});

describe('The stream of changes of a process that stops', () => {
  const app = useApp();

  it('Ends at once when the process stops, which opens none any more.', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const stream = await openChanges(app, session);
    await stream.next();
    app.deps.changes.close();
    expect(await stream.toEnd()).to.equal('');
    expect((await openChanges(app, session)).response.status).to.equal(503);
  });
});
