// Which passwords may be chosen. Those that may not are in refusals.ts, the same ones at a change and at a reset.
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { createMember } from '../../support/factories/people-factories.ts';
import { createLink } from './links.ts';

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
