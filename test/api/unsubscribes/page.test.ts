// The page that asks whether to unsubscribe (docs/reference/unsubscribes.md#unsubscribing-on-the-page).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { createPerson, encode, fieldsOf, readPage } from './person.ts';

const MARKUP = `"><script>x()</script><img src=//evil.test onerror=x()> & '`;

describe('The unsubscribe page', () => {
  const app = useApp();
  const person = useEach(() => createPerson(app));
  const get = (path: string) => app.bare().get(path);
  const post = (path: string, fields: [string, string][]) => app.bare().post(path).send(encode(fields));

  it('Asks whether to unsubscribe from the topic of the email, or from everything if the email has none.', async () => {
    expect(readPage(await get(person.unsubscribe))).to.equal(
      'Unsubscribe Unsubscribe b•••@c•••.dev from Product news? Unsubscribe Choose which emails you receive',
    );
    const { unsubscribe } = person.pathsOf({ topicId: null });
    expect(readPage(await get(unsubscribe))).to.include('b•••@c•••.dev from all emails from this sender?');
    await person.owner.api.delete(`/topics/${person.topicId}`).expect(200);
    expect(readPage(await get(person.unsubscribe)))
      .to.include('The topic of this email no longer exists.')
      .and.include('from all emails from this sender?');
  });

  it('Unsubscribes by the button, says so, and offers to undo it.', async () => {
    const { unsubscribe, topicId } = person;
    for (const [path, decisions, said, undone] of [
      [
        unsubscribe,
        { unsubscribed: null, choices: { [topicId]: 'opt_out by person' } },
        'no longer receives Product news.',
        'now receives Product news.',
      ],
      [
        person.pathsOf({ topicId: null }).unsubscribe,
        { unsubscribed: 'person', choices: { [topicId]: 'opt_in by person' } },
        'is now unsubscribed from all emails from this sender.',
        'receives emails from this sender again.',
      ],
    ] as const) {
      const asked = (await get(path)).text;
      const result = await post(path, fieldsOf(asked, 'Unsubscribe'));
      expect(readPage(result)).to.equal(
        `Unsubscribed b•••@c•••.dev ${said} Emails that are already on their way may still arrive. Undo Choose which emails you receive`,
      );
      expect(await person.decisions()).to.deep.equal(decisions);
      const again = await post(path, fieldsOf(asked, 'Unsubscribe'));
      expect(readPage(again))
        .to.include('Nothing was changed. b•••@c•••.dev is unsubscribed')
        .and.not.include('Undo');
      const undo = await post(path, fieldsOf(result.text, 'Undo'));
      expect(readPage(undo)).to.equal(`Undone b•••@c•••.dev ${undone} Choose which emails you receive`);
      expect(await person.decisions()).to.deep.equal({
        unsubscribed: null,
        choices: { [topicId]: 'opt_in by person' },
      });
    }
  });

  it('Says that the address is unsubscribed already, and asks nothing then.', async () => {
    await app.bare().post(person.unsubscribe).expect(200);
    const page = await get(person.unsubscribe);
    expect(readPage(page)).to.include('b•••@c•••.dev is unsubscribed from Product news.');
    expect(page.text).not.to.include('<form');
    await app
      .bare()
      .post(person.pathsOf({ topicId: null }).unsubscribe)
      .expect(200);
    expect(readPage(await get(person.unsubscribe))).to.include(
      'is unsubscribed from all emails from this sender.',
    );
  });

  it('Asks again, about everything, when the topic was deleted after the page was opened, and changes nothing.', async () => {
    const fields = fieldsOf((await get(person.unsubscribe)).text, 'Unsubscribe');
    await person.owner.api.delete(`/topics/${person.topicId}`).expect(200);
    const again = await post(person.unsubscribe, fields);
    expect(readPage(again)).to.include('b•••@c•••.dev from all emails from this sender?');
    expect(await person.decisions()).to.deep.equal({ unsubscribed: null, choices: {} });
    await post(person.unsubscribe, fieldsOf(again.text, 'Unsubscribe')).expect(200);
    expect((await person.decisions()).unsubscribed).to.equal('person');
  });

  it('Masks the address as `b•••@c•••.dev`, because emails are forwarded.', async () => {
    for (const [address, masked] of [
      ['bo@customer.dev', 'b•••@c•••.dev'],
      ['Maria.Long+tag@mail.shop.co.uk', 'M•••@m•••.uk'],
      ['jörg@xn--mller-kva.xn--p1ai', 'j•••@m•••.рф'],
      ['"b o"@customer.dev', 'b•••@c•••.dev'],
      ['😀x@customer.dev', '😀•••@c•••.dev'],
    ] as const) {
      const { unsubscribe, preferences } = await createPerson(app, { address });
      for (const path of [unsubscribe, preferences]) {
        const page = await get(path);
        expect(readPage(page), address).to.include(masked);
        expect(page.text.replaceAll(/\/preferences\/[\w-]+/g, '').toLowerCase(), address)
          .not.to.include(address.split('@')[1]?.slice(1))
          .and.not.include('customer');
      }
    }
  });

  it('Shows the topics and settings of the account of the link, and none of another account.', async () => {
    const stranger = await createPerson(app, { topic: { name: 'Secret plans' } });
    await stranger.owner.api.patch('/unsubscribe-page').send({ title: 'Strange title' }).expect(200);
    await person.owner.api.patch('/unsubscribe-page').send({ title: 'Our title' }).expect(200);
    const mixed = person.pathsOf({ topicId: stranger.topicId, emailId: stranger.target.emailId });
    for (const path of [person.unsubscribe, person.preferences, mixed.unsubscribe, mixed.preferences]) {
      const { text } = await get(path);
      expect(text)
        .to.include('Our title')
        .and.not.match(/Secret|Strange/);
    }
    await app.bare().post(mixed.unsubscribe).expect(200);
    await post(person.preferences, [
      ['action', 'save'],
      ['shown', stranger.topicId],
    ]).expect(200);
    expect(await stranger.decisions()).to.deep.equal({ unsubscribed: null, choices: {} });
    expect(await stranger.counted()).to.deep.equal([0, 0]);
  });

  it('Shows texts of the account as texts: names, descriptions and settings cannot add HTML to a page.', async () => {
    const hostile = await createPerson(app, {
      address: '"<b>"@customer.dev',
      topic: { name: MARKUP, description: MARKUP },
    });
    await createTopic(app.pool, hostile.target.accountId, { name: `</bdi></fieldset>${MARKUP}` });
    const texts = {
      title: MARKUP,
      description: MARKUP,
      confirmation: MARKUP,
      sender_name: MARKUP.slice(0, 90),
      postal_address: MARKUP,
    };
    const logo = { logo_url: 'https://cdn.acme.dev/%22%3E<script>"onerror="x().png' };
    await hostile.owner.api
      .patch('/unsubscribe-page')
      .send({ ...texts, ...logo })
      .expect(200);
    const asked = await get(hostile.unsubscribe);
    const pages = [
      asked,
      await post(hostile.unsubscribe, fieldsOf(asked.text, 'Unsubscribe')),
      await get(hostile.preferences),
      await post(hostile.preferences, [['action', 'unsubscribe']]),
    ];
    for (const page of pages) {
      expect(page.text).not.to.match(/<script|<b>|<img src=\/\/|onerror="/);
      expect(page.text.match(/<img /g)).to.have.length(1);
      expect(readPage(page)).to.include('"&gt;&lt;script&gt;x()&lt;/script&gt;');
    }
  });

  it('Serves pages without scripts, which load nothing but the logo and may not be framed, stored or indexed.', async () => {
    const api = person.owner.api;
    for (const [logo_url, source] of [
      [null, "'none'"],
      ['https://cdn.acme.dev:8443/a/logo.png?x=1;2', 'https://cdn.acme.dev:8443'],
    ] as const) {
      await api.patch('/unsubscribe-page').send({ logo_url }).expect(200);
      for (const answer of [
        await get(person.unsubscribe),
        await get(person.preferences),
        await get('/unsubscribe/x'),
      ]) {
        const { headers } = answer;
        const image = answer.status === 200 ? source : "'none'";
        expect(headers['content-security-policy']).to.match(
          /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src \S+; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
        );
        expect(headers['content-security-policy']).to.include(`img-src ${image};`);
        expect(headers).to.include({
          'cache-control': 'private, no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
        });
        expect(answer.text).not.to.match(/<script|javascript:| on\w+=|style="/i);
      }
    }
  });
});
