// Sign-ins at the same time: whose turn it is (docs/reference/auth.md#attempts).
import { expect } from 'chai';
import { createPasswordHashes } from '../../../shared/platform/security/password-hash.ts';
import { type SignInTurn, SignInTurns } from '../../../shared/resources/people/sign-in/turns.ts';
import { useApp } from '../../support/api/app.ts';
import { createMember, PASSWORD } from '../../support/factories/people-factories.ts';
import { eventually } from '../../support/time/eventually.ts';

const NETWORKS = 60;
const ATTACK = 3 * NETWORKS;
const SALT_BYTES = 16;
const KEY = Buffer.alloc(32);
/** Whose password a hash is of is seen by its salt. */
const ATTACKED = 1;
const OTHER = 2;

/** A hash of which `KEY` is the right key. */
function hashOf(person: number): string {
  const [salt, key] = [Buffer.alloc(SALT_BYTES, person), KEY].map((bytes) => bytes.toString('base64url'));
  return `scrypt$16$1$1$${salt}$${key}`;
}

/** Counts the sign-ins that have asked for their turn. */
class CountedTurns extends SignInTurns {
  asked = 0;

  override run<Result>(turn: SignInTurn, work: () => Promise<Result>): Promise<Result> {
    this.asked += 1;
    return super.run(turn, work);
  }
}

describe('Sign-ins at the same time', () => {
  const signInTurns = new CountedTurns();
  /** Keys that are asked for and not derived yet. */
  const held: { person: number | undefined; release: () => void }[] = [];
  const hashes = createPasswordHashes({
    async derive({ salt: [person] }) {
      await new Promise<void>((release) => held.push({ person, release }));
      return KEY;
    },
  });
  let checked: (string | null | undefined)[] = [];
  const app = useApp({
    config: { trustProxy: 1 },
    deps: {
      signInTurns,
      passwordHashes: {
        ...hashes,
        verify(password, hash) {
          checked.push(hash);
          return hashes.verify(password, hash);
        },
      },
    },
  });
  const createPersonWith = async (hash: string) => {
    const { email, personId } = await createMember(app.pool);
    await app.pool.query('UPDATE people SET password_hash = $2 WHERE id = $1', [personId, hash]);
    return email;
  };
  const logIn = async (email: string, network: string) => {
    const sent = app.asPerson().set('X-Forwarded-For', network).post('/auth/login');
    return (await sent.send({ email, password: PASSWORD })).status;
  };

  it('Signs a person in next while any number of clients sign in with the right password of another person.', async () => {
    checked = [];
    const attacked = await createPersonWith(hashOf(ATTACKED));
    const other = await createPersonWith(hashOf(OTHER));
    let unanswered = ATTACK;
    const attack = Array.from({ length: ATTACK }, async (_, index) => {
      const status = await logIn(attacked, `198.51.100.${index % NETWORKS}`);
      unanswered -= 1;
      return status;
    });
    await eventually('the attack is under way', () => signInTurns.asked === ATTACK && held.length === 1);
    const answer = logIn(other, '203.0.113.1');
    await eventually('the password of the other person waits', () => checked.includes(hashOf(OTHER)));
    held.shift()?.release();
    const next = await eventually('the next password is checked', () => held.shift());
    expect(next.person).to.equal(OTHER);
    next.release();
    expect(await answer).to.equal(200);
    expect(unanswered).to.be.above(0);
    await eventually('the attack is answered', () => {
      held.shift()?.release();
      return unanswered === 0;
    });
    expect([...new Set(await Promise.all(attack))]).to.deep.equal([200]);
  });
});
