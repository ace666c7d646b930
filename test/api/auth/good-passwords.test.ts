// Which passwords may be chosen: the same ones at a change and at a reset.
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createMember, PASSWORD, signIn } from '../../support/people-factories.ts';
import { createLink } from './links.ts';
import { signInStateOf } from './sign-in-state.ts';

const REFUSED: Record<string, (email: string) => string> = {
  'of nine characters': () => 'nine char',
  'of 257 characters': () => 'p'.repeat(257),
  'of spaces': () => ' '.repeat(12),
  'of invisible characters': () => '\u200b\u3000\t\n'.repeat(3),
  'that is the address': (email) => email,
  'that is the address in capitals, between spaces': (email) => `  ${email.toUpperCase()} `,
};

describe('Rejects a password that is shorter than 10 or longer than 256 characters, blank, or the own address with validation_error 422 for the field password, and changes nothing.', () => {
  const app = useApp();
  let member: Awaited<ReturnType<typeof signIn>>;
  let token = '';
  before(async () => {
    member = await signIn(app.pool, { now: app.clock.now() });
    token = await createLink(app, member.email);
  });

  for (const [name, passwordOf] of Object.entries(REFUSED)) {
    it(name, async () => {
      const password = passwordOf(member.email);
      const before = await signInStateOf(app.pool, member.personId);
      const answers = [
        await app.asPerson(member).post('/auth/password').send({ current_password: PASSWORD, password }),
        await app.asPerson().post('/auth/reset').send({ token, password }),
      ];
      for (const answer of answers) {
        expectError(answer, 422, 'validation_error', 'field');
        expect(answer.body.field).to.equal('password');
      }
      expect(await signInStateOf(app.pool, member.personId)).to.deep.equal(before);
    });
  }
});

describe('Passwords that may be chosen', () => {
  const app = useApp();

  it('Accepts any password of 10 to 256 characters, with spaces, in any script, in whatever Unicode form it is typed.', async () => {
    const { email } = await createMember(app.pool);
    for (const password of ['1234567890', 'Ü'.repeat(256), '  пароль für alle  ']) {
      const token = await createLink(app, email);
      const reset = await app.asPerson().post('/auth/reset').send({ token, password });
      expect(reset.status, password).to.equal(200);
      const decomposed = password.normalize('NFD');
      const typed = decomposed.length > 256 ? password : decomposed;
      const login = await app.asPerson().post('/auth/login').send({ email, password: typed });
      expect(login.status, password).to.equal(200);
    }
  });
});
