// The record of a campaign in the dashboard: what became of it in each state, how it is stopped and continues, how a test is
// decided, its recipients and links, and what follows it.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { type CampaignFields, createCampaign } from '../../support/factories/campaign-factories.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { showsFigures } from './campaign-pages.ts';
import { createResults, type Results } from './campaign-results.ts';
import { inspect, inspectOpen } from './inspect.ts';
import { isOfPage, showTab, useTabs } from './tab.ts';

const TEST: NonNullable<CampaignFields['abTest']> = {
  subjects: { a: 'What is new in May', b: 'Twelve things that are new in May, and one that is gone' },
  testPercent: 20,
  winnerMetric: 'open_rate',
  wait: '4 hours',
};

describe('The record of a campaign in the dashboard', function () {
  this.timeout(120_000);
  const app = useApp();
  const { openTab, openOwnTab } = useTabs(app);

  const open = async (role: 'owner' | 'viewer' = 'owner') => {
    const { accountId, token } = await createApiKey(app.pool);
    const domain = await createDomain(app.pool, accountId, { openTracking: true, clickTracking: true });
    const session = await signIn(app.pool, { accountId, role, now: app.clock.now() });
    const tab = await openTab({ session, expected: /status of 422/ });
    const api = app.as(token);
    const read = async (id: string, below = '') =>
      (await api.get(`/campaigns/${id}${below}`).expect(200)).body;
    const results = (count: number, given?: Results, fields?: CampaignFields) =>
      createResults(app, { accountId, domain }, count, given, fields);
    return { accountId, api, read, results, session, tab, page: tab.page };
  };
  const sentence = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor();

  it('says what became of 0, 1, 3 and 4,000 recipients, with the numbers of its stats', async () => {
    const many = { opened: [1_240], clicked: 120, bounced: 31, failed: 4, unsubscribed: 9 };
    for (const [name, count, given, leftOut, words] of [
      ['none', 0, {}, { unsubscribed: 2 }, 'No one got it: everyone in its audience was left out.'],
      ['one', 1, { opened: [1] }, {}, '1 person got it; 1 opened.'],
      ['three', 3, { opened: [2], clicked: 1 }, {}, '3 got it; 2 opened.'],
      ['many', 4_000, many, { opted_out: 143, suppressed: 8 }, '3,965 got it; 31% opened.'],
    ] as const) {
      const { read, results, tab, page } = await open();
      const { id } = await results(count, given, { leftOut });
      await tab.load(`/campaigns/${id}`);
      await sentence(page, words);
      await showsFigures(page, await read(id, '/stats'));
      if (name === 'none' || name === 'many')
        await inspect(tab, { name: `campaign-result-${name}`, path: `/campaigns/${id}`, isLoaded: true });
    }
  });

  it('is canceled, and deleted then, with the numbers of those who got it', async () => {
    const { api, results, tab, page } = await open();
    const { id } = await results(3, { pending: 2 }, { status: 'sending', sentAt: null });
    await tab.open(`/campaigns/${id}`);
    await sentence(page, '1 of 3 got it so far; none opened.');
    const remove = page.getByRole('button', { name: 'Delete', exact: true });
    expect(await remove.getAttribute('aria-disabled')).to.equal('true');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('2 people still waiting never get it.').waitFor();
    await page.getByRole('button', { name: 'Cancel campaign' }).click();
    await sentence(page, 'This campaign was canceled. 1 of 3 got it; none opened.');
    await remove.click();
    const confirmed = page.getByRole('button', { name: 'Delete campaign' });
    await confirmed.click();
    await page.getByText('The campaign is still being canceled.').waitFor();
    // As the worker leaves it.
    await app.pool.query('UPDATE campaigns SET next_attempt_at = NULL, woken_at = NULL WHERE id = $1', [id]);
    await confirmed.click();
    await page.waitForURL(/campaigns$/);
    await api.get(`/campaigns/${id}`).expect(404);
  });

  it('says in a sentence why it is paused or could not start, and what can be done', async () => {
    const { accountId, tab, page } = await open();
    const paused = { status: 'paused', pausedReason: 'bounces', total: 40 } as const;
    const { id } = await createCampaign(app.pool, accountId, paused);
    await app.pool.query(`UPDATE campaigns SET paused_from = 'sending' WHERE id = $1`, [id]);
    await tab.open(`/campaigns/${id}`);
    await page.getByText('Too many of its first emails bounced.').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('the same reason does not pause it again').waitFor();
    await page.keyboard.press('Escape');
    await inspect(tab, { name: 'campaign-paused', path: `/campaigns/${id}`, isLoaded: true });
    const failed = await createCampaign(app.pool, accountId, { status: 'failed', dispatchId: null });
    await tab.open(`/campaigns/${failed.id}`);
    await page.getByText('The campaign could not start', { exact: true }).waitFor();
    const draft = await createCampaign(app.pool, accountId, { status: 'draft' });
    await tab.open(`/campaigns/${draft.id}`);
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    await inspect(tab, { name: 'campaign-draft', path: `/campaigns/${draft.id}`, isLoaded: true });
  });

  it('lists its recipients and links, which lead to contacts and emails', async () => {
    const { read, results, tab, page } = await open();
    const { id } = await results(5, { bounced: 1, opened: [3], clicked: 2 });
    await tab.open(`/campaigns/${id}`);
    await page.getByRole('link', { name: /^Bounced/ }).click();
    await page.getByRole('link', { name: 'person1@customer.dev', exact: true }).waitFor();
    await page.getByText('Permanent bounce').waitFor();
    expect(page.url()).to.include('recipients_type=bounced');
    await page.getByRole('button', { name: 'Bounced Type' }).click();
    await page.getByRole('option', { name: 'Clicked' }).click();
    await page.getByRole('link', { name: 'person2@customer.dev', exact: true }).waitFor();
    await page.getByLabel('Find a recipient by full address').fill('person3@customer.dev');
    await page
      .getByRole('link', { name: 'person2@customer.dev', exact: true })
      .waitFor({ state: 'detached' });
    const email = page.getByRole('link', { name: 'Email to person3@customer.dev' });
    expect(await email.getAttribute('href')).to.include(`campaign_id=${id}&to=person3%40customer.dev`);
    await inspect(tab, {
      name: 'campaign-recipients',
      path: `/campaigns/${id}/recipients?recipients_type=opened`,
      isLoaded: true,
    });
    await page.getByRole('link', { name: 'Links' }).click();
    await page.getByText('https://acme.dev/a-long-path/to/the/news-of-may').waitFor();
    await page.getByText('2 people').waitFor();
    await inspectOpen(tab, 'campaign-links');
    await email.waitFor({ state: 'detached' });
    await tab.open(`/campaigns/${id}/recipients?recipients_type=bounced`);
    await page.getByRole('link', { name: 'person1@customer.dev', exact: true }).click();
    await page.waitForURL(/contacts\/[\da-f-]{36}/);
    await tab.open(`/emails?campaign_id=${id}`);
    await page
      .getByText(`Campaign: ${(await read(id)).name}`, { exact: true })
      .filter({ visible: true })
      .waitFor();
  });

  it('is read again when something changes, and asks nothing in a hidden tab', async () => {
    const { api, results, session, tab, page } = await open();
    const { id } = await results(3, { pending: 3 }, { status: 'sending', sentAt: null });
    await tab.open(`/campaigns/${id}`);
    await sentence(page, 'None of 3 got it so far.');
    const other = await openOwnTab({ session });
    await other.open(`/campaigns/${id}`);
    const rename = async (name: string, seenOn: Page) => {
      await api.patch(`/campaigns/${id}`).send({ name }).expect(200);
      await seenOn.getByRole('heading', { name }).waitFor();
    };
    await rename('For all who see it', page);
    await showTab(page, false);
    await rename('While one is hidden', other.page);
    const before = tab.requests.filter(isOfPage);
    await rename('While it is hidden still', other.page);
    expect(tab.requests.filter(isOfPage)).to.deep.equal(before);
    await showTab(page, true);
    await page.getByRole('heading', { name: 'While it is hidden still' }).waitFor();
  });

  it('is seen whole by a viewer, who changes nothing', async () => {
    const { results, tab, page } = await open('viewer');
    const { id } = await results(
      40,
      { pending: 20, testSize: 20, opened: [2, 5] },
      { status: 'sending', sentAt: null, abTest: TEST },
    );
    await tab.open(`/campaigns/${id}`);
    for (const name of ['Pause', 'Cancel', 'Follow up', 'Delete', 'Choose A']) {
      const button = page.getByRole('button', { name, exact: true });
      await button.waitFor();
      expect(await button.getAttribute('aria-disabled'), name).to.equal('true');
    }
    await page.keyboard.press('p');
    expect(await page.getByRole('dialog').count()).to.equal(0);
    await inspect(tab, { name: 'campaign-viewer', path: `/campaigns/${id}`, isLoaded: true });
  });
});
