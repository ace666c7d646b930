// Passwords, codes and tokens leave the program nowhere but in the answer and the mail that they are for.
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { createAccount, createApiKey, createDomain } from '../../support/factories/factories.ts';
import { PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { createLink, mailedTokens } from './links.ts';
import { codeOf, enableSecondFactor } from './second-factor.ts';
import { renewed } from './sign-in-state.ts';

const CHOSEN = 'Vb5Nm8Rt4Jd6 chosen';
const WRONG = 'q7Zk9Xw2 wrong';

describe('Secrets of signing in', () => {
  const app = useApp();

  it('Writes no password, code, secret or token to the logs of the process, to request logs or to audit events.', async () => {
    const { id } = await createAccount(app.pool);
    await createDomain(app.pool, id);
    const member = await signIn(app.pool, { now: app.clock.now() });
    const { email, accountId } = member;
    const { secret, codes, session } = await enableSecondFactor(app, member);
    await app.asPerson(session).post('/auth/password').send({ current_password: WRONG, password: CHOSEN });
    const change = { current_password: PASSWORD, password: CHOSEN };
    const changed = renewed(session, await app.asPerson(session).post('/auth/password').send(change));
    const code = codeOf(secret, app);
    await app.asPerson().post('/auth/totp').send({ code, recovery_code: codes[0] });
    await app
      .asPerson(changed)
      .post('/auth/totp/enable')
      .send({ code: `${codes[1]}` });
    await app.asPerson().post('/auth/forgot').send({ email });
    await app.deps.background.settled();
    const [mailed = ''] = await mailedTokens(app.pool, email);
    const shown = await createLink(app, email);
    for (const token of [shown, `${mailed}x`, mailed])
      await app.asPerson().post(`/auth/reset?token=${token}`).send({ token, password: WRONG });
    // A program that takes these operations for its own: its requests are in the log of its account.
    const key = await createApiKey(app.pool, { accountId });
    const sent = { current_password: WRONG, password: CHOSEN, token: mailed, code, recovery_code: codes[2] };
    for (const path of [
      '/auth/password',
      '/auth/totp/enable',
      '/auth/totp/disable',
      `/auth/me?token=${mailed}`,
    ])
      await app.as(key.token).post(path).send(sent);
    await app.deps.requestLogs.drain();
    const { rows: logs } = await app.pool.query('SELECT * FROM logs WHERE account_id = $1', [accountId]);
    const { rows: events } = await app.pool.query('SELECT * FROM audit_events WHERE account_id = $1', [
      accountId,
    ]);
    expect(logs).to.have.length(4);
    expect(events.length).to.be.above(3);
    const written = JSON.stringify([app.logLines, logs, events]);
    const tokens = [member.token, session.token, changed.token, mailed, shown, member.csrfToken];
    for (const text of [CHOSEN, WRONG, PASSWORD, secret, ...codes, ...tokens]) {
      expect(text).to.have.length.above(10);
      expect(written, text).not.to.include(text);
    }
    expect(written).not.to.match(/otpauth:/);
    expect(written).not.to.match(new RegExp(`(?<![\\w-])${code}(?![\\w-])`));
    expect(written).to.include('/auth/reset').and.include('changePassword');
  });
});
