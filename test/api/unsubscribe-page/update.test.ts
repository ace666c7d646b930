// GET and PATCH /unsubscribe-page (docs/reference/unsubscribes.md#the-settings-of-the-pages).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { createMember, createSession } from '../../support/factories/people-factories.ts';
import { createPerson, encode, fieldsOf, readPage } from '../unsubscribes/person.ts';

const NOTHING = {
  title: null,
  description: null,
  confirmation: null,
  logo_url: null,
  background_color: null,
  text_color: null,
  accent_color: null,
  sender_name: null,
  postal_address: null,
};
const SETTINGS = {
  title: 'Your Acme emails',
  description: 'Choose what you hear from us.\nOnce a week at most.',
  confirmation: 'Come back soon!',
  logo_url: 'https://cdn.acme.dev/logo.png',
  background_color: '#12232e',
  text_color: '#eef4f7',
  accent_color: '#ffb703',
  sender_name: 'Acme & Söhne',
  postal_address: '1 Main Street\n12345 Springfield',
};

describe('/unsubscribe-page', () => {
  const app = useApp();
  const person = useEach(() => createPerson(app));
  const get = async () => (await person.owner.api.get('/unsubscribe-page').expect(200)).body;
  const patch = (body?: object) => person.owner.api.patch('/unsubscribe-page').send(body);
  const record = (fields: object, updatedAt: Date | null) => ({
    object: 'unsubscribe_page',
    ...NOTHING,
    ...fields,
    updated_at: updatedAt?.toISOString() ?? null,
  });

  it('Answers null for every setting of an account that has changed none.', async () => {
    expect(await get()).to.deep.equal(record({}, null));
    expect((await patch({})).body).to.deep.equal(record({}, null));
  });

  it('Changes the given settings and no others; null or an empty text sets the default.', async () => {
    const { body } = await patch({
      ...SETTINGS,
      title: ` ${SETTINGS.title} `,
      text_color: '#EEF4F7',
      id: 'x',
    });
    expect(body).to.deep.equal(record(SETTINGS, app.clock.now()));
    app.clock.advance(1_000);
    const changes = { title: '', description: null, logo_url: ' ', accent_color: null, confirmation: 'Bye' };
    const left = { title: null, description: null, logo_url: null, accent_color: null, confirmation: 'Bye' };
    expect((await patch(changes)).body).to.deep.equal(record({ ...SETTINGS, ...left }, app.clock.now()));
    expect(await get()).to.deep.equal(record({ ...SETTINGS, ...left }, app.clock.now()));
    app.clock.advance(1_000);
    expect((await patch(NOTHING)).body).to.deep.equal(record({}, app.clock.now()));
    const lengths = {
      title: 100,
      description: 1_000,
      confirmation: 1_000,
      sender_name: 100,
      postal_address: 500,
    };
    const longest = Object.fromEntries(
      Object.entries(lengths).map(([field, length]) => [field, 'x'.repeat(length)]),
    );
    app.clock.advance(1_000);
    expect((await patch(longest)).body).to.deep.equal(record(longest, app.clock.now()));
  });

  it('Changes no setting, not even `updated_at`, when no field has another value.', async () => {
    await patch({ title: null, postal_address: '' }).expect(200);
    expect(await get()).to.deep.equal(record({}, null));
    const first = (await patch(SETTINGS)).body;
    app.clock.advance(1_000);
    for (const body of [undefined, {}, SETTINGS, { text_color: '#EEF4F7' }, { colour: 'blue' }])
      expect((await patch(body)).body).to.deep.equal(first);
  });

  it('Rejects colours of text and background with a contrast below 4.5:1 with validation_error 422 that says the ratio, also when only one of them changes.', async () => {
    const refusal = async (body: object) => expectError(await patch(body), 422, 'validation_error');
    // The forms of people show it at its field.
    const { personId } = await createMember(app.pool, { accountId: person.owner.accountId, role: 'member' });
    const own = { personId, accountId: person.owner.accountId, now: app.clock.now() };
    const colleague = app.asPerson(await createSession(app.pool, own));
    const refused = async (body: object) =>
      (await colleague.patch('/unsubscribe-page').send(body)).body.field;
    expect(await refused({ background_color: '#111111' })).to.equal('text_color');
    expect(await refused({ logo_url: 'http://cdn.acme.dev/logo.png' })).to.equal('logo_url');
    expect(await refusal({ text_color: '#777777' }))
      .to.include('#777777')
      .and.include('4.47:1');
    await patch({ text_color: '#767676' }).expect(200);
    expect(await refusal({ background_color: '#fdfdfd' })).to.include('4.46:1');
    expect(await refusal({ text_color: '#ffffff' })).to.include('1.00:1');
    await patch({ text_color: '#ffffff', background_color: '#000000' }).expect(200);
    expect(await refusal({ background_color: null })).to.include('1.00:1');
    expect(await get()).to.include({ text_color: '#ffffff', background_color: '#000000' });
    // Two changes at the same time that are good alone, and bad together.
    const answers = await Promise.all([
      patch({ text_color: '#777777' }),
      patch({ background_color: '#555555' }),
    ]);
    expect(answers.map(({ status }) => status)).to.have.members([200, 422]);
  });

  it('Names the sender of `default_from` where the account has no `sender_name`: its display name, or the domain of an address without one.', async () => {
    const { accountId, emailId } = person.target;
    const { unsubscribe } = person.pathsOf({ topicId: null });
    const setFrom = (domainId: string, defaultFrom: string) =>
      app.pool.query('UPDATE domains SET default_from = $2 WHERE id = $1', [domainId, defaultFrom]);
    const expectSender = async (shown: string, path = unsubscribe) => {
      const page = await app.bare().get(path);
      expect(page.text)
        .to.include(`all emails from <bdi>${shown}</bdi>`)
        .and.include(`<title>Unsubscribe – ${shown}</title>`)
        .and.include(`<address><strong>${shown}</strong>`);
    };
    const { rows } = await app.pool.query('SELECT domain_id AS id FROM emails WHERE id = $1', [emailId]);
    const [sending] = rows;
    await app.pool.query('UPDATE domains SET is_default = false WHERE account_id = $1', [accountId]);
    const main = await createDomain(app.pool, accountId);
    await app.pool.query('UPDATE domains SET is_default = id = $2 WHERE account_id = $1', [
      accountId,
      main.id,
    ]);
    await setFrom(main.id, 'Main <hello@main.dev>');
    expect(readPage(await app.bare().get(unsubscribe))).to.include('all emails from this sender?');
    await setFrom(sending.id, 'hello@xn--mller-kva.dev');
    await expectSender('müller.dev');
    await setFrom(sending.id, '"<b>A & Söhne" <hello@acme.dev>');
    await expectSender('&lt;b&gt;A &amp; Söhne');
    // Links outlive their emails, and the email of another account says nothing.
    const stranger = await createPerson(app);
    const foreign = person.pathsOf({ topicId: null, emailId: stranger.target.emailId });
    const { rows: others } = await app.pool.query(
      "UPDATE domains SET default_from = 'Strange <a@b.dev>' WHERE account_id = $1 RETURNING id",
      [stranger.target.accountId],
    );
    expect(others).to.have.length(1);
    await expectSender('Main', foreign.unsubscribe);
    await app.pool.query('DELETE FROM emails WHERE id = $1', [emailId]);
    await expectSender('Main');
    expect((await get()).sender_name).to.equal(null);
    await patch({ sender_name: 'Set' }).expect(200);
    await expectSender('Set');
  });

  it('Shows the pages of an account that has set no colour as every plain page, with its name and address at the foot.', async () => {
    const open = async (path: string) => (await app.bare().get(path).expect(200)).text;
    await patch({ sender_name: 'Acme', postal_address: '1 Main Street' }).expect(200);
    for (const path of [person.unsubscribe, person.preferences]) {
      const text = await open(path);
      expect(text)
        .to.include('<header class="bar">')
        .and.match(/<title>[^<]* – Acme</);
      expect(text).to.match(/<footer><address><strong>Acme<\/strong>\n1 Main Street<\/address>/);
    }
    await patch({ accent_color: '#ffb703' }).expect(200);
    expect(await open(person.preferences)).not.to.include('light-dark(');
  });

  it('Shows the settings on every page of the account, with the text of buttons in black or white, whichever is easier to read.', async () => {
    await patch(SETTINGS).expect(200);
    const asked = await app.bare().get(person.unsubscribe);
    const fields = encode(fieldsOf(asked.text, 'Unsubscribe'));
    const result = await app.bare().post(person.unsubscribe).send(fields);
    for (const page of [asked, result, await app.bare().get(person.preferences)]) {
      expect(readPage(page)).to.match(
        /^Your Acme emails Choose what you hear from us\. Once a week at most\./,
      );
      expect(page.text)
        .to.include('<img src="https://cdn.acme.dev/logo.png" alt="Acme &amp; Söhne"')
        .and.include('<strong>Acme &amp; Söhne</strong>\n1 Main Street\n12345 Springfield</address>')
        .and.include('--background: #12232e; --text: #eef4f7; --accent: #ffb703;')
        .and.include('--on-accent: #000000');
    }
    expect(readPage(result)).to.include('Come back soon!').and.not.include('already on their way');
    await patch({ accent_color: '#0a4d2f' }).expect(200);
    expect((await app.bare().get(person.unsubscribe)).text).to.include('--on-accent: #ffffff');
  });
});
