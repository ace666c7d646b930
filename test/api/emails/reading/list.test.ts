// GET /emails: items, filters and pages (docs/reference/emails.md#get-emails). The rules of cursors are the same for
// all lists (test/api/paging.ts).
import { expect } from 'chai';
import { OPERATIONS } from '../../../../shared/contract/operations.ts';
import { DAY_MS } from '../../../../shared/platform/time/durations.ts';
import { uuidV7LowerBound } from '../../../../shared/platform/time/ids.ts';
import type { RecipientKind } from '../../../../shared/resources/messaging/emails/email.ts';
import { createCaller, useAccount } from '../../../support/api/account.ts';
import { useApp } from '../../../support/api/app.ts';
import { createCampaign } from '../../../support/factories/campaign-factories.ts';
import {
  createApiKey,
  createDomain,
  createEmail,
  type EmailFields,
} from '../../../support/factories/factories.ts';
import { describePaging } from '../../paging.ts';
import { UNKNOWN_ID } from '../../specimen.ts';
import { createSender } from '../sender.ts';

describe('GET /emails', () => {
  const app = useApp();

  const account = useAccount(app);

  it('Answers an empty list object for an account without emails.', async () => {
    expect(await account.read('/emails')).to.deep.equal({ object: 'list', has_more: false, data: [] });
  });

  it('Lists emails with the fields of the record, without object, bodies, headers and events.', async () => {
    const { sent, read, domain } = await createSender(app);
    const asked = {
      to: ['Bo <bo@customer.dev>'],
      cc: ['cy@customer.dev'],
      bcc: ['di@customer.dev'],
      reply_to: ['help@customer.dev'],
      tags: [{ name: 'kind', value: 'welcome' }],
      preview_text: 'A first look',
    };
    const { id } = await sent({ ...asked, headers: { 'X-A': 'b' } });
    expect((await read('/emails')).data).to.deep.equal([
      {
        id,
        from: `ana@${domain.name}`,
        subject: 'Hello',
        ...asked,
        status: 'queued',
        last_event: 'queued',
        message_id: `<${id}@${domain.name}>`,
        topic_id: null,
        template_id: null,
        campaign_id: null,
        automation_id: null,
        run_id: null,
        contact_id: null,
        tracking: { opens: false, clicks: false },
        thread_id: id,
        source: 'api',
        scheduled_at: null,
        sent_at: null,
        created_at: app.clock.now().toISOString(),
      },
    ]);
  });

  describe('paging', () => {
    describe('Answers 20 objects per page, or as many as limit asks for, from 1 to 100.', () => {
      it('emails, with and without filters', async () => {
        for (let count = 0; count < 21; count += 1) await createEmail(app.pool, account.accountId);
        for (const query of ['', '?status=queued', '?q=hello']) {
          const { data, has_more } = await account.read(`/emails${query}`);
          expect([data.length, has_more], query).to.deep.equal([20, true]);
        }
      });
    });

    describePaging(app, OPERATIONS.listEmails.path, async () => {
      const { token, accountId } = await createApiKey(app.pool);
      return {
        token,
        createItem: async () => (await createEmail(app.pool, accountId)).id,
        deleteItem: (id) => app.pool.query('DELETE FROM emails WHERE id = $1', [id]),
        createForeignItem: async () =>
          (await createEmail(app.pool, (await createApiKey(app.pool)).accountId)).id,
      };
    });
  });

  describe('filters', () => {
    /** The query, an email that it finds, and an email that it does not find. */
    type Filter = [query: Record<string, string>, matching: EmailFields, other: EmailFields];
    const to = (...addresses: string[]) => ({ recipients: addresses.map((address) => ({ address })) });
    const of = (address: string, kind: RecipientKind) => ({ recipients: [{}, { address, kind }] });
    const tags = (name: string, value: string) => ({ tags: [{ name, value }] });

    const BY_STATE: Filter[] = [
      [{ status: 'delivered' }, { status: 'delivered' }, { status: 'sent' }],
      [{ folder: 'scheduled' }, { status: 'pending' }, { status: 'queued' }],
      [{ folder: 'sent' }, { status: 'queued' }, { status: 'pending' }],
      [{ source: 'batch' }, { source: 'batch' }, { source: 'api' }],
    ];
    const BY_ADDRESS: Filter[] = [
      [{ from: 'ANA@acme.dev' }, { from: 'ana@acme.dev' }, { from: 'bo@acme.dev' }],
      [{ from: 'A <ana@acme.dev>' }, { from: 'ana@acme.dev' }, { from: 'bo@acme.dev' }],
      [{ to: 'cy@customer.dev' }, of('cy@customer.dev', 'cc'), to('bo@customer.dev')],
      [{ to: 'di@customer.dev' }, of('di@customer.dev', 'bcc'), to('bo@customer.dev')],
      [{ to: 'BO@customer.dev' }, to('cy@customer.dev', 'Bo@customer.dev'), to('cy@customer.dev')],
      [{ to: 'Bo <bo@BÜCHER.dev>' }, to('bo@xn--bcher-kva.dev'), to('bo@bucher.dev')],
    ];
    const BY_TAG: Filter[] = [
      [{ tag: 'kind' }, tags('kind', 'welcome'), tags('welcome', 'kind')],
      [{ tag: 'kind:welcome' }, tags('kind', 'welcome'), tags('kind', 'goodbye')],
    ];
    const BY_TEXT: Filter[] = [
      [{ q: 'ELLO' }, { subject: 'Hello' }, { subject: 'Bye' }],
      [{ q: 'ana@ACME' }, { from: 'ana@acme.dev' }, { from: 'bo@acme.dev' }],
      [{ q: 'Bo@customer' }, to('cy@customer.dev', 'bo@customer.dev'), to('cy@customer.dev')],
      [{ q: '%' }, { subject: '100% off' }, { subject: '100 off' }],
      [{ q: '0_o' }, { subject: '0_o' }, { subject: '0xo' }],
      [{ q: '\\' }, { subject: 'a\\b' }, { subject: 'ab' }],
      [{ q: '\\%' }, { subject: 'a\\%b' }, { subject: 'a%b' }],
      [{ q: '"Pat"' }, to('"Pat" <p@x.dev>'), to('Pat <p@x.dev>')],
      [{ q: "o'b" }, { subject: "O'Brien" }, { subject: 'Brien' }],
    ];
    const COMBINED: Filter[] = [
      [
        { q: 'hello', status: 'failed', source: 'smtp' },
        { subject: 'Hello', status: 'failed', source: 'smtp' },
        { subject: 'Hello', status: 'failed', source: 'api' },
      ],
      [
        { to: 'bo@customer.dev', tag: 'kind', folder: 'sent' },
        { ...to('bo@customer.dev'), ...tags('kind', 'x') },
        { ...to('bo@customer.dev'), ...tags('other', 'x') },
      ],
    ];
    /** The filter finds its emails only, on one page and on pages in both directions. */
    const expectFound = async ([query, matching, other]: Filter) => {
      const { api, accountId } = await createCaller(app);
      await createEmail(app.pool, account.accountId, matching);
      const found: string[] = [];
      for (let count = 0; count < 4; count += 1) {
        found.unshift((await createEmail(app.pool, accountId, matching)).id);
        await createEmail(app.pool, accountId, other);
      }
      for (const [cursor, ids, hasMore] of [
        [{}, found, false],
        [{ limit: '2' }, found.slice(0, 2), true],
        [{ limit: '2', after: found[1] }, found.slice(2), false],
        [{ limit: '2', before: found[3] }, found.slice(1, 3), true],
        [{ limit: '2', before: found[1] }, found.slice(0, 1), false],
      ] as const) {
        const asked = { ...query, ...cursor };
        const { status, body } = await api.get('/emails').query(asked);
        expect(status, JSON.stringify(body)).to.equal(200);
        const page = [body.data.map(({ id }: { id: string }) => id), body.has_more];
        expect(page, JSON.stringify(asked)).to.deep.equal([ids, hasMore]);
      }
    };
    const expectAllFound = async (filters: readonly Filter[]) => {
      for (const filter of filters) await expectFound(filter);
    };

    it('Filters emails by status, folder and source.', () => expectAllFound(BY_STATE));
    it('Filters emails by the address of the sender or of a recipient, in upper or lower case.', () =>
      expectAllFound(BY_ADDRESS));
    it('Filters emails by the name of a tag, or by its name and value.', () => expectAllFound(BY_TAG));
    it('Searches the text in q literally in subject, from and to, in upper or lower case.', () =>
      expectAllFound(BY_TEXT));
    it('Lists only emails that match every filter of the request.', () => expectAllFound(COMBINED));

    const idsOf = async (query: Record<string, string>) => {
      const { status, body } = await account.api.get('/emails').query(query);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.data.map(({ id }: { id: string }) => id);
    };
    const change = (id: string, column: string, value: unknown) =>
      app.pool.query(`UPDATE emails SET ${column} = $2 WHERE id = $1`, [id, value]);

    it('Filters emails by several statuses, separated by commas.', async () => {
      const make = (status: EmailFields['status']) =>
        createEmail(app.pool, account.accountId, status && { status });
      const sent = await make('sent');
      const pending = await make('pending');
      const bounced = await make('bounced');
      expect(await idsOf({ status: 'bounced, sent' })).to.deep.equal([bounced.id, sent.id]);
      expect(await idsOf({ status: 'scheduled,pending,bounced' })).to.deep.equal([bounced.id, pending.id]);
      expect(await idsOf({ status: 'failed,canceled' })).to.deep.equal([]);
      expect(await idsOf({ status: 'sent,pending', folder: 'sent' })).to.deep.equal([sent.id]);
      expect(await idsOf({ status: 'sent,bounced', limit: '1', after: bounced.id })).to.deep.equal([sent.id]);
    });

    it('Filters emails from since on and before until, both ISO 8601 or English; until as a date includes that day.', async () => {
      const day = '2026-11-20T00:00:00.000Z';
      const next = '2026-11-21T00:00:00.000Z';
      const ids = ['2026-11-19T23:59:59.999Z', day, '2026-11-20T12:00:00.000Z', next].map((time) =>
        uuidV7LowerBound(new Date(time)),
      );
      for (const id of ids) await change((await createEmail(app.pool, account.accountId)).id, 'id', id);
      const [first, second, third, fourth] = ids;
      expect(await idsOf({ since: day })).to.deep.equal([fourth, third, second]);
      expect(await idsOf({ until: day })).to.deep.equal([first]);
      expect(await idsOf({ since: '2026-11-20', until: '2026-11-20' })).to.deep.equal([third, second]);
      expect(await idsOf({ since: day, until: day })).to.deep.equal([]);
      expect(await idsOf({ since: next, until: day })).to.deep.equal([]);
      expect(await idsOf({ until: '2 years ago' })).to.deep.equal([]);
      expect(await idsOf({ since: day, q: 'hello', limit: '1', after: fourth ?? '' })).to.deep.equal([third]);
    });

    it('Filters emails by domain, campaign and conversation, and takes broadcast_id for campaign_id.', async () => {
      const domain = await createDomain(app.pool, account.accountId);
      const campaign = await createCampaign(app.pool, account.accountId);
      const make = (fields: EmailFields = {}) => createEmail(app.pool, account.accountId, fields);
      const first = await make({ domainId: domain.id });
      const answer = await make();
      const news = await make({ source: 'campaign' });
      const other = await make({ source: 'campaign' });
      await change(answer.id, 'thread_id', first.id);
      await change(news.id, 'campaign_id', campaign.id);
      await change(other.id, 'campaign_id', (await createCampaign(app.pool, account.accountId)).id);
      expect(await idsOf({ domain_id: domain.id.toUpperCase() })).to.deep.equal([first.id]);
      expect(await idsOf({ thread_id: first.id })).to.deep.equal([answer.id, first.id]);
      const campaign_id = campaign.id;
      const broadcast_id = campaign.id.toUpperCase();
      for (const query of [{ campaign_id }, { broadcast_id }, { campaign_id, broadcast_id }])
        expect(await idsOf(query), JSON.stringify(query)).to.deep.equal([news.id]);
      // A campaign that was sent a year ago has no mail from today.
      const sentAt = new Date(Date.now() - 366 * DAY_MS);
      await app.pool.query('UPDATE campaigns SET sent_at = $2 WHERE id = $1', [campaign_id, sentAt]);
      expect(await idsOf({ campaign_id })).to.deep.equal([]);
      expect(await idsOf({ domain_id: domain.id, thread_id: first.id, q: 'hello' })).to.deep.equal([
        first.id,
      ]);
    });

    it('Finds no email for a domain, a campaign or a conversation that is unknown or of another account.', async () => {
      await createEmail(app.pool, account.accountId);
      const { accountId } = await createCaller(app);
      const { id: domainId } = await createDomain(app.pool, accountId);
      const mail = await createEmail(app.pool, accountId, { domainId, source: 'campaign' });
      const { id: campaignId } = await createCampaign(app.pool, accountId);
      await change(mail.id, 'campaign_id', campaignId);
      const foreign = { domain_id: domainId, campaign_id: campaignId, thread_id: mail.id };
      for (const [name, id] of Object.entries(foreign))
        for (const value of [id, UNKNOWN_ID]) expect(await idsOf({ [name]: value }), name).to.deep.equal([]);
    });

    it('Reads a space in the filters from and to as the plus that was meant, where it makes an address.', async () => {
      const recipients = [{ address: 'bo+news@customer.dev' }];
      const { id } = await createEmail(app.pool, account.accountId, {
        from: 'ana+x@acme.dev',
        recipients,
      });
      for (const query of ['to=bo+news@customer.dev', 'from=ana+x@acme.dev', 'from=Ana <ana%2Bx@acme.dev>']) {
        const { data } = await account.read(`/emails?${query}`);
        expect(data, query).to.have.length(1).and.to.have.nested.property('0.id', id);
      }
    });

    it('Finds no email for a from or to that is not an address.', async () => {
      await createEmail(app.pool, account.accountId);
      for (const query of ['to=customer.dev', 'from=acme.dev', 'to=%25'])
        expect((await account.read(`/emails?${query}`)).data, query).to.deep.equal([]);
    });
  });
});
