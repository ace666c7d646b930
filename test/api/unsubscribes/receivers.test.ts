// Pages that people open from a mail, all of them (docs/reference/pages.md#plain-pages).
import { expect } from 'chai';
import { sharedEmailPath } from '../../../api/resources/emails/share/output.ts';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { insertTrackingHost } from '../../../shared/resources/messaging/tracking-hosts/write.ts';
import { useApp } from '../../support/api/app.ts';
import { createConfirmingAccount, createOperator, mailedPages } from '../account/confirming.ts';
import { createVoterOf } from '../polls/voter.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createPerson, fieldsOf, type Person } from './person.ts';

const BROWSER = 'text/html';
const SENDER = 'Northwind';

describe('Pages for people who get mail', () => {
  const app = useApp();
  const open = (path: string) => app.bare().get(path).set('Accept', BROWSER);
  const submit = (path: string, body: string) =>
    app.bare().post(path).set('Accept', BROWSER).type('form').send(body);
  const press = async (path: string, button: string) => {
    const fields = fieldsOf((await open(path)).text, button).map(([name, value]) => `${name}=${value}`);
    return await submit(path, fields.join('&'));
  };
  const shared = ({ target: { emailId } }: Person) => {
    const inAnHour = new Date(app.clock.now().getTime() + HOUR_MS);
    return new URL(app.deps.links.sign(sharedEmailPath(emailId ?? ''), inAnHour));
  };
  const viewed = async (person: Person) => {
    const { accountId, emailId, address } = person.target;
    const target = { accountId, emailId: emailId ?? '', contentId: null, address };
    return (await open(new URL(app.deps.webVersions.urlOf(target)).pathname)).text;
  };
  const confirming = async () => {
    await createOperator(app);
    const account = await createConfirmingAccount(app, { name: SENDER });
    await account.ask('bo@customer.dev');
    const [page = ''] = await mailedPages(app, 'bo@customer.dev');
    return page;
  };

  it('Names the sender, and neither Posthorn nor its operator, on the pages for people who get mail, broken links and faults among them.', async () => {
    const confirm = await confirming();
    const person = await createPerson(app);
    const { api } = person.owner;
    await api.patch('/unsubscribe-page').send({ sender_name: SENDER }).expect(200);
    const voter = await createVoterOf(app, person.owner, { poll: { labels: ['Good', 'Bad'] } });
    const { pathname, search } = shared(person);
    const named = {
      question: (await open(person.unsubscribe)).text,
      result: (await press(person.unsubscribe, 'Unsubscribe')).text,
      state: (await open(person.unsubscribe)).text,
      preferences: (await open(person.preferences)).text,
      left: (await press(person.preferences, 'Unsubscribe from everything')).text,
      poll: (await open(voter.pathOf(1))).text,
      confirm: (await open(confirm)).text,
      confirmed: (await submit(confirm, '')).text,
    };
    for (const colors of [{}, { background_color: '#12232e', text_color: '#ffffff' }]) {
      await api.patch('/unsubscribe-page').send(colors).expect(200);
      expectOfSender((await open(person.unsubscribe)).text, JSON.stringify(colors));
    }
    for (const [what, html] of Object.entries(named)) expectOfSender(html, what);
    expectOfSender((await open(pathname + search)).text, 'shared', 'ana@acme.dev');
    // It is the mail itself, without anything of ours.
    expect(await viewed(person)).not.to.match(/posthorn/i);
    await insertTrackingHost(app.pool, { host: 'links.acme.dev', domain: 'acme.dev' }, app.clock.now());
    const unnamed = {
      'broken unsubscribe': await open(`${person.unsubscribe}x`),
      'broken poll': await open('/poll/x'),
      'broken view': await open('/view/x'),
      'broken share': await open('/share/emails/x'),
      'broken confirmation': await open('/confirm-address'),
      'tracking host': await open('/app').set('Host', 'links.acme.dev'),
      'tracked link': await open('/c/x'),
      'not decoded': await open('/share/emails/%ff'),
      'sender gone': await open(person.pathsOf({ accountId: UNKNOWN_ID }).unsubscribe),
    };
    for (const [what, { status, text }] of Object.entries(unnamed)) {
      expect(status, what).to.be.within(400, 429);
      expectOnlyOfReceivers(text, what);
    }
  });

  it('Shows pages for people who get mail light or dark, as their system is, where the account has set no colours.', async () => {
    const { owner, unsubscribe } = await createPerson(app);
    const set = (settings: object) => owner.api.patch('/unsubscribe-page').send(settings).expect(200);
    await set({ logo_url: 'https://cdn.acme.dev/logo.svg' });
    const { text, headers } = await open(unsubscribe);
    expect(text).to.include('light-dark(').and.include('<img src="https://cdn.acme.dev/logo.svg" alt="Logo"');
    expect(headers['content-security-policy']).to.include('img-src https://cdn.acme.dev;');
    await set({ accent_color: '#14303f' });
    expect((await open(unsubscribe)).text).not.to.include('light-dark(');
  });
});

/** @param says what the page itself names the sender by */
function expectOfSender(html: string, what: string, says = SENDER): void {
  expectOnlyOfReceivers(html, what);
  expect(html, what).to.match(/<title>[^<]* – Northwind<\/title>/);
  const head = /<header class="bar">(.*?)<\/header>/s.exec(html)?.[1];
  expect(head, what).to.include(SENDER);
  expect(/<main>(.*)<\/main>/s.exec(html)?.[1], what).to.include(says);
}

function expectOnlyOfReceivers(html: string, what: string): void {
  const shown = html.replace(/<style>.*?<\/style>/s, '');
  expect(shown, what)
    .to.include('<main>')
    .and.not.match(/posthorn|operator/i);
  const links = [...shown.matchAll(/ href="([^"]*)"/g)].map(([, url]) => url);
  for (const link of links) expect(link, what).not.to.match(/\/(?:app|docs)\b|^\/$/);
}
