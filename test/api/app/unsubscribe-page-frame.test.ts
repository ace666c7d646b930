// Unsubscribe pages with settings that are not saved, for a frame (docs/reference/pages.md#unsubscribe-pages-in-frames).
import { expect } from 'chai';
import { enter, usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { contentsOf } from '../../support/api/contents.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { encode, readPage } from '../unsubscribes/person.ts';

const MARKUP = '<img src=x onerror="document.title=1">';
const LOGO = 'https://cdn.acme.dev/logo.png';
const NEWS = { name: 'News', default_subscription: 'opt_in', visibility: 'public' };
const POLICY =
  "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'self'; sandbox";

describe('An unsubscribe page in a frame', () => {
  const app = useApp();
  const viewer = usePerson(app, { role: 'viewer' });

  const postFields = (
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
    query = '',
  ) =>
    app
      .bare()
      .post(`/app/frames/unsubscribe-page${query}`)
      .set({ 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' })
      .set({ Cookie: `posthorn_session=${viewer.token}`, ...headers })
      .send(encode(Object.entries({ csrf_token: viewer.csrfToken, ...fields })));
  const post = (page: string, given: { settings?: object; topic?: object } = {}, query = '') => {
    const parts = Object.entries(given).map(([name, value]) => [name, JSON.stringify(value)]);
    return postFields({ page, ...Object.fromEntries(parts) }, {}, query);
  };
  const read = async (...given: Parameters<typeof post>) => readPage(await post(...given));
  const topic = (fields: Parameters<typeof createTopic>[2]) =>
    createTopic(app.pool, viewer.accountId, fields);

  it('Shows a page with the settings and the topic of a form in place of the stored ones, to viewers too, and keeps nothing of them.', async () => {
    await viewer.api.get('/auth/me').expect(200);
    const { id } = await topic({ name: 'Old name' });
    const before = await contentsOf(app);
    const settings = {
      title: `Secret ${MARKUP}`,
      description: 'One.\nTwo.',
      confirmation: 'Farewell!',
      background_color: '#12232E',
      text_color: '#eef4f7',
      sender_name: 'Acme & Söhne',
      postal_address: '1 Main Street',
    };
    const edited = { id, ...NEWS, name: `Product ${MARKUP}`, description: 'Each month' };
    const { text, headers } = await post('preferences', { settings, topic: edited }).expect(200);
    expect(text)
      .to.include('<h1>Secret &lt;img src=x onerror="document.title=1"&gt;</h1>')
      .and.include('--background: #12232e; --text: #eef4f7;')
      .and.include('<bdi>Product &lt;img src=x')
      .and.include('Acme &amp; Söhne</strong>\n1 Main Street</address>')
      .and.not.include('Old name');
    expect(headers).to.include({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'private, no-store',
    });
    expect(await read('unsubscribed', { settings })).to.include('Farewell!');
    expect(await read('preferences', { settings: { title: null } })).to.match(/^Email preferences/);
    expect(await contentsOf(app)).to.deep.equal(before);
    expect(JSON.stringify(app.logLines)).to.include('/app/frames/unsubscribe-page').and.not.include('Secret');
  });

  it('Shows such a page as a person sees it who has decided nothing, with the topics of the account and of no other.', async () => {
    const other = await enter(app);
    const foreign = await createTopic(app.pool, other.accountId, { name: 'Of another account' });
    await topic({ name: 'Tips', description: 'Small ones' });
    await topic({ name: 'Beta', defaultSubscription: 'opt_out' });
    await topic({ name: 'For those who have it', visibility: 'private', defaultSubscription: 'opt_out' });
    const { text } = await post('preferences').expect(200);
    expect(text.match(/<bdi>[^<]*<\/bdi><\/span>/g)).to.deep.equal([
      '<bdi>Beta</bdi></span>',
      '<bdi>Tips</bdi></span>',
    ]);
    expect(text.match(/ checked/g)).to.have.length(1);
    expect(readPage({ status: 200, text })).to.include(
      'Choose what m•••@e•••.com receives from this sender.',
    );
    // A topic that was deleted since, or was never the account's, is shown as it is posted.
    const shown = await read('preferences', { topic: { id: foreign.id, ...NEWS } });
    expect(shown).to.include('News').and.not.include('Of another account');
    await createDomain(app.pool, viewer.accountId, {});
    await app.pool.query(
      "UPDATE domains SET default_from = 'Main <a@main.dev>', is_default = true WHERE account_id = $1",
      [viewer.accountId],
    );
    expect(await read('preferences')).to.include('receives from Main.');
  });

  it('Asks about the topic of the form, and about everything without one.', async () => {
    await topic({ name: 'Tips' });
    expect(await read('unsubscribe')).to.include(
      'Unsubscribe m•••@e•••.com from all emails from this sender?',
    );
    expect(await read('unsubscribed')).to.include('is now unsubscribed from all emails from this sender.');
    const hidden = { ...NEWS, visibility: 'private' };
    expect(await read('unsubscribe', { topic: hidden })).to.include('Unsubscribe m•••@e•••.com from News?');
    expect(await read('unsubscribed', { topic: NEWS })).to.include('m•••@e•••.com no longer receives News.');
    expect(await read('preferences', { topic: { ...NEWS, description: '' } })).to.include('News');
  });

  it('Shows colours that people can hardly read, which cannot be saved, and no logo that pages cannot have.', async () => {
    const pale = { background_color: '#ffffff', text_color: '#eeeeee' };
    expect((await post('unsubscribe', { settings: pale }).expect(200)).text).to.include(
      '--background: #ffffff; --text: #eeeeee;',
    );
    for (const logo_url of ['http://cdn.acme.dev/logo.png', 'javascript:alert(1)', 'logo', MARKUP]) {
      const { text } = await post('unsubscribe', { settings: { logo_url } }, '?images=1').expect(200);
      expect(text).to.not.include('<img');
    }
  });

  it('Loads the logo of such a page only with ?images=1.', async () => {
    const settings = { logo_url: LOGO };
    expect((await post('unsubscribe', { settings }).expect(200)).text).to.not.include(LOGO);
    const { text, headers } = await post('unsubscribe', { settings }, '?images=1').expect(200);
    expect(text).to.include(`<img src="${LOGO}"`);
    expect(headers['content-security-policy']).to.equal(POLICY.replace('data:', 'http: https: data:'));
  });

  it('Answers a page, settings or a topic that it cannot read with 422, and a form of more than 64 KB with 413, each with a sentence as a document.', async () => {
    const longest = {
      title: '語'.repeat(100),
      description: '語'.repeat(1_000),
      confirmation: '"'.repeat(1_000),
      logo_url: `https://cdn.acme.dev/${'ü'.repeat(1_900)}`,
      sender_name: '語'.repeat(100),
      postal_address: '語'.repeat(500),
    };
    const full = { ...NEWS, name: '語'.repeat(50), description: '語'.repeat(200) };
    expect((await post('unsubscribed', { settings: longest, topic: full })).status).to.equal(200);
    const deep = `${'{"title":'.repeat(200)}1${'}'.repeat(200)}`;
    const odd = [
      '',
      '{',
      'null',
      '5',
      '"x"',
      '[]',
      '[{}]',
      deep,
      '{"title": "\\u0000"}',
      '{"title": "\\ud800"}',
    ];
    const page = 'preferences';
    const refused: (readonly [status: number, says: RegExp, Readonly<Record<string, string>>])[] = [
      ...['', 'x', 'constructor', '__proto__'].map((name) => [422, /^Page must be/, { page: name }] as const),
      [422, /^Page must be/, {}],
      ...odd.map((settings) => [422, /\.$/, { page, settings }] as const),
      ...odd.map((topic) => [422, /\.$/, { page, topic }] as const),
      [422, /^Title /, { page, settings: '{"title": 5}' }],
      [422, /^Title /, { page, settings: JSON.stringify({ title: 'x'.repeat(101) }) }],
      [422, /^Text_color must be a colour/, { page, settings: '{"text_color": "#12"}' }],
      [422, /name/, { page, topic: '{}' }],
      [422, /^Default_subscription /, { page, topic: '{"name": "x", "default_subscription": 1}' }],
      [422, /^Id /, { page, topic: JSON.stringify({ ...NEWS, id: "' OR 1=1" }) }],
      [413, /too long for the pages/, { page, settings: ' '.repeat(70_000) }],
    ];
    for (const [status, says, fields] of refused) {
      const { text, headers } = await postFields(fields).expect(status);
      const [, sentence = expect.fail(text)] = /<pre>([^<]+)<\/pre>$/.exec(text) ?? [];
      expect(sentence, JSON.stringify(fields).slice(0, 200)).to.match(says);
      expect(headers['content-security-policy']).to.include('sandbox');
    }
  });

  it('Refuses such a form without a session with 401, and of another page or session with 403.', async () => {
    const other = await enter(app);
    const page = 'preferences';
    const refusals: [status: number, ReturnType<typeof post>][] = [
      [401, postFields({ page }, { Cookie: '' })],
      [401, postFields({ page }, { Cookie: 'posthorn_session=x' })],
      [403, postFields({ page }, { 'Sec-Fetch-Site': 'cross-site' })],
      [403, postFields({ page, csrf_token: '' })],
      [403, postFields({ page, csrf_token: other.csrfToken })],
    ];
    for (const [status, request] of refusals)
      expect((await request.expect(status)).text).to.match(/<pre>[^<]+<\/pre>$/);
    const cookie = { Cookie: `posthorn_session=${viewer.token}` };
    await app.bare().get('/app/frames/unsubscribe-page').set(cookie).expect(404);
  });
});
