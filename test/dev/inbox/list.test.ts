// Listing and searching messages of the local inbox, as tests and the page do.
import { expect } from 'chai';
import { type SummaryJson, useInbox } from './support/use-inbox.ts';

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

  it('pages with limit and after, also when the message at the cursor was deleted', async () => {
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

  it('searches the visible text of the HTML, with entities decoded and without tags', async () => {
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

  it('combines filters with and', async () => {
    await inbox.send({ subject: 'sale', to: 'one@acme.io' });
    await inbox.send({ subject: 'sale', to: 'two@acme.io' });
    await inbox.send({ subject: 'other', to: 'two@acme.io' });
    expect(await inbox.list({ subject: 'sale', to: 'two@' })).to.have.lengthOf(1);
  });

  it('ignores an empty filter', async () => {
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
