// Who can open the mail of a campaign on the web (docs/reference/web-version.md#campaigns).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { createCampaignOwner } from '../campaigns/owner.ts';

const LINK = '<a href="{{{WEB_VERSION_URL}}}">web</a>';

describe('The version of a campaign on the web', () => {
  const app = useApp();
  const owner = useEach(() => createCampaignOwner(app));
  const get = (url: unknown) => app.bare().get(new URL(String(url)).pathname);
  /** As its dispatch begins it. */
  const begin = (id: string) =>
    owner.put(id, {
      status: 'sending',
      dispatch_id: app.deps.ids.next(),
      taken_at: app.clock.now(),
      total: 1,
    });
  const FAULT = '`WEB_VERSION_URL` has no page to link to: `web_version` is off.';
  const refused = async (
    answer: ReturnType<typeof owner.create>,
    what: string,
    message = `\`html\`, line 1, column 10: ${FAULT}`,
  ) => {
    const { body } = await answer.expect(422);
    expect([body.name, body.message], what).to.deep.equal(['validation_error', message]);
  };

  it('Takes `web_version` of a campaign when it is created and in every state later, and answers link when none is given.', async () => {
    for (const given of [{}, { web_version: null }, { web_version: 'link' }])
      expect(await owner.made(given)).to.include({ web_version: 'link', public_url: null });
    const { id } = await owner.made({ web_version: 'off', html: '<p>x</p>' });
    const states = [
      'draft',
      'scheduled',
      'queued',
      'testing',
      'sending',
      'paused',
      'sent',
      'canceled',
      'failed',
    ];
    for (const [index, status] of states.entries()) {
      await owner.put(id, {
        status,
        scheduled_at: status === 'scheduled' ? new Date(Date.now() + 1e9) : null,
      });
      const web_version = ['public', 'link', 'off'][index % 3];
      const { body } = await owner.change(id, { web_version }).expect(200);
      expect(body, status).to.include({ web_version, status });
      const { data } = (await owner.api.get('/campaigns').expect(200)).body;
      expect(data[0]).to.include({ id, web_version, public_url: body.public_url });
    }
    await owner.change(id, { web_version: 'off', subject: 'No' }).expect(422);
    for (const web_version of ['on', true, 1]) await owner.create({ web_version }).expect(422);
    await owner.change(id, { web_version: null }).expect(422);
    const copy = await owner.post(id, 'duplicate').expect(201);
    expect(copy.body.web_version).to.equal((await owner.shown(id))['web_version']);
  });

  it('Answers the `public_url` of a public campaign, always the same, and null of others.', async () => {
    const { id, public_url } = await owner.made({ web_version: 'public' });
    expect(public_url).to.match(/^http:\/\/localhost:\d+\/view\/[\w-]+$/);
    expect((await owner.shown(id))['public_url']).to.equal(public_url);
    expect((await owner.change(id, { web_version: 'link' })).body.public_url).to.equal(null);
    expect((await owner.change(id, { web_version: 'public' })).body.public_url).to.equal(public_url);
    expect((await owner.made({ web_version: 'public' }))['public_url']).not.to.equal(public_url);
  });

  it('Shows at the `public_url` what a campaign says for no person in particular, from its start on, and answers 404 with a page before and when it is not public.', async () => {
    const html = `<p>Hi {{{FIRST_NAME|friend}}} {{{EMAIL}}}{{ "now" | date: "%Y" }} {{{WEB_VERSION_URL}}}</p>`;
    const { id, public_url } = await owner.made({ web_version: 'public', html, preview_text: 'Soon' });
    expect((await get(public_url).expect(404)).text).to.include('This page is not available');
    await begin(id);
    const { text, headers } = await get(public_url).expect(200);
    expect(text)
      .to.include(`<p>Hi friend ${app.clock.now().getUTCFullYear()} ${public_url}</p>`)
      .and.include('>Soon&nbsp;')
      .and.include('<title>News</title>')
      .and.not.include('nsubscribe');
    expect(headers).to.include({ 'cache-control': 'public, max-age=60', 'x-robots-tag': 'noindex' });
    for (const web_version of ['link', 'off']) {
      await owner.change(id, { web_version }).expect(200);
      await get(public_url).expect(404);
    }
    await owner.change(id, { web_version: 'public' }).expect(200);
    await get(public_url).expect(200);
    await owner.put(id, { status: 'sent' });
    await owner.api.delete(`/campaigns/${id}`).expect(200);
    await get(public_url).expect(404);
    const variants = [
      { key: 'a', html: '<p>First</p>' },
      { key: 'b', html: '<p>Second</p>' },
    ];
    const ab_test = { variants, test_percent: 50, winner_metric: 'manual' };
    const tested = await owner.made({ web_version: 'public', ab_test });
    await begin(tested.id);
    expect((await get(tested['public_url']).expect(200)).text).to.include('<p>First</p>');
  });

  it('Leads links to unsubscribe on the public page to a page that decides nothing.', async () => {
    const html = '<a href="{{{UNSUBSCRIBE_URL}}}">leave</a> <a href="{{{PREFERENCES_URL}}}">choose</a>';
    const { id, public_url } = await owner.made({ web_version: 'public', html });
    await begin(id);
    const { text } = await get(public_url).expect(200);
    const links = [...text.matchAll(/href="(http[^"]*)"/g)].map(([, link]) => link);
    expect(links.map((link) => new URL(String(link)).pathname)).to.deep.equal([
      '/unsubscribe/',
      '/preferences/',
    ]);
    for (const link of links) {
      expect((await get(link).expect(404)).text).to.include('This link is not yours');
      await app
        .bare()
        .post(new URL(String(link)).pathname)
        .expect(404);
    }
  });

  it('Answers 404 with a page for the mail of a campaign whose `web_version` is off.', async () => {
    const { accountId } = owner;
    const { id } = await owner.made({ html: LINK });
    await begin(id);
    const { rows } = await app.pool.query('SELECT content_id FROM campaigns WHERE id = $1', [id]);
    const target = {
      accountId,
      emailId: app.deps.ids.next(),
      contentId: rows[0].content_id,
      address: 'bo@customer.dev',
    };
    const url = app.deps.webVersions.urlOf(target);
    await get(url).expect(200);
    // It has begun: what its mail says is no longer changed.
    await owner.change(id, { web_version: 'off' }).expect(200);
    expect((await get(url).expect(404)).text).to.include('This page is not available');
  });

  it('Rejects `{{{WEB_VERSION_URL}}}` in a campaign whose `web_version` is off with validation_error 422, when it is created, changed and sent.', async () => {
    const off = { web_version: 'off' };
    const html = `<a href="{{{ WEB_VERSION_URL|x }}}">web</a>`;
    await refused(owner.create({ ...off, html }), 'created');
    const { id } = await owner.made({ html });
    await refused(owner.change(id, off), 'turned off');
    const plain = await owner.made({ ...off, html: '<p>WEB_VERSION_URL</p>' });
    await refused(owner.change(plain.id, { html }), 'changed');
    await owner.change(plain.id, { html, web_version: 'link' }).expect(200);
    const variants = [
      { key: 'a', html },
      { key: 'b', subject: 'b' },
    ];
    await refused(
      owner.create({ ...off, ab_test: { variants, test_percent: 50, winner_metric: 'manual' } }),
      'a variant',
    );
    const template = await createTemplate(app.pool, owner.accountId, { html, subject: 'x', variables: [] });
    const draft = await owner.made({ ...off, html: null, template: { id: template.id } });
    // The place is in its findings.
    await refused(owner.post(draft.id, 'send'), 'sent', FAULT);
    const paused = await owner.made({ ...off, html: '<p>x</p>' });
    await begin(paused.id);
    await owner.put(paused.id, { status: 'paused', paused_reason: 'manual' });
    await refused(owner.change(paused.id, { html }), 'paused');
  });

  it('Shows the question of a poll on the public page without links to vote.', async () => {
    const poll = { question: 'Which day?', options: ['Monday', 'Friday'] };
    const { id, public_url } = await owner.made({ web_version: 'public', poll });
    await begin(id);
    const { text } = await get(public_url).expect(200);
    expect(text).to.include('Which day?').and.include('Friday').and.not.include('/poll/');
  });

  it('Rejects mail with the link while an upgrade is in progress and not all workers know it: campaigns with validation_error 422, emails with sending_service_unavailable 503.', async () => {
    const template = await createTemplate(app.pool, owner.accountId, {
      html: LINK,
      subject: 'x',
      variables: [],
    });
    const mail = { from: owner.from, to: 'bo@customer.dev', template: { id: template.id } };
    const { id } = await owner.made({ html: LINK });
    const worker = app.deps.ids.next();
    await app.pool.query(
      `INSERT INTO worker_processes (id, groups, host, pid) VALUES ($1, '{send}', 'old', 1)`,
      [worker],
    );
    try {
      expect((await owner.post(id, 'send').expect(422)).body.message).to.include('An upgrade is in progress');
      const { body } = await owner.api.post('/emails').send(mail).expect(503);
      expect([body.name, body.message.includes('An upgrade')]).to.deep.equal([
        'sending_service_unavailable',
        true,
      ]);
      await owner.post((await owner.made()).id, 'send').expect(200);
    } finally {
      await app.pool.query('DELETE FROM worker_processes WHERE id = $1', [worker]);
    }
    await owner.api.post('/emails').send(mail).expect(200);
    await owner.post(id, 'send').expect(200);
  });

  it('Leads tests of campaigns and of templates to the page of the test.', async () => {
    const { accountId, contactId } = owner;
    const campaign = await owner.made({ html: `<p>Hi {{{FIRST_NAME}}}</p>${LINK}` });
    const ofCampaign = await owner
      .post(campaign.id, 'test', { to: ['ana@customer.dev'], contact_id: contactId })
      .expect(200);
    const [emailId] = ofCampaign.body.ids;
    const { html } = await owner.read(`/emails/${emailId}`);
    const [, link = ''] = /href="([^"]*\/view\/[^"]*)"/.exec(html) ?? [];
    expect(app.deps.webVersions.open(link.split('/').at(-1) ?? '')).to.deep.equal({
      accountId,
      emailId,
      contentId: null,
      address: 'ana@customer.dev',
    });
    expect((await get(link).expect(200)).text).to.include('<p>Hi Bo</p>');
    const template = await createTemplate(app.pool, accountId, {
      html: LINK,
      from: owner.from,
      subject: 'x',
      variables: [],
    });
    const ofTemplate = await owner.api
      .post(`/templates/${template.id}/test`)
      .send({ to: ['ana@customer.dev'], from: owner.from, subject: 'Test' });
    expect(ofTemplate.status, JSON.stringify(ofTemplate.body)).to.be.below(300);
    const target = {
      accountId,
      emailId: ofTemplate.body.ids[0],
      contentId: null,
      address: 'ana@customer.dev',
    };
    expect((await get(app.deps.webVersions.urlOf(target)).expect(200)).text).to.match(
      /href="[^"]*\/view\/[\w-]+">web/,
    );
  });
});
