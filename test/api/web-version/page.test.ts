// The page of a mail on the web (docs/reference/web-version.md#the-page).
import { expect } from 'chai';
import { sharedEmailPath } from '../../../api/resources/emails/share/output.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import type { RecipientWebVersion } from '../../../shared/resources/messaging/web-versions/link.ts';
import { useApp } from '../../support/api/app.ts';
import { contentsOf } from '../../support/api/contents.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createCampaign, createCampaignEmail } from '../../support/factories/campaign-factories.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { createEmail } from '../../support/factories/factories.ts';
import { type CampaignOwner, createCampaignOwner } from '../campaigns/owner.ts';

const ADDRESS = 'bo@customer.dev';
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('The page of a mail on the web', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));
  const get = (path: string) => app.bare().get(path);
  const pathOf = (target: RecipientWebVersion) => new URL(app.deps.webVersions.urlOf(target)).pathname;
  /** An email with these contents, and its page. */
  const sent = async (
    columns: Readonly<Record<string, unknown>> = {},
    emailColumns: Readonly<Record<string, unknown>> = {},
  ) => {
    const { accountId } = owner;
    const { id } = await createEmail(app.pool, accountId, { recipients: [{ address: ADDRESS }] });
    await set('email_contents', id, { html: '<p>Hello</p>', text: null, ...columns });
    await set('emails', id, { template_id: app.deps.ids.next(), ...emailColumns });
    const target = { accountId, emailId: id, contentId: null, address: ADDRESS };
    return { id, target, path: pathOf(target) };
  };
  const set = async (table: string, id: string, columns: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(columns).map((name, index) => `${name} = $${index + 2}`);
    await app.pool.query(`UPDATE ${table} SET ${names.join(', ')} WHERE id = $1`, [
      id,
      ...Object.values(columns),
    ]);
  };
  /** The mail of a campaign to a person, and its page. */
  const released = async (html: string, topicId: string | null = null) => {
    const { accountId } = owner;
    const campaign = await createCampaign(app.pool, accountId, {
      html,
      topicId,
      subject: 'To {{{FIRST_NAME|you}}}',
    });
    const { id } = await createCampaignEmail(app.pool, campaign, { recipients: [{ address: ADDRESS }] });
    await set('email_contents', id, {
      html: null,
      text: null,
      source_id: campaign.contentId,
      data: { first_name: 'Bo', properties: {} },
    });
    const target = { accountId, emailId: id, contentId: campaign.contentId, address: ADDRESS };
    return { campaign, id, target, path: pathOf(target) };
  };
  const remove = async (emailId: string) => {
    await app.pool.query('DELETE FROM email_contents WHERE id = $1', [emailId]);
    await app.pool.query('DELETE FROM email_recipients WHERE email_id = $1', [emailId]);
    await app.pool.query('DELETE FROM emails WHERE id = $1', [emailId]);
  };
  /** As an erasure leaves the mail of a person. */
  const erase = async (emailId: string) => {
    await set('email_contents', emailId, { html: null, text: null, source_id: null, data: null });
    await app.pool.query(
      `UPDATE email_recipients SET address = 'erased@erased.invalid' WHERE email_id = $1`,
      [emailId],
    );
  };
  const decided = async () => {
    const { rows } = await app.pool.query(
      `SELECT 'all' AS what FROM unsubscribes WHERE account_id = $1
       UNION ALL SELECT topic_id::text FROM topic_choices WHERE account_id = $1 AND subscription = 'opt_out'`,
      [owner.accountId],
    );
    return rows.map(({ what }) => what);
  };
  const unsubscribeBy = async (html: string) => {
    const [, link = expect.fail(html)] = /href="([^"]*\/unsubscribe\/[\w-]*)"/.exec(html) ?? [];
    return await app.bare().post(new URL(link).pathname);
  };

  it('Shows images that the mail has as attachments.', async () => {
    const { body } = await owner.api
      .post('/emails')
      .send({
        from: owner.from,
        to: ADDRESS,
        subject: 'Hi',
        html: '<img src="cid:logo">',
        attachments: [{ filename: 'logo.png', content: PNG, content_id: 'logo' }],
      })
      .expect(200);
    const target = { accountId: owner.accountId, emailId: body.id, contentId: null, address: ADDRESS };
    expect((await get(pathOf(target)).expect(200)).text).to.include(
      `<img src="data:image/png;base64,${PNG}">`,
    );
  });

  it('Shows a mail without html as its text, in which URLs are links.', async () => {
    const text = 'Hi <b>,\nsee https://acme.dev/?a=1&b="2". Leave: {{{UNSUBSCRIBE_URL}}}';
    const { path } = await sent({ html: null, text }, { subject: 'A </title><script>' });
    const page = (await get(path).expect(200)).text;
    expect(page)
      .to.include('<title>A &lt;/title&gt;&lt;script&gt;</title>')
      .and.include('<pre>Hi &lt;b&gt;,\nsee <a href="https://acme.dev/?a=1&amp;b=" ')
      .and.match(/"2"\. Leave: <a href="[^"]*\/unsubscribe\/[\w-]+" target="_blank" rel="noreferrer">/);
  });

  it('Answers a page of its own with 404 for a link that was changed, is of another kind or is cut off, and for any method but GET and HEAD.', async () => {
    const { path, target } = await sent();
    const { accountId, emailId } = target;
    const other = app.deps.preferences.urlsOf({ accountId, emailId, address: ADDRESS, topicId: null });
    const flipped = path.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'));
    const wrong = [
      flipped,
      path.slice(0, -2),
      `${path}/`,
      '/view',
      '/view/',
      '/view/%00',
      other.unsubscribe.replace(/.*\//, '/view/'),
    ];
    for (const each of wrong) {
      const { status, text } = await get(each);
      expect([status, text.includes('This link does not work')], each).to.deep.equal([404, true]);
    }
    for (const method of ['post', 'put', 'delete', 'patch', 'options'] as const)
      await app.bare()[method](path).expect(404).expect('content-type', /html/);
    await app.bare().head(path).expect(200);
  });

  it('Stores nothing when the page of a mail, a shared link or the page to unsubscribe is opened, by GET or HEAD.', async () => {
    const { id, path } = await sent();
    const target = { accountId: owner.accountId, emailId: id, address: ADDRESS, topicId: null };
    const shared = app.deps.links.sign(sharedEmailPath(id), new Date(app.clock.now().getTime() + DAY_MS));
    const before = await contentsOf(app);
    for (const page of [path, shared, ...Object.values(app.deps.preferences.urlsOf(target))]) {
      const { pathname, search } = new URL(page, 'http://localhost');
      for (const method of ['get', 'head'] as const)
        expect((await app.bare()[method](pathname + search)).status, pathname).to.equal(200);
    }
    expect(await contentsOf(app)).to.deep.equal(before);
  });

  it('Forbids frames, caches, search engines and referrers, and keeps the token out of the log.', async () => {
    const { path } = await sent({ html: '<!doctype html><html><body><p>Hello</p></body></html>' });
    const token = path.split('/').at(-1) ?? '';
    app.logLines.length = 0;
    const { headers, text } = await get(`${path}?images=1`).expect(200);
    expect(headers).to.include({
      'x-frame-options': 'DENY',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['content-security-policy'])
      .to.include("frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox")
      .and.include("default-src 'none'");
    expect(text).to.match(/^<!doctype html><meta charset="utf-8">.*<meta name="robots" content="noindex">/);
    const log = JSON.stringify(app.logLines);
    expect(log).to.include('/view/:token').and.not.include(token);
  });

  it('Shows only mail of the account that the link names, and never the content of mail of the service itself.', async () => {
    const { target } = await sent();
    const stranger: CampaignOwner = await createCampaignOwner(app);
    const notice = await sent({}, { source: 'notice' });
    for (const path of [
      pathOf({ ...target, accountId: stranger.accountId }),
      pathOf({ ...target, address: 'other@customer.dev' }),
      notice.path,
    ])
      await get(path).expect(410);
    const { target: released1 } = await released('<p>x</p>');
    await get(pathOf({ ...released1, accountId: stranger.accountId })).expect(410);
  });

  it('Shows mail of a campaign for no person in particular once its email is removed or the person was erased, and still unsubscribes the person.', async () => {
    const { id: topicId } = await createTopic(app.pool, owner.accountId);
    const html = '<p>Hi {{{FIRST_NAME|friend}}}{{ contact.last_name }}, {{{WEB_VERSION_URL}}}</p>';
    for (const forget of [remove, erase]) {
      const { id, path, target } = await released(html, topicId);
      expect((await get(path).expect(200)).text).to.include('<p>Hi Bo, http');
      await forget(id);
      const page = (await get(path).expect(200)).text;
      const [, link = ''] = /<p>Hi friend, (\S+)<\/p>/.exec(page) ?? [];
      expect(app.deps.webVersions.open(link.split('/').at(-1) ?? '')).to.deep.equal(target);
      expect(page).to.include('<title>To you</title>');
      await app.pool.query('DELETE FROM topic_choices');
      await unsubscribeBy(page);
      expect(await decided()).to.deep.equal([topicId]);
    }
  });

  it('Answers 410 with a page for other mail that is removed or whose person was erased, and for mail of a deleted campaign once it is removed.', async () => {
    for (const forget of [remove, erase]) {
      const { id, path } = await sent();
      await get(path).expect(200);
      await forget(id);
      expect((await get(path).expect(410)).text).to.include('This email is no longer available');
    }
    const { id, path, campaign } = await released('<p>Hi</p>');
    await set('campaigns', campaign.id, { status: 'sent' });
    await owner.api.delete(`/campaigns/${campaign.id}`).expect(200);
    await remove(id);
    await get(path).expect(410);
    await app.pool.query('DELETE FROM campaign_contents WHERE id = $1', [campaign.contentId]);
    await get(path).expect(410);
  });

  it('Shows mail of a deleted campaign as long as its email is kept.', async () => {
    const { path, campaign } = await released('<p>Hi {{{FIRST_NAME}}}</p>');
    await set('campaigns', campaign.id, { status: 'sent' });
    await owner.api.delete(`/campaigns/${campaign.id}`).expect(200);
    expect((await get(path).expect(200)).text).to.include('<p>Hi Bo</p>');
  });
});
