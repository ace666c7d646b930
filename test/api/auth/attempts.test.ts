// How many sign-ins may fail (docs/reference/auth.md#attempts).
import { expect } from 'chai';
import { TooManyHashesError } from '../../../shared/platform/security/password-hash.ts';
import { useApp } from '../../support/api/app.ts';
import { createCheapHashes } from '../../support/api/cheap-hashes.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createMember, PASSWORD } from '../../support/factories/people-factories.ts';

const MINUTE_MS = 60_000;
const FAILURES_MAX = 10;

/** A prime, by which the order of requests is mixed. */
const STRIDE = 83;

describe('Attempts to sign in', () => {
  const hashes = createCheapHashes();
  let verified = 0;
  /** What happens before a password is checked. */
  let beforeCheck = async () => {};
  const app = useApp({
    config: { trustProxy: 1 },
    deps: {
      passwordHashes: {
        ...hashes,
        async verify(password, hash) {
          verified += 1;
          await beforeCheck();
          return await hashes.verify(password, hash);
        },
      },
    },
  });
  // Failures of one test do not count in the next one.
  beforeEach(() => {
    app.clock.advance(16 * MINUTE_MS);
    verified = 0;
    beforeCheck = async () => {};
  });
  const logIn = (email: string, password: string, network = '198.51.100.1') =>
    app.asPerson().set('X-Forwarded-For', network).post('/auth/login').send({ email, password });
  const createMemberOnce = async () => (await createMember(app.pool)).email;
  const fail = async (count: number, email: string, network?: string) => {
    for (let done = 0; done < count; done += 1)
      expectError(await logIn(email, 'wrong', network), 422, 'validation_error');
  };

  it('Rejects sign-ins of an address with rate_limit_exceeded 429 after ten failures within 15 minutes, also with the right password, and does no work for them.', async () => {
    const email = await createMemberOnce();
    const other = await createMemberOnce();
    await fail(FAILURES_MAX - 1, email);
    app.clock.advance(10 * MINUTE_MS);
    // Another spelling, from another network.
    await fail(1, email.toUpperCase(), '198.51.100.2');
    expect(verified).to.equal(FAILURES_MAX);
    for (const password of ['wrong', PASSWORD]) {
      const answer = await logIn(email, password, '198.51.100.3');
      const message = expectError(answer, 429, 'rate_limit_exceeded');
      expect(message).to.equal('Too many failed sign-ins. Try again in 5 minutes.');
      expect(answer.headers['retry-after']).to.equal('300');
    }
    expect(verified).to.equal(FAILURES_MAX);
    await app.deps.background.settled();
    const recorded = `SELECT FROM audit_events WHERE actor_email = $1 AND outcome = 'failed'`;
    expect((await app.pool.query(recorded, [email])).rowCount).to.equal(FAILURES_MAX);
    expect((await logIn(other, PASSWORD)).status).to.equal(200);
    app.clock.advance(5 * MINUTE_MS - 1);
    expectError(await logIn(email, PASSWORD), 429, 'rate_limit_exceeded');
    app.clock.advance(1);
    expect((await logIn(email, PASSWORD)).status).to.equal(200);
  });

  it('Rejects sign-ins of a client network with rate_limit_exceeded 429 after ten failures within 15 minutes, whatever the addresses.', async () => {
    const email = await createMemberOnce();
    const addressOf = async (count: number) =>
      count % 2 === 0 ? await createMemberOnce() : 'nobody@acme.dev';
    for (let count = 0; count < FAILURES_MAX; count += 1)
      await fail(1, await addressOf(count), `2001:db8:0:1::${count}`);
    for (const password of ['wrong', PASSWORD])
      expectError(await logIn(email, password, '2001:db8:0:1:ffff::1'), 429, 'rate_limit_exceeded');
    expect((await logIn(email, PASSWORD, '2001:db8:0:2::1')).status).to.equal(200);
  });

  it('Counts no sign-in with the right password as a failure, however many there are.', async () => {
    const email = await createMemberOnce();
    await fail(FAILURES_MAX - 1, email);
    const answers = await Promise.all(Array.from({ length: 3 * FAILURES_MAX }, () => logIn(email, PASSWORD)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(3 * FAILURES_MAX).fill(200));
    await fail(1, email);
    expectError(await logIn(email, 'wrong'), 429, 'rate_limit_exceeded');
  });

  it('Checks no more than ten wrong passwords of an address, however many requests come at the same time from however many networks, and accepts all right ones of other addresses.', async () => {
    const attacked = [await createMemberOnce(), await createMemberOnce(), 'nobody@acme.dev'];
    const others = await Promise.all(Array.from({ length: 10 }, createMemberOnce));
    const wrong = Array.from({ length: 150 }, (_, index) => ({
      email: attacked[index % attacked.length] ?? '',
      network: `203.0.113.${index % 8}`,
      password: 'wrong',
    }));
    // All of them share one network: none may be refused because others are under way.
    const right = Array.from({ length: 40 }, (_, index) => ({
      email: others[index % others.length] ?? '',
      network: '198.51.100.7',
      password: PASSWORD,
    }));
    const rightOfAttacked = 4;
    const late = attacked.flatMap((email) =>
      Array(rightOfAttacked).fill({ email, network: '198.51.100.8', password: PASSWORD }),
    );
    const ordered = [...wrong, ...right, ...late];
    const signIns = ordered.flatMap((_, index) => ordered[(index * STRIDE) % ordered.length] ?? []);
    expect(new Set(signIns)).to.have.property('size', new Set(ordered).size);
    const answers = await Promise.all(
      signIns.map(async (signIn) => {
        const { status } = await logIn(signIn.email, signIn.password, signIn.network);
        return { ...signIn, status };
      }),
    );
    expect(answers.length).to.be.above(200);
    const statusesOf = (of: (signIn: (typeof answers)[number]) => boolean) =>
      new Set(answers.filter(of).map(({ status }) => status));
    for (const email of attacked) {
      const failures = answers.filter((each) => each.email === email && each.status === 422);
      // While a right one is checked, it has the place of a wrong one, which is refused.
      expect(failures.length, email).to.be.within(FAILURES_MAX - rightOfAttacked, FAILURES_MAX);
    }
    expect([...statusesOf(({ password }) => password === 'wrong')]).to.have.members([422, 429]);
    expect([...statusesOf(({ email }) => others.includes(email))]).to.deep.equal([200]);
    for (const status of statusesOf(() => true)) expect(status).to.be.oneOf([200, 422, 429]);
  });

  describe('Rejects a sign-in with rate_limit_exceeded 429 when too many of its network, for its person, or of all networks, are under way.', () => {
    const expectTooMany = (answer: Awaited<ReturnType<typeof logIn>>) => {
      expect(expectError(answer, 429, 'rate_limit_exceeded')).to.equal(
        'Too many people are signing in. Try again in a few seconds.',
      );
      expect(answer.headers['retry-after']).to.equal('5');
    };

    for (const [what, most, networkOf] of [
      ['of its network', 50, () => '198.51.100.9'],
      ['for its person', 100, (index: number) => `198.51.100.${index}`],
    ] as const)
      it(`${what}: ${most}`, async () => {
        const email = await createMemberOnce();
        const over = 5;
        let open = () => {};
        const gate = new Promise<void>((resolve) => {
          open = resolve;
        });
        beforeCheck = () => gate;
        let refused = 0;
        await Promise.all(
          Array.from({ length: most + over }, async (_, index) => {
            const answer = await logIn(email, PASSWORD, networkOf(index));
            if (answer.status === 200) return;
            expectTooMany(answer);
            refused += 1;
            // All others wait by now.
            if (refused === over) open();
          }),
        );
        expect(refused).to.equal(over);
        expect((await logIn(email, PASSWORD, '198.51.100.9')).status).to.equal(200);
      });

    it('of all networks: as many as the hashes let wait, and none counts as a failure', async () => {
      const email = await createMemberOnce();
      beforeCheck = () => Promise.reject(new TooManyHashesError());
      for (let count = 0; count <= FAILURES_MAX; count += 1) expectTooMany(await logIn(email, PASSWORD));
      beforeCheck = async () => {};
      expect((await logIn(email, PASSWORD)).status).to.equal(200);
    });
  });
});
