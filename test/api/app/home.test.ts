// The page at /app (docs/reference/pages.md#who-is-signed-in).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { signIn } from '../../support/people-factories.ts';
import { readPage } from '../unsubscribes/person.ts';

const MARKUP = `"><script>x()</script> & '`;

describe('The pages under /app', () => {
  const app = useApp();
  const open = (path: string, token?: string) => {
    const request = app.bare().get(path).unset('User-Agent');
    return token === undefined ? request : request.set('Cookie', `posthorn_session=${token}`);
  };

  it('Shows the person, the account and the role of the session at /app, as texts that cannot add HTML to the page.', async () => {
    const { token, accountId } = await signIn(app.pool, {
      email: 'ada@acme.dev',
      name: MARKUP,
      role: 'viewer',
      now: app.clock.now(),
    });
    await app.pool.query('UPDATE accounts SET name = $2 WHERE id = $1', [accountId, `Acme ${MARKUP}`]);
    const page = await open('/app', token);
    const shown = `"&gt;&lt;script&gt;x()&lt;/script&gt; &amp; '`;
    expect(readPage(page)).to.include(
      `You are signed in Person ${shown} &lt; ada@acme.dev &gt; Account Acme ${shown} Role viewer The dashboard`,
    );
    expect(page.text).not.to.include('<script');
  });

  it('Says at /app that nobody is signed in when there is no session or it has ended, and what to do.', async () => {
    const { token } = await signIn(app.pool, { now: app.clock.now() });
    expect(readPage(await open('/app', token))).to.include('You are signed in');
    await app.pool.query('DELETE FROM sessions');
    for (const page of [await open('/app', token), await open('/app'), await open('/app', 'no token')])
      expect(readPage(page)).to.match(/^You are not signed in .*npm start/);
  });

  it('Answers a path under /app that has no page with a page and status 404.', async () => {
    for (const answer of [
      await open('/app/settings'),
      await app.bare().post('/app'),
      await open('/api/app/x/y'),
    ]) {
      expect(answer.status).to.equal(404);
      expect(answer.type).to.equal('text/html');
    }
  });

  it('Serves the pages under /app without scripts; they load nothing and may not be framed, stored or indexed.', async () => {
    const { token } = await signIn(app.pool, { now: app.clock.now() });
    for (const page of [await open('/app', token), await open('/app'), await open('/app/sign-in?token=x')]) {
      expect(page.headers['content-security-policy']).to.match(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
      );
      expect(page.headers).to.include({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
      expect(page.text).not.to.match(/<script|<link|<img|\son\w+=/);
    }
  });
});

describe('The page of nobody in production', () => {
  const app = useApp({ config: { environment: 'production' } });

  it('Has no page in production that signs in with a link.', async () => {
    const answer = await app.bare().get('/app/sign-in?token=x').expect(404);
    expect(answer.text).to.include('There is no such page');
    expect(readPage(await app.bare().get('/app')))
      .to.include('invitation')
      .and.not.include('npm start');
  });
});
