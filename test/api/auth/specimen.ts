// Specimens of signing in and of sessions for the tests of all routes: valid requests, an object and answers
// (test/api/specimen.ts).
import { expect } from 'chai';
import { createAccount } from '../../support/factories/factories.ts';
import { createInvitation } from '../../support/factories/invitation-factories.ts';
import { createMember, createSession, PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';
import { createLink } from './links.ts';
import { answerChallenge, codeOf, enableSecondFactor, setUp } from './second-factor.ts';
import { renewed } from './sign-in-state.ts';

const TOKEN = 'GmLqLXJDnFbAcHGQUyXa2A-Xk1l1vRGDqQbJwC8p0mE';
const EMAIL = 'ada@acme.dev';
const NEW = 'a better horse battery';

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    login: { body: { email: EMAIL, password: PASSWORD } },
    answerTotpChallenge: { body: { code: '123456' } },
    forgotPassword: { body: { email: EMAIL } },
    resetPassword: { body: { token: TOKEN, password: NEW } },
    acceptInvitation: { body: { token: TOKEN, name: 'Ada Lovelace', password: NEW } },
    updateProfile: { body: { name: 'Ada Lovelace' } },
    switchAccount: { body: { account_id: UNKNOWN_ID } },
    changePassword: { body: { current_password: PASSWORD, password: NEW } },
    setUpTotp: { body: { password: PASSWORD } },
    enableTotp: { body: { code: '123456' } },
    disableTotp: { body: { password: PASSWORD } },
    listSessions: { query: { limit: '2', after: UNKNOWN_ID } },
  },
  async create(pool, accountId) {
    const { sessionId } = await signIn(pool, { accountId });
    return { id: sessionId };
  },
  answers(app, expectAnswer) {
    const now = () => app.clock.now();
    const post = (path: string, body: object) => app.asPerson().post(path).send(body);

    /** Accepts an invitation and resets the password. */
    const useLinks = async (email: string) => {
      const { mailedToken } = await createInvitation(app.pool, { email, now: now() });
      const accepted = await post('/auth/accept', { token: mailedToken, password: PASSWORD });
      expectAnswer('acceptInvitation', accepted.status, accepted.body);
      const reset = await post('/auth/reset', { token: await createLink(app, email), password: NEW });
      expectAnswer('resetPassword', reset.status, reset.body);
    };

    it('for people who sign in, forget their password and accept an invitation', async () => {
      const session = await signIn(app.pool, { now: now() });
      const { email } = session;
      const login = await post('/auth/login', { email, password: PASSWORD });
      expectAnswer('login', login.status, login.body);
      const forgot = await post('/auth/forgot', { email });
      expectAnswer('forgotPassword', forgot.status, forgot.body);
      await useLinks(email);
    });

    it('for people with a second factor', async () => {
      const session = await signIn(app.pool, { now: now() });
      const { email } = session;
      const secret = await setUp(app, session);
      const code = codeOf(secret, app);
      const enabled = await app.asPerson(session).post('/auth/totp/enable').send({ code });
      expectAnswer('enableTotp', enabled.status, enabled.body);
      const login = await post('/auth/login', { email, password: PASSWORD });
      expect(login.body.object).to.equal('totp_challenge');
      expectAnswer('login', login.status, login.body);
      const answered = await answerChallenge(app, login, { recovery_code: enabled.body.codes[0] });
      expectAnswer('answerTotpChallenge', answered.status, answered.body);
      await useLinks(email);
    });

    it('for people who change their password and their second factor', async () => {
      const session = await signIn(app.pool, { now: now() });
      const changed = await app
        .asPerson(session)
        .post('/auth/password')
        .send({ current_password: PASSWORD, password: NEW });
      expectAnswer('changePassword', changed.status, changed.body);
      const other = await signIn(app.pool, { now: now() });
      const begun = await app.asPerson(other).post('/auth/totp/setup').send({ password: PASSWORD });
      expectAnswer('setUpTotp', begun.status, begun.body);
      const enabled = await enableSecondFactor(app, other);
      const disabled = await app
        .asPerson(enabled.session)
        .post('/auth/totp/disable')
        .send({ password: PASSWORD });
      expectAnswer('disableTotp', disabled.status, disabled.body);
    });

    it('for sessions', async () => {
      let session = await signIn(app.pool, { now: now() });
      const { id: accountId } = await createAccount(app.pool);
      await createMember(app.pool, { personId: session.personId, accountId });
      const me = await app.asPerson(session).get('/auth/me');
      expectAnswer('getSession', me.status, me.body);
      const named = await app.asPerson(session).patch('/auth/me').send({ name: 'Ada' });
      expectAnswer('updateProfile', named.status, named.body);
      const switched = await app.asPerson(session).post('/auth/switch').send({ account_id: accountId });
      expectAnswer('switchAccount', switched.status, switched.body);
      session = { ...session, ...renewed(session, switched) };
      const other = await createSession(app.pool, { ...session, now: now() });
      const list = await app.asPerson(session).get('/auth/sessions');
      expect(list.body.data).to.have.length(2);
      expectAnswer('listSessions', list.status, list.body);
      const deleted = await app.asPerson(session).delete(`/auth/sessions/${other.sessionId}`);
      expectAnswer('endSession', deleted.status, deleted.body);
      const ended = await app.asPerson(session).delete('/auth/sessions');
      expectAnswer('endOtherSessions', ended.status, ended.body);
      const out = await app.asPerson(session).post('/auth/logout');
      expectAnswer('logout', out.status, out.body);
    });
  },
};
