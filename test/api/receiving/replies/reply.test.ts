// POST /emails/receiving/:id/reply (docs/reference/receiving-answers.md#post-emailsreceivingidreply).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { createDomain } from '../../../support/factories/factories.ts';
import type { ReceivedFields } from '../../../support/factories/received-factories.ts';
import type { Fields } from '../../specimen.ts';
import { useAnswering } from './answering.ts';

describe('POST /emails/receiving/:id/reply', () => {
  const app = useApp();
  const account = useAnswering(app);
  const asked = (id: string, body: Fields = {}) =>
    ({ verb: 'reply', id, body: { text: 'Thank you', ...body } }) as const;
  const reply = async (message: ReceivedFields['contents'] = {}, body: Fields = {}) =>
    await account.answered(asked(await account.receive({ contents: message }), body));

  it('Sends a reply to the addresses in Reply-To of the received email, else to the one in From.', async () => {
    const email = await reply(
      {},
      { html: '<p>Thanks</p>', cc: 'Cy <cy@customer.dev>', bcc: ['di@customer.dev'] },
    );
    expect(email).to.deep.include({
      from: account.at('help'),
      to: ['Bo <bo@customer.dev>'],
      reply_to: null,
      source: 'reply',
      cc: ['Cy <cy@customer.dev>'],
      bcc: ['di@customer.dev'],
      subject: 'Re: Hello',
      html: '<p>Thanks</p>',
      text: 'Thank you',
    });
    const replyTo = ['list@customer.dev', 'Eve, of Sales <eve@customer.dev>', 'no address'];
    expect((await reply({ replyTo })).to).to.deep.equal([
      'list@customer.dev',
      '"Eve, of Sales" <eve@customer.dev>',
    ]);
  });

  it('Sends a reply to addresses that providers gave out against the rules: with dots in a row, and at hosts with an underscore.', async () => {
    const from = [{ name: 'Bo, B', address: 'b..o.@my_host.dev' }];
    const { to, recipients } = await reply({ from, fromAddress: null });
    expect(to).to.deep.equal(['"Bo, B" <b..o.@my_host.dev>']);
    expect(recipients[0].address).to.equal('"b..o."@my_host.dev');
  });

  it('Rejects a reply to an email that names no address to reply to with validation_error 422.', async () => {
    for (const from of [[], [{ name: 'Bo', address: 'undisclosed' }]]) {
      const id = await account.receive({ contents: { from, fromAddress: null, replyTo: ['nobody'] } });
      expect(await account.answerRefused(asked(id))).to.include('no address');
    }
  });

  it('Begins the subject of a reply with Re:, unless the subject does so already.', async () => {
    const replied: [string | null, string][] = [
      ['Hello', 'Re: Hello'],
      ['RE: Hello', 'RE: Hello'],
      ['Re[2]: Hello', 'Re[2]: Hello'],
      ['Report', 'Re: Report'],
      [null, 'Re: (no subject)'],
      ['x'.repeat(998), `Re: ${'x'.repeat(994)}`],
    ];
    for (const [subject, expected] of replied) expect((await reply({ subject })).subject).to.equal(expected);
  });

  it('Names the received email in In-Reply-To, and in References after those that it refers to, of which it keeps the first and the newest.', async () => {
    const headersOf = async (message: ReceivedFields['contents'], references?: string) => {
      const headers = references === undefined ? [] : [{ name: 'references', value: references }];
      return (await reply({ ...message, headers })).headers;
    };
    const messageId = '<last@customer.dev>';
    const hops = { 'X-Posthorn-Hops': '1', 'In-Reply-To': messageId };
    expect(await headersOf({ messageId })).to.deep.equal({ ...hops, References: messageId });
    expect(await headersOf({ messageId, inReplyTo: '<a@customer.dev>' })).to.deep.equal({
      ...hops,
      References: `<a@customer.dev> ${messageId}`,
    });
    const many = Array.from({ length: 30 }, (_, index) => `<${index}@customer.dev>`);
    expect(await headersOf({ messageId }, `${many.join('\r\n\t')} <grüße@customer.dev> (x)`)).to.deep.equal({
      ...hops,
      References: [many[0], ...many.slice(-18), messageId].join(' '),
    });
    expect(await headersOf({ messageId: null })).to.deep.equal({ 'X-Posthorn-Hops': '1' });
    expect(await headersOf({ messageId: `<${'x'.repeat(901)}>` })).to.deep.equal({ 'X-Posthorn-Hops': '1' });
  });

  it('Puts a reply into the conversation of the received email, as thread_id says, and a later answer of its recipient too.', async () => {
    const id = await account.receive();
    const first = await account.answered(asked(id));
    expect(first.thread_id).to.equal(id);
    const answer = await account.receive({ contents: { inReplyTo: first.message_id } });
    expect((await account.answered(asked(answer))).thread_id).to.equal(id);
    const sent = await account.sent();
    const toSent = await account.receive({ contents: { references: [sent.message_id] } });
    expect((await account.answered(asked(toSent))).thread_id).to.equal(sent.id);
  });

  it('Adds the other recipients of the received email to cc when reply_all is true, without the addresses of the account.', async () => {
    const sending = await createDomain(app.pool, account.accountId);
    const boss = `boss@${sending.name}`;
    await app.pool.query("UPDATE domains SET name = 'sending.dev' WHERE id = $1", [sending.id]);
    const at = account.at;
    const message = {
      to: [at('help').toUpperCase(), `Sales <${at('sales')}>`, 'cy@customer.dev', 'BO@customer.dev'],
      cc: ['Di <di@customer.dev>', 'cy@customer.dev', boss.replace(sending.name, 'sending.dev'), 'odd'],
    };
    expect((await reply(message)).cc).to.equal(null);
    const all = await reply(message, { reply_all: true, cc: ['eve@customer.dev', 'di@customer.dev'] });
    expect(all.to).to.deep.equal(['Bo <bo@customer.dev>']);
    expect(all.cc).to.deep.equal([
      'eve@customer.dev',
      'di@customer.dev',
      'cy@customer.dev',
      'boss@sending.dev',
    ]);
  });

  it('Rejects a reply that would have more than 50 addresses in to or in cc with validation_error 422.', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `c${index}@customer.dev`);
    const full = await account.receive({ contents: { replyTo: many(50), cc: many(100).slice(50) } });
    expect((await account.answered(asked(full, { reply_all: true }))).cc).to.have.length(50);
    const over = await account.receive({ contents: { cc: many(50) } });
    await account.answerRefused(asked(over, { reply_all: true, cc: 'eve@customer.dev' }));
    await account.answerRefused(asked(await account.receive({ contents: { replyTo: many(51) } })));
  });

  it('Sends files with a reply as POST /emails does.', async () => {
    const bytes = Buffer.alloc(2 * 1024 * 1024, 'content ');
    const attachments = [
      { filename: 'a.bin', content: bytes.toString('base64') },
      { path: 'https://files.customer.dev/b.pdf' },
    ];
    const { id } = await reply({}, { attachments });
    const { data } = await account.read(`/emails/${id}/attachments`);
    expect(data.map(({ filename, size }: Fields) => [filename, size])).to.deep.equal([
      ['a.bin', bytes.length],
      ['attachment-1', null],
    ]);
    const refused = asked(await account.receive(), { attachments, from: 'ana@foreign.dev' });
    await account.answerRefused(refused);
  });
});
