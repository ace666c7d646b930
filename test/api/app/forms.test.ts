// The pages with forms that the links in mails open (docs/reference/pages.md#the-forms-of-links-in-mails).
import { expect } from 'chai';
import { LINK_LIFE_MS } from '../../../shared/resources/people/one-time-links/link.ts';
import { usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { contentsOf } from '../../support/api/contents.ts';
import { createPerson, PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { cookieOf } from '../auth/cookies.ts';
import { createLink } from '../auth/links.ts';
import { enableSecondFactor } from '../auth/second-factor.ts';
import { tokenOfUrl } from '../invitations/support.ts';
import { encode, readPage } from '../unsubscribes/person.ts';

const NEW_PASSWORD = 'a better horse battery';
const MARKUP = `"><script>x()</script>`;
const OTHER_PAGES = [
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'none' },
  { Origin: 'https://evil.test' },
  { Origin: 'null' },
  {},
];

describe('The forms of the pages under /app', () => {
  const app = useApp();
  const owner = usePerson(app);

  const invite = async (email: string): Promise<string> => {
    const { body } = await owner.api.post('/invitations').send({ email, role: 'viewer' }).expect(201);
    return tokenOfUrl(body.url);
  };
  const open = (page: string, token: string) => app.bare().get(`/app/${page}?token=${token}`);
  const post = (
    page: string,
    fields: Record<string, string>,
    headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' },
  ) =>
    app
      .bare()
      .post(`/app/${page}`)
      .redirects(0)
      .set({ 'Content-Type': 'application/x-www-form-urlencoded', ...headers })
      .send(encode(Object.entries(fields)));
  /** Who is signed in after a form, and in which role. */
  const signedInBy = async (answer: Awaited<ReturnType<typeof post>>): Promise<string> => {
    expect([answer.status, answer.headers['location']], answer.text).to.deep.equal([303, '../app']);
    const token = cookieOf(answer, 'posthorn_session') ?? '';
    const { body } = await app.as().get('/auth/me').set('Cookie', `posthorn_session=${token}`).expect(200);
    return `${body.person.name} <${body.person.email}> ${body.role}`;
  };
  const namesOf = (html: string) => [...html.matchAll(/ name="(\w+)"/g)].map(([, name]) => name).slice(3);
  const textOf = ({ text }: { text: string }) => readPage({ status: 200, text });

  describe('Accepts an invitation with the form of its page: a new person chooses a name and a password, a known person gives their password.', () => {
    it('a new person', async () => {
      const token = await invite('bo@new.dev');
      await app.pool.query('UPDATE accounts SET name = $2 WHERE id = $1', [owner.accountId, MARKUP]);
      const page = await open('accept', token);
      expect(readPage(page)).to.match(
        /^Accept invitation You are invited to .*, with the role viewer\. Address/,
      );
      expect(page.text).to.include('value="bo@new.dev"').and.not.include('<script');
      expect(namesOf(page.text)).to.deep.equal(['token', 'name', 'password']);
      const answer = await post('accept', { token, name: 'Bo', password: NEW_PASSWORD });
      expect(await signedInBy(answer)).to.equal('Bo <bo@new.dev> viewer');
    });

    it('a known person', async () => {
      const { email } = await createPerson(app.pool, { name: 'Cy' });
      const token = await invite(email);
      expect(namesOf((await open('accept', token)).text)).to.deep.equal(['token', 'password']);
      const wrong = await post('accept', { token, name: 'Mallory', password: NEW_PASSWORD });
      expect([wrong.status, textOf(wrong)]).to.deep.equal([
        422,
        'Accept invitation You are invited to Factory account, with the role viewer. The address, the password or the code is wrong. Address Your password Accept',
      ]);
      const answer = await post('accept', { token, name: 'Mallory', password: PASSWORD });
      expect(await signedInBy(answer)).to.equal(`Cy <${email}> viewer`);
    });
  });

  it('Sets a new password with the form of its page, and signs in.', async () => {
    const token = await createLink(app, owner.email);
    const page = await open('reset', token);
    expect(namesOf(page.text)).to.deep.equal(['token', 'password']);
    expect(page.text).to.include(`value="${owner.email}"`);
    expect(await signedInBy(await post('reset', { token, password: NEW_PASSWORD }))).to.include(owner.email);
    await owner.api.get('/auth/me').expect(401);
    await app.asPerson().post('/auth/login').send({ email: owner.email, password: NEW_PASSWORD }).expect(200);
  });

  it('Asks for the second factor in the dashboard after a form of a person who has one.', async () => {
    await enableSecondFactor(app, owner);
    const answer = await post('reset', { token: await createLink(app, owner.email), password: NEW_PASSWORD });
    expect([answer.status, answer.headers['location']]).to.deep.equal([303, 'sign-in/second-factor']);
    expect(cookieOf(answer, 'posthorn_challenge')).to.have.length(43);
    expect(cookieOf(answer, 'posthorn_session')).to.equal(undefined);
  });

  it('Asks with GET and HEAD of a link from a mail, and changes nothing.', async () => {
    const tokens = { accept: await invite('bo@asked.dev'), reset: await createLink(app, owner.email) };
    await app.deps.background.settled();
    const before = await contentsOf(app);
    for (const [page, token] of Object.entries(tokens)) {
      const asked = await open(page, token).expect(200).expect('Referrer-Policy', 'strict-origin');
      expect(asked.headers).not.to.have.property('set-cookie');
      await app.bare().head(`/app/${page}?token=${token}`).expect(200);
    }
    expect(await contentsOf(app)).to.deep.equal(before);
  });

  it('Answers a form that is refused with its page again, the reason, the name that was typed, and no password.', async () => {
    const token = await invite('bo@refused.dev');
    for (const [fields, reason] of [
      [{ name: `Bo ${MARKUP}`, password: 'short' }, 'Password must have 10 to 256 characters.'],
      [{ name: `Bo ${MARKUP}`, password: ' '.repeat(20) }, 'Password must not consist of spaces only.'],
      [{ name: `Bo ${MARKUP}` }, 'Missing password field.'],
      [{ name: '', password: NEW_PASSWORD }, 'Missing name field.'],
      [{ name: 'x'.repeat(1_000), password: NEW_PASSWORD }, 'Name length must be'],
      [{ name: 'a\u0000b', password: NEW_PASSWORD }, 'Name must be one line'],
    ] as const) {
      const answer = await post('accept', { token, ...fields });
      expect(answer.status, reason).to.equal(422);
      expect(answer.text)
        .to.match(/<div class="note bad" role="alert">/)
        .and.not.include('<script');
      expect(textOf(answer)).to.include(reason);
      expect(answer.text).to.include(`name="token" value="${token}"`);
      if ('password' in fields) expect(answer.text).not.to.include(`value="${fields.password}"`);
      if (fields.name.startsWith('Bo'))
        expect(answer.text).to.include('value="Bo &quot;&gt;&lt;script&gt;x()');
    }
    await signedInBy(await post('accept', { token, name: 'Bo', password: NEW_PASSWORD }));
  });

  it('Answers 404 with a page for a link from a mail that was used, has expired or never was one.', async () => {
    const used = await createLink(app, (await signIn(app.pool)).email);
    await post('reset', { token: used, password: NEW_PASSWORD }).expect(303);
    const invitation = await invite('bo@late.dev');
    const late = await createLink(app, owner.email);
    app.clock.advance(LINK_LIFE_MS.password_reset);
    for (const [page, token] of [
      ['reset', used],
      ['reset', late],
      ['reset', invitation],
      ['accept', late],
      ['accept', 'x'.repeat(43)],
      ['accept', ''],
    ] as const) {
      const answers = [
        await open(page, token),
        await post(page, { token, name: 'Bo', password: NEW_PASSWORD }),
      ];
      for (const answer of answers) {
        expect(answer.status).to.equal(404);
        expect(textOf(answer)).to.match(/^This link does not work/);
      }
    }
  });

  it('Says "You are not signed in" when a new password was set for a person who is not a member of any account.', async () => {
    const { email } = await createPerson(app.pool);
    const answer = await post('reset', { token: await createLink(app, email), password: NEW_PASSWORD });
    expect([answer.status, textOf(answer)]).to.deep.equal([
      422,
      'You are not signed in You are no longer a member of any account. Ask for an invitation.',
    ]);
    expect(answer.headers).not.to.have.property('set-cookie');
  });

  it('Refuses a form of another page with 403, and signs no person in.', async () => {
    const token = await invite('bo@forged.dev');
    for (const headers of OTHER_PAGES) {
      const answer = await post('accept', { token, name: 'Bo', password: NEW_PASSWORD }, headers);
      expect(answer.status, JSON.stringify(headers)).to.equal(403);
      expect(textOf(answer)).to.include('This request must come from a page of this server.');
      expect(answer.headers).not.to.have.property('set-cookie');
    }
    const own = { Origin: app.url };
    await signedInBy(await post('accept', { token, name: 'Bo', password: NEW_PASSWORD }, own));
  });

  it('Writes neither tokens nor passwords of the pages under /app to the process log.', async () => {
    const tokens = { accept: await invite('bo@logged.dev'), reset: await createLink(app, owner.email) };
    const signInToken = await createLink(app, owner.email, { purpose: 'sign_in' });
    await open('sign-in', signInToken).redirects(0).expect(303);
    for (const [page, token] of Object.entries(tokens)) {
      await open(page, token);
      await post(page, { token, name: 'Bo', password: 'short' }).expect(422);
      await post(page, { token, name: 'Bo', password: NEW_PASSWORD }).expect(303);
    }
    const log = JSON.stringify(app.logLines);
    for (const secret of [...Object.values(tokens), signInToken, NEW_PASSWORD])
      expect(log).not.to.include(secret);
    expect(log).to.include('"path":"/app/accept"').and.include('"path":"/app/sign-in"');
  });
});
