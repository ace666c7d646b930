// The inbox API: how a test, or the page, finds a message and reads it.
import { expect } from 'chai';
import { type SummaryJson, useInbox } from './support/use-inbox.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const UNKNOWN_ID = '01a1f7f9-451c-7000-8000-03106295cd4c';

describe('The local inbox, listing messages', () => {
  const inbox = useInbox();
  const subjects = (messages: SummaryJson[]) => messages.map(({ subject }) => subject);

  it('lists the newest first', async () => {
    for (const subject of ['first', 'second', 'third']) await inbox.send({ subject });
    expect(subjects(await inbox.list())).to.deep.equal(['third', 'second', 'first']);
  });

  it('lists summaries only', async () => {
    await inbox.send({
      subject: 'A summary',
      text: 'the body',
      attachments: [{ filename: 'a', content: 'b' }],
    });
    const [summary] = await inbox.list();
    expect(summary).to.have.all.keys(
      'object',
      'id',
      'envelope',
      'from',
      'to',
      'subject',
      'size',
      'attachment_count',
      'received_at',
    );
    expect(summary).to.include({ object: 'inbox_message', attachment_count: 1 });
    expect(summary?.received_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('lists everything when no limit is given', async () => {
    for (let number = 0; number < 30; number += 1) await inbox.send({ subject: `number ${number}` });
    const answer = await inbox.http().get('/inbox/messages').expect(200);
    expect(answer.body).to.include({ object: 'list', has_more: false });
    expect(answer.body.data).to.have.lengthOf(30);
  });

  it('pages with limit and after, also when the message at the cursor is gone', async () => {
    for (const subject of ['1', '2', '3', '4', '5']) await inbox.send({ subject });
    const first = await inbox.http().get('/inbox/messages?limit=2').expect(200);
    expect(subjects(first.body.data)).to.deep.equal(['5', '4']);
    expect(first.body.has_more).to.equal(true);
    const cursor = first.body.data[1].id;
    await inbox.http().delete(`/inbox/messages/${cursor}`).expect(200);
    const rest = await inbox.http().get('/inbox/messages').query({ limit: 3, after: cursor }).expect(200);
    expect(subjects(rest.body.data)).to.deep.equal(['3', '2', '1']);
    expect(rest.body.has_more).to.equal(false);
  });

  it('finds by a recipient of the envelope', async () => {
    await inbox.send({
      envelope: { from: 'a@posthorn.dev', to: 'Hidden@acme.io' },
      to: 'seen@acme.io',
      subject: 'x',
    });
    await inbox.send({ subject: 'another' });
    expect(subjects(await inbox.list({ to: 'hidden@ACME.io' }))).to.deep.equal(['x']);
  });

  it('finds by a recipient of the To header', async () => {
    await inbox.send({
      envelope: { from: 'a@posthorn.dev', to: 'b@acme.io' },
      to: 'Seen@acme.io',
      subject: 'x',
    });
    await inbox.send({ subject: 'another' });
    expect(subjects(await inbox.list({ to: 'seen@acme.io' }))).to.deep.equal(['x']);
  });

  it('finds an international recipient by the punycode of its domain', async () => {
    await inbox.send({ to: 'zoe@büro.dev', subject: 'x' });
    await inbox.send({ subject: 'another' });
    expect(subjects(await inbox.list({ to: 'zoe@xn--bro-hoa.dev' }))).to.deep.equal(['x']);
  });

  it('finds by a part of the subject, in any case', async () => {
    await inbox.send({ subject: 'Ihre GRÜSSE aus Köln' });
    await inbox.send({ subject: 'another', text: 'grüsse' });
    expect(subjects(await inbox.list({ subject: 'grüsse AUS' }))).to.deep.equal(['Ihre GRÜSSE aus Köln']);
  });

  it('searches the subject', async () => {
    await inbox.send({ subject: 'The winter sale' });
    await inbox.send({ subject: 'another' });
    expect(subjects(await inbox.list({ q: 'winter' }))).to.deep.equal(['The winter sale']);
  });

  it('searches addresses, those of the envelope included', async () => {
    await inbox.send({ subject: 'by sender', from: 'Ada Lovelace <ada@posthorn.dev>' });
    await inbox.send({ subject: 'by envelope', envelope: { from: 'x@posthorn.dev', to: 'ada@acme.io' } });
    await inbox.send({ subject: 'another' });
    expect(subjects(await inbox.list({ q: 'ada@' }))).to.deep.equal(['by envelope', 'by sender']);
    expect(subjects(await inbox.list({ q: 'lovelace' }))).to.deep.equal(['by sender']);
  });

  it('searches the text', async () => {
    await inbox.send({ subject: 'found', text: 'Your code is 4711.' });
    await inbox.send({ subject: 'another', text: 'Your code is 1234.' });
    expect(subjects(await inbox.list({ q: '4711' }))).to.deep.equal(['found']);
  });

  it('searches what the eye sees of the HTML, entities decoded and tags left out', async () => {
    await inbox.send({ subject: 'found', html: '<p class="secret">Gr&uuml;&szlig;e, <b>Zo</b>&euml;</p>' });
    await inbox.send({ subject: 'another', html: '<p>Hello</p>' });
    expect(subjects(await inbox.list({ q: 'grüße, zoë' }))).to.deep.equal(['found']);
    expect(await inbox.list({ q: 'secret' })).to.deep.equal([]);
  });

  it('searches for all words, in any order and place', async () => {
    await inbox.send({ subject: 'The winter sale', text: 'half price' });
    await inbox.send({ subject: 'The winter', text: 'cold' });
    expect(subjects(await inbox.list({ q: 'price winter' }))).to.deep.equal(['The winter sale']);
  });

  it('joins filters with and', async () => {
    await inbox.send({ subject: 'sale', to: 'one@acme.io' });
    await inbox.send({ subject: 'sale', to: 'two@acme.io' });
    await inbox.send({ subject: 'other', to: 'two@acme.io' });
    expect(await inbox.list({ subject: 'sale', to: 'two@' })).to.have.lengthOf(1);
  });

  it('takes an empty filter for none', async () => {
    await inbox.send({ subject: 'x' });
    expect(await inbox.list({ to: '', subject: '', q: '' })).to.have.lengthOf(1);
  });

  for (const query of [
    'limit=0',
    'limit=101',
    'limit=x',
    'after=x',
    'to=a&to=b',
    `after=${'0'.repeat(36)}`,
  ]) {
    it(`refuses ?${query.slice(0, 20)} with validation_error 422`, async () => {
      const answer = await inbox.http().get(`/inbox/messages?${query}`).expect(422);
      expect(answer.body).to.include({ statusCode: 422, name: 'validation_error' });
    });
  }
});

describe('The local inbox, reading a message', () => {
  const inbox = useInbox();
  const readPart = async (part: string) => {
    const { id } = await inbox.newest();
    return inbox.http().get(`/inbox/messages/${id}/${part}`);
  };

  it('answers the parsed message', async () => {
    await inbox.send({
      from: 'Shop <shop@posthorn.dev>',
      to: ['Zoë <zoe@acme.io>', 'bob@acme.io'],
      cc: 'boss@acme.io',
      replyTo: 'help@posthorn.dev',
      subject: 'Grüße aus 東京',
      date: new Date('2026-02-03T04:05:06Z'),
      headers: { 'X-Campaign': 'winter' },
      text: 'plain',
      html: '<p>rich <img src="cid:logo"></p>',
      attachments: [
        { filename: 'logo.png', content: PNG, cid: 'logo' },
        { filename: 'テスト.csv', content: 'a,b' },
      ],
    });
    const message = await inbox.newest();
    expect(message).to.deep.include({
      from: 'Shop <shop@posthorn.dev>',
      to: ['Zoë <zoe@acme.io>', 'bob@acme.io'],
      cc: ['boss@acme.io'],
      reply_to: ['help@posthorn.dev'],
      subject: 'Grüße aus 東京',
      date: '2026-02-03T04:05:06.000Z',
      text: 'plain',
      html: '<p>rich <img src="cid:logo"></p>',
      blocked_remote_content: false,
      parse_error: null,
    });
    expect(message.headers).to.deep.include({ name: 'X-Campaign', value: 'winter' });
    expect(message.attachments).to.deep.equal([
      {
        id: '1',
        filename: 'logo.png',
        size: PNG.length,
        content_type: 'image/png',
        content_id: 'logo',
        disposition: 'inline',
      },
      {
        id: '2',
        filename: 'テスト.csv',
        size: 3,
        content_type: 'text/csv',
        content_id: null,
        disposition: 'attachment',
      },
    ]);
  });

  it('answers null for what a message does not have', async () => {
    await inbox.sendRaw('X-Empty: yes\r\n\r\n');
    expect(await inbox.newest()).to.deep.include({
      from: null,
      to: [],
      subject: null,
      html: null,
      text: null,
    });
  });

  it('makes no text part for a message that has only HTML', async () => {
    await inbox.send({ html: '<p>rich</p>' });
    expect((await inbox.newest()).text).to.equal(null);
  });

  it('gives the members of an address group', async () => {
    await inbox.sendRaw('To: Team: Ada <ada@acme.io>, bob@acme.io;\r\n\r\nx');
    expect((await inbox.newest()).to).to.deep.equal(['Ada <ada@acme.io>', 'bob@acme.io']);
  });

  it('puts the images that a message carries into its document', async () => {
    await inbox.send({
      html: '<img src="cid:logo">',
      attachments: [{ filename: 'l.png', content: PNG, cid: 'logo' }],
    });
    const document = await readPart('html');
    expect(document.headers['content-type']).to.equal('text/html; charset=utf-8');
    expect(document.text).to.include(`<img src="data:image/png;base64,${PNG.toString('base64')}">`);
  });

  it('keeps the doctype of a document in front, so that it renders as in a mail program', async () => {
    await inbox.send({ html: '<!doctype html><title>x</title>' });
    expect((await readPart('html')).text).to.match(/^<!doctype html><base target="_blank"><title>/);
  });

  it('tells when it blocked remote content', async () => {
    await inbox.send({ html: '<img src="https://tracker.posthorn.dev/p.gif">' });
    expect((await inbox.newest()).blocked_remote_content).to.equal(true);
  });

  it('does not take a link to elsewhere for remote content', async () => {
    await inbox.send({ html: '<a href="https://posthorn.dev/">read on</a>' });
    expect((await inbox.newest()).blocked_remote_content).to.equal(false);
  });

  it('answers not_found 404 to the document of a message without HTML', async () => {
    await inbox.send({ text: 'plain' });
    expect((await readPart('html')).body).to.include({ statusCode: 404, name: 'not_found' });
  });

  it('answers an attachment as a download that no browser guesses about', async () => {
    await inbox.send({ attachments: [{ filename: 'テスト.csv', content: 'a,b\n' }] });
    const file = await readPart('attachments/1');
    expect(file.text).to.equal('a,b\n');
    expect(file.headers).to.include({ 'content-type': 'text/csv', 'x-content-type-options': 'nosniff' });
    expect(file.headers['content-disposition']).to.match(/^attachment; .*filename\*=UTF-8''%E3%83%86/);
  });

  for (const attachment of ['0', '2', 'x', '__proto__', '%00']) {
    it(`answers not_found 404 to the attachment ${attachment} of a message with one`, async () => {
      await inbox.send({ attachments: [{ filename: 'a', content: 'b' }] });
      const answer = await readPart(`attachments/${attachment}`);
      expect(answer.body).to.include({ statusCode: 404, name: 'not_found' });
    });
  }

  for (const path of ['', '/raw', '/html', '/attachments/1']) {
    it(`answers not_found 404 to an unknown message${path}`, async () => {
      for (const id of [UNKNOWN_ID, 'x', '%00', '%E0%A4%A']) {
        const answer = await inbox.http().get(`/inbox/messages/${id}${path}`).expect(404);
        expect(answer.body).to.include({ statusCode: 404, name: 'not_found' });
      }
    });
  }
});

describe('The local inbox, deleting messages', () => {
  const inbox = useInbox();

  it('deletes one message', async () => {
    await inbox.send({ subject: 'stays' });
    await inbox.send({ subject: 'goes' });
    const [{ id }] = (await inbox.list()) as [SummaryJson];
    const answer = await inbox.http().delete(`/inbox/messages/${id}`).expect(200);
    expect(answer.body).to.deep.equal({ object: 'inbox_message', id, deleted: true });
    expect((await inbox.list()).map(({ subject }) => subject)).to.deep.equal(['stays']);
  });

  it('deletes all messages', async () => {
    await inbox.send({ subject: 'one' });
    await inbox.send({ subject: 'two' });
    const answer = await inbox.http().delete('/inbox/messages').expect(200);
    expect(answer.body).to.deep.equal({ object: 'inbox', deleted: true, count: 2 });
    expect(await inbox.list()).to.deep.equal([]);
  });

  it('answers not_found 404 when the message to delete is not there', async () => {
    const answer = await inbox.http().delete(`/inbox/messages/${UNKNOWN_ID}`).expect(404);
    expect(answer.body).to.include({ statusCode: 404, name: 'not_found' });
  });
});
