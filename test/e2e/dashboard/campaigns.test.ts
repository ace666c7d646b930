// The lists of campaigns and polls: how far each campaign is, how one begins, who may do what, and what people have answered.
import { expect } from 'chai';
import { createContactOwner } from '../../api/contacts/owner.ts';
import { createVoterOf } from '../../api/polls/voter.ts';
import { useApp } from '../../support/api/app.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import { createAudience, createContact, createSegment } from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { inspect, inspectOpen } from './inspect.ts';
import { focusOn, tabTo } from './keyboard.ts';
import { useTabs } from './tab.ts';

const EDITOR = /campaigns\/[\da-f-]{36}\/edit$/;

describe('Campaigns in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  /** A tab of a member, and a program of the same account. */
  const open = async (role: 'owner' | 'viewer' = 'owner') => {
    const owner = await createContactOwner(app);
    const session = await signIn(app.pool, { accountId: owner.accountId, role, now: app.clock.now() });
    const tab = await openTab({ session, expected: /status of 422/ });
    return { owner, accountId: owner.accountId, api: owner.api, tab, page: tab.page };
  };
  /** What was counted of a campaign. */
  const count = (campaign: { id: string; accountId: string }, counts: Record<string, number>) =>
    app.pool.query(
      `INSERT INTO campaign_metrics (account_id, starts_at, campaign_id, domain_id, metric, slot, count)
       SELECT $1, now(), $2, $2, metric, 0, count::integer FROM jsonb_each_text($3) AS counted (metric, count)`,
      [campaign.accountId, campaign.id, counts],
    );
  const campaignOf = async (api: Awaited<ReturnType<typeof open>>['api'], url: string) => {
    const [id = ''] = /[\da-f-]{36}/.exec(url) ?? [];
    return (await api.get(`/campaigns/${id}`).expect(200)).body;
  };

  it('are listed with how far each is and of what its rates are, and found by name and state', async () => {
    const { accountId, tab, page } = await open();
    const tracking = { opens: true, clicks: false };
    const sent = await createCampaign(app.pool, accountId, {
      name: 'News of May',
      status: 'sent',
      total: 4_120,
      leftOut: { unsubscribed: 100 },
      tracking,
      sentAt: app.clock.now(),
    });
    await count(sent, {
      tried: 4_020,
      sent: 4_020,
      delivered: 4_020,
      unique_opened: 1_246,
      unique_clicked: 3,
    });
    const sending = await createCampaign(app.pool, accountId, { name: 'News of June', total: 100_000 });
    await count(sending, { tried: 99_999, sent: 99_999 });
    await createCampaign(app.pool, accountId, { name: 'Never sent', status: 'draft' });
    await inspect(tab, { name: 'campaigns', path: '/campaigns' });
    const cells = async (name: string) => {
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
      return (await row.getByRole('cell').allTextContents()).slice(1, -1);
    };
    expect(await cells('News of May')).to.deep.equal(['News of May', 'Sent', '4,020', '30% of 4,020', '–']);
    expect(await cells('News of June')).to.deep.equal(['News of June', 'Sending, 99%', '100,000', '–', '–']);
    expect(await cells('Never sent')).to.deep.equal(['Never sent', 'Draft', '', '', '']);
    await page.getByRole('searchbox', { name: 'Find a campaign' }).fill('june');
    await page.getByRole('link', { name: 'News of May' }).waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Find a campaign' }).fill('');
    await page.getByRole('button', { name: 'State: all State' }).click();
    await page.getByRole('option', { name: 'Draft' }).click();
    await page.getByRole('link', { name: 'News of June' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Never sent' }).click();
    await page.waitForURL(/\/edit/);
    expect(tab.problems).to.deep.equal([]);
  });

  it('begin with an import while there is no contact, and then with audience, From and subject, by keyboard', async () => {
    const { accountId, api, tab, page } = await open();
    const domain = await createDomain(app.pool, accountId);
    await inspect(tab, { name: 'campaigns-empty', path: '/campaigns' });
    await page.getByRole('button', { name: 'Import contacts first' }).waitFor();
    await createContact(app.pool, { accountId });
    const segment = await createSegment(app.pool, accountId, { name: 'On plan pro' });
    await tab.load('/campaigns');
    await page.getByText('Create your first campaign').waitFor();
    await page.getByRole('button', { name: 'Import contacts first' }).waitFor({ state: 'detached' });
    await tabTo(page, 'New campaign');
    await page.keyboard.press('Enter');
    await focusOn(page, 'Subject');
    await inspectOpen(tab, 'campaign-new');
    await page.keyboard.type('What is new');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    // The default domain has no From.
    await dialog.getByRole('alert').getByText('default_from').waitFor();
    await tabTo(page, 'From', 'Shift+Tab');
    await page.keyboard.type(`Ana <ana@${domain.name}>`);
    await tabTo(page, 'To', 'Shift+Tab');
    await page.keyboard.type('plan pro');
    await page.getByRole('option', { name: /On plan pro/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Create draft');
    await page.keyboard.press('Enter');
    await page.waitForURL(EDITOR);
    expect(await campaignOf(api, page.url())).to.deep.include({
      status: 'draft',
      name: 'What is new',
      subject: 'What is new',
      from: `Ana <ana@${domain.name}>`,
      segment_id: segment.id,
      template: null,
    });
    await page.goBack();
    await page.getByRole('link', { name: 'What is new' }).waitFor();
    expect(await dialog.count()).to.equal(0);
    expect(tab.problems).to.deep.equal([]);
  });

  it('begin with a segment of another audience, and with a published template', async () => {
    const { accountId, api, tab, page } = await open();
    const domain = await createDomain(app.pool, accountId, { isDefault: true });
    await api
      .patch(`/domains/${domain.id}`)
      .send({ default_from: `news@${domain.name}` })
      .expect(200);
    const { id: audienceId } = await createAudience(app.pool, accountId, 'Second brand');
    const segment = await createSegment(app.pool, accountId, { name: 'Insiders', audienceId });
    const template = await createTemplate(app.pool, accountId, { alias: 'letter' });
    await createTemplate(app.pool, accountId, { alias: 'never-published', isPublished: false });
    await tab.open(`/segments/${segment.id}`);
    await page.getByRole('button', { name: 'Send a campaign' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Second brand/ }).waitFor();
    expect(await dialog.getByRole('combobox', { name: 'To' }).inputValue()).to.equal('Insiders');
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('For insiders');
    await dialog.getByRole('radio', { name: /^A template/ }).check();
    const field = dialog.getByRole('combobox', { name: 'Template' });
    await field.fill('e');
    await page.getByRole('option', { name: /letter$/ }).waitFor();
    expect(await page.getByRole('option').count()).to.equal(1);
    await page.getByRole('option').click();
    await inspectOpen(tab, 'campaign-new-template');
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await page.waitForURL(EDITOR);
    const campaign = await campaignOf(api, page.url());
    expect(campaign).to.deep.include({
      segment_id: segment.id,
      audience_id: audienceId,
      from: `news@${domain.name}`,
    });
    expect(campaign.template.id).to.equal(template.id);
    expect(tab.problems).to.deep.equal([]);
  });

  it('are deleted when they are marked, but for those that are being sent', async () => {
    const { accountId, api, tab, page } = await open();
    const of = (name: string, status: 'draft' | 'scheduled' | 'sending') =>
      createCampaign(app.pool, accountId, { name, status });
    const kept = await of('Being sent', 'sending');
    await of('For tomorrow', 'scheduled');
    await of('Not finished', 'draft');
    await tab.open('/campaigns');
    await page.getByRole('link', { name: 'Being sent' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Delete 2' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('1 of them is scheduled and will not be sent.').waitFor();
    await inspectOpen(tab, 'campaigns-delete');
    await dialog.getByRole('button', { name: 'Delete 2 campaigns' }).click();
    await page.getByText('2 campaigns were deleted.').waitFor();
    await page.getByRole('link', { name: 'Not finished' }).waitFor({ state: 'detached' });
    const { data } = (await api.get('/campaigns').expect(200)).body;
    expect(data.map(({ id }: { id: string }) => id)).to.deep.equal([kept.id]);
    expect(tab.problems).to.deep.equal([]);
  });

  it('are named on the overview when they have stopped without a person', async () => {
    const { accountId, tab, page } = await open();
    await createCampaign(app.pool, accountId, { name: 'By hand', status: 'paused', pausedReason: 'manual' });
    const { id } = await createCampaign(app.pool, accountId, {
      name: 'To old addresses',
      status: 'paused',
      pausedReason: 'bounces',
    });
    await tab.open('/');
    await page
      .getByRole('link', { name: /To old addresses is paused: too many of its first emails/ })
      .click();
    await page.waitForURL(new RegExp(`/campaigns/${id}$`));
    await tab.open('/');
    await page.getByText('Needs attention').waitFor();
    expect(await page.getByRole('link', { name: /By hand/ }).count()).to.equal(0);
    expect(tab.problems).to.deep.equal([]);
  });

  it('are seen by a viewer, who can begin and delete none', async () => {
    const { accountId, tab, page } = await open('viewer');
    await createCampaign(app.pool, accountId, { name: 'News of May', status: 'sent', total: 3 });
    await inspect(tab, { name: 'campaigns-viewer', path: '/campaigns' });
    expect(await page.getByRole('button', { name: 'New campaign' }).getAttribute('aria-disabled')).to.equal(
      'true',
    );
    await page.getByRole('link', { name: 'News of May' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    const remove = page.getByRole('button', { name: 'Delete 1' });
    await remove.waitFor();
    expect(await remove.getAttribute('aria-disabled')).to.equal('true');
    await page.keyboard.press('Escape');
    await tab.open('/campaigns?create=yes');
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create draft' });
    expect(await create.getAttribute('aria-disabled')).to.equal('true');
    expect(tab.problems).to.deep.equal([]);
  });

  it('have polls, with the votes of each option and who has voted', async () => {
    const { owner, tab, page } = await open();
    const { id: contactId } = (await owner.add('bo@customer.dev')).body;
    const voter = await createVoterOf(app, owner);
    await inspect(tab, { name: 'poll-without-votes', path: `/campaigns/polls/${voter.poll.id}` });
    await page.getByText('No votes yet').waitFor();
    await voter.vote(1);
    await voter.vote(1, { address: 'ann@elsewhere.dev' });
    await voter.vote(2, { address: 'cy@elsewhere.dev' });
    // What a vote changes is announced once its click is counted, by a worker.
    await tab.load('/campaigns');
    await page.getByRole('link', { name: 'Polls' }).click();
    await page.getByRole('link', { name: 'Was this helpful?' }).click();
    const article = page.getByRole('article');
    await article.getByRole('row', { name: /cy@elsewhere\.dev.*Fair/ }).waitFor();
    await page.locator('[role=meter][aria-valuetext="2 of 3 (66.7%)"]').waitFor();
    await inspectOpen(tab, 'poll');
    await page.setViewportSize({ width: 1280, height: 800 });
    await article.getByRole('link', { name: 'bo@customer.dev' }).click();
    await page.waitForURL(new RegExp(`/contacts/${contactId}`));
    expect(tab.problems).to.deep.equal([]);
  });
});
