// GET /emails/receiving (docs/reference/receiving.md#get-emailsreceiving).
import { expect } from 'chai';
import { uuidV7LowerBound } from '../../../shared/platform/time/ids.ts';
import { createCaller, useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAccount, createApiKey } from '../../support/factories/factories.ts';
import { createReceived } from '../../support/factories/received-factories.ts';
import { describePaging } from '../paging.ts';
import { UNKNOWN_ID } from '../specimen.ts';

describe('GET /emails/receiving', () => {
  const app = useApp();
  const account = useAccount(app);
  const subjects = async (query = '') =>
    (await account.read(`/emails/receiving${query}`)).data.map(({ subject }: { subject: string }) => subject);

  it('Lists received emails with the addresses that they came for, who is proven and their files.', async () => {
    const { accountId } = account;
    const made = await createReceived(app.pool, accountId, {
      receivedFor: ['help@acme.dev', 'sales@acme.dev'],
      receivedAt: new Date('2026-11-20T10:00:00.123Z'),
      contents: { cc: ['Cy <cy@customer.dev>'], inReplyTo: '<1@acme.dev>', subject: null },
      files: [{ filename: 'a.pdf', contentType: 'application/pdf', bytes: 'pdf' }],
    });
    const { data, ...list } = await account.read('/emails/receiving');
    expect(list).to.deep.equal({ object: 'list', has_more: false });
    expect(data).to.deep.equal([
      {
        id: made.id,
        from: 'Bo <bo@customer.dev>',
        to: ['help@acme.dev'],
        cc: ['Cy <cy@customer.dev>'],
        bcc: [],
        reply_to: [],
        received_for: ['help@acme.dev', 'sales@acme.dev'],
        subject: null,
        message_id: `<${made.id}@customer.dev>`,
        in_reply_to: '<1@acme.dev>',
        thread_id: made.id,
        authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass', arc: 'none' },
        parse_error: null,
        charset_guessed: false,
        attachments: [
          {
            id: made.attachmentIds[0],
            filename: 'a.pdf',
            charset_guessed: false,
            size: 3,
            content_type: 'application/pdf',
            content_disposition: 'attachment',
            content_id: null,
            content_description: null,
          },
        ],
        created_at: '2026-11-20T10:00:00.123Z',
      },
    ]);
  });

  it('Lists what could not be parsed with its parse_error, and nothing that is not parsed yet.', async () => {
    const unread = {
      messageId: null,
      from: [],
      fromAddress: null,
      to: [],
      subject: null,
      html: null,
      text: null,
    };
    await createReceived(app.pool, account.accountId, {
      contents: { ...unread, headers: [], parseError: 'The message has too many parts.' },
    });
    await createReceived(app.pool, account.accountId, { isParsed: false });
    const { data } = await account.read('/emails/receiving');
    expect(data).to.have.length(1);
    expect(data[0]).to.include({
      from: null,
      message_id: null,
      parse_error: 'The message has too many parts.',
    });
  });

  it('Lists only emails that were received for the address in to, in any case and with or without a name.', async () => {
    const receive = (subject: string, ...receivedFor: string[]) =>
      createReceived(app.pool, account.accountId, { receivedFor, contents: { subject } });
    await receive('help', 'Help@acme.dev');
    await receive('sales', 'sales+eu@acme.dev');
    await receive('both', 'help@acme.dev', 'sales+eu@acme.dev');
    expect(await subjects('?to=help@acme.dev')).to.deep.equal(['both', 'help']);
    expect(await subjects('?limit=10&to=Acme <HELP@acme.dev>')).to.deep.equal(['both', 'help']);
    expect(await subjects('?to=sales+eu@acme.dev')).to.deep.equal(['both', 'sales']);
    expect(await subjects('?to=sales%2Beu@acme.dev&limit=1')).to.deep.equal(['both']);
    expect(await subjects('?to=acme.dev')).to.deep.equal([]);
    // The second as it was stored before addresses had one spelling.
    await receive('new', '"a..b"@acme.dev');
    await receive('old', 'a..b@acme.dev');
    expect(await subjects('?to=a..b@acme.dev')).to.deep.equal(['old', 'new']);
  });

  it('Lists only emails from the sender in from, in any case and with or without a name.', async () => {
    for (const fromAddress of ['bo@customer.dev', 'Cy@Customer.dev', null])
      await createReceived(app.pool, account.accountId, { contents: { fromAddress, subject: fromAddress } });
    expect(await subjects('?from=cy@customer.dev')).to.deep.equal(['Cy@Customer.dev']);
    expect(await subjects('?from=Bo <BO@customer.dev>&limit=5')).to.deep.equal(['bo@customer.dev']);
    expect(await subjects('?from=customer.dev')).to.deep.equal([]);
    const from = [{ name: ' Müller; "Jan"', address: 'jan@customer.dev' }];
    await createReceived(app.pool, account.accountId, {
      contents: { from, fromAddress: 'jan@customer.dev', subject: 'quoted' },
    });
    const [listed] = (await account.read('/emails/receiving?limit=1')).data;
    expect(listed.from).to.equal('"Müller; \\"Jan\\"" <jan@customer.dev>');
    // The second as it was written before names were quoted.
    for (const text of [listed.from, 'Müller; "Jan" <jan@customer.dev>'])
      expect(await subjects(`?from=${encodeURIComponent(text)}`), text).to.deep.equal(['quoted']);
  });

  it('Lists only emails with the text of q in the subject, in From or in To.', async () => {
    const receive = (subject: string, name: string, to: string[]) =>
      createReceived(app.pool, account.accountId, {
        contents: { subject, from: [{ name, address: 'bo@customer.dev' }], to },
      });
    await receive('Invoice 100%', 'Bo', ['help@acme.dev']);
    await receive('Hello', 'Invoices', ['help@acme.dev']);
    await receive('Hi', 'Bo', ['Acme <help@acme.dev>', 'invoice@acme.dev']);
    await receive('Other', 'Bo', ['help@acme.dev']);
    for (const limit of ['', '&limit=100'])
      expect(await subjects(`?q=INVOICE${limit}`), limit).to.deep.equal(['Hi', 'Hello', 'Invoice 100%']);
    expect(await subjects('?q=0%25')).to.deep.equal(['Invoice 100%']);
    expect(await subjects('?q=%25%25')).to.deep.equal([]);
    expect(await subjects('?q=invoice&from=bo@customer.dev&to=help@acme.dev')).to.have.length(3);
  });

  it('Lists only emails of the conversation in thread_id, wherever they are in the list.', async () => {
    const first = await createReceived(app.pool, account.accountId);
    await createReceived(app.pool, account.accountId);
    const answer = await createReceived(app.pool, account.accountId, {
      contents: { subject: 'Re: Hello', references: [`<${first.id}@customer.dev>`] },
    });
    await app.pool.query('UPDATE received_emails SET thread_id = $2 WHERE id = $1', [answer.id, first.id]);
    const foreign = await createReceived(app.pool, (await createAccount(app.pool)).id);
    for (const more of ['', '&limit=10', `&limit=10&q=e&since=1 hour ago`]) {
      expect(await subjects(`?thread_id=${first.id}${more}`), more).to.deep.equal(['Re: Hello', 'Hello']);
      expect(await subjects(`?thread_id=${first.id.toUpperCase()}${more}`)).to.have.length(2);
      for (const none of [foreign.id, UNKNOWN_ID])
        expect(await subjects(`?thread_id=${none}${more}`)).to.deep.equal([]);
    }
    expect(await subjects(`?thread_id=${first.id}&after=${answer.id}`)).to.deep.equal(['Hello']);
    expect(await subjects(`?thread_id=${first.id}&before=${first.id}`)).to.deep.equal(['Re: Hello']);
  });

  it('Lists only emails received from since on and before until, both ISO 8601 or English; until as a date includes that day.', async () => {
    const idOf = (time = '') => uuidV7LowerBound(new Date(time)).replace(/0$/, '1');
    const times = ['2026-11-19T23:59:59.999Z', '2026-11-20T00:00:00.000Z', '2026-11-20T12:00:00.000Z'];
    for (const subject of times) {
      const { id } = await createReceived(app.pool, account.accountId, { contents: { subject } });
      await app.pool.query('UPDATE received_emails SET id = $2 WHERE id = $1', [id, idOf(subject)]);
    }
    const [first, second, third] = times;
    for (const more of ['', '&limit=10', '&q=2026', '&limit=10&q=2026']) {
      const found = (query: string) => subjects(`?${query}${more}`);
      expect(await found('since=2026-11-20'), more).to.deep.equal([third, second]);
      expect(await found('until=2026-11-20T00:00:00Z')).to.deep.equal([first]);
      expect(await found('until=2026-11-20')).to.deep.equal([third, second, first]);
      expect(await found('since=2026-11-20&until=2026-11-20T12:00:00Z')).to.deep.equal([second]);
      expect(await found('until=20 years ago')).to.deep.equal([]);
      expect(await found('since=2026-11-21&until=2026-11-19')).to.deep.equal([]);
      expect(await found(`until=2026-11-20&after=${idOf(third)}`)).to.deep.equal([second, first]);
      expect(await found(`since=2026-11-19&before=${idOf(second)}`)).to.deep.equal([third]);
    }
  });

  it('Lists only received emails of the account, and answers an empty list without any.', async () => {
    await createReceived(app.pool, (await createAccount(app.pool)).id);
    expect(await account.read('/emails/receiving')).to.deep.equal({
      object: 'list',
      has_more: false,
      data: [],
    });
    expect(await account.read('/emails/receiving?limit=1')).to.deep.equal({
      object: 'list',
      has_more: false,
      data: [],
    });
  });

  it('Rejects a filter that is empty or too long with validation_error 422.', async () => {
    const times = ['since=soon', 'until=', 'since=2026-02-30'];
    const texts = ['to=', 'from=', 'q=', `q=${'x'.repeat(201)}`, `to=${'x'.repeat(321)}`];
    for (const query of [...texts, ...times, 'thread_id=', 'thread_id=x'])
      expectError(await account.api.get(`/emails/receiving?${query}`), 422, 'validation_error');
  });

  it('Rejects a key with sending access with restricted_api_key 401.', async () => {
    const { token } = await createApiKey(app.pool, {
      accountId: account.accountId,
      permission: 'sending_access',
    });
    expectError(await app.as(token).get('/emails/receiving'), 401, 'restricted_api_key');
  });

  const createItem = (accountId: string) => createReceived(app.pool, accountId, { domainId: null });
  const createRows = async () => {
    const { accountId, token, api } = await createCaller(app);
    return {
      token,
      createItem: async () => (await createItem(accountId)).id,
      deleteItem: (id: string) => api.delete(`/emails/receiving/${id}`).expect(200),
      createForeignItem: async () => (await createItem((await createAccount(app.pool)).id)).id,
    };
  };
  describePaging(app, '/emails/receiving', createRows, undefined, { limit: '20' });
});
