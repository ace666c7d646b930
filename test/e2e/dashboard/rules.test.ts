// Rules in the gallery, put together by keys alone.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import {
  createContactProperty,
  createSegment,
  createTopic,
} from '../../support/factories/contact-factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createPoll } from '../../support/factories/poll-factories.ts';
import { focusOn } from './keyboard.ts';
import { useTabs } from './tab.ts';

describe('Rules', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  let session: Awaited<ReturnType<typeof signIn>>;
  before(async () => {
    session = await signIn(app.pool, { now: app.clock.now() });
  });
  const openRules = async (width = 1_280, theme: 'light' | 'dark' = 'light') => {
    const tab = await openTab({ session, width, height: 900, theme });
    await tab.open('/gallery');
    const tree = tab.page.getByRole('region', { name: 'Rules of the segment' });
    await tree.scrollIntoViewIfNeeded();
    const sentence = tree.locator('..').locator('[data-sentence]');
    return { ...tab, tree, says: (words: string) => sentence.getByText(words, { exact: true }).waitFor() };
  };
  const focused = (page: Page) =>
    page.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.value ?? ''",
    );
  const handle = (page: Page, sentence: string) =>
    page.getByRole('button', { name: `Rule: ${sentence}` }).first();

  it('move up, down, into a group and out of one with Alt and the arrows, and take the focus along', async () => {
    const { page, says, problems } = await openRules();
    await handle(page, 'plan is pro').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await says(
      '(not: address ends with @acme.dev) and plan is pro and (gets “Product news” or last opened mail at most 90 days ago or renews is before 1 Dec 2026, 00:00 UTC)',
    );
    expect(await focused(page)).to.equal('Rule: plan is pro');
    await page.keyboard.press('Alt+ArrowRight');
    await says(
      '(none of: address ends with @acme.dev, plan is pro) and (gets “Product news” or last opened mail at most 90 days ago or renews is before 1 Dec 2026, 00:00 UTC)',
    );
    expect(await focused(page)).to.equal('Rule: plan is pro');
    // From the field of its value, too: what was typed and the focus go with it.
    const value = page
      .getByRole('group', { name: 'plan is pro' })
      .getByRole('textbox', { name: 'Value' })
      .first();
    await value.fill('team');
    await page.keyboard.press('Alt+ArrowUp');
    expect(await focused(page)).to.equal('team');
    await page.keyboard.press('Alt+ArrowLeft');
    await says(
      '(not: address ends with @acme.dev) and plan is team and (gets “Product news” or last opened mail at most 90 days ago or renews is before 1 Dec 2026, 00:00 UTC)',
    );
    expect(await focused(page)).to.equal('team');
    await page.keyboard.press('Delete');
    expect(await focused(page)).to.equal('team');
    expect(page.url()).to.include('/gallery');
    expect(problems).to.deep.equal([]);
  });

  it('are removed with Delete: the focus goes to the neighbour, and the rule comes back with an undo', async () => {
    const { page, says, problems } = await openRules();
    await handle(page, 'last opened mail at most 90 days ago').focus();
    await page.keyboard.press('Delete');
    const without =
      'plan is pro and (not: address ends with @acme.dev) and (gets “Product news” or renews is before 1 Dec 2026, 00:00 UTC)';
    await says(without);
    expect(await focused(page)).to.equal('Rule: renews is before 1 Dec 2026, 00:00 UTC');
    await page.keyboard.press('F6');
    await page.keyboard.press('Enter');
    await says(without.replace('or renews', 'or last opened mail at most 90 days ago or renews'));
    // A group goes with its last rule.
    await handle(page, 'address ends with @acme.dev').press('Delete');
    await says(
      'plan is pro and (gets “Product news” or last opened mail at most 90 days ago or renews is before 1 Dec 2026, 00:00 UTC)',
    );
    expect(await focused(page)).to.match(/^Group: gets “Product news”/);
    await page.keyboard.press('Delete');
    await page.keyboard.press('Delete');
    expect(await page.evaluate('document.activeElement.innerText')).to.equal('Add a rule');
    expect(problems).to.deep.equal([]);
  });

  it('are written with the keyboard alone, and say what is missing once they are left', async () => {
    const { page, problems, findFaults } = await openRules();
    const tree = page.getByRole('region', { name: 'No rules' });
    await tree.getByRole('button', { name: 'Add a rule' }).press('Enter');
    await focusOn(page, 'Field');
    // Enter takes the only match, also before it is found, and after the field is left; of several it takes none.
    await page.keyboard.type('e');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Address' }).waitFor();
    expect(await page.locator(':focus').inputValue()).to.equal('e');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('seats');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const verb = tree.getByRole('button', { name: /Condition/ });
    await verb.waitFor();
    await verb.press('Enter');
    await page.getByRole('option', { name: 'is at least' }).waitFor();
    await page.keyboard.type('is at least');
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    const number = tree.getByRole('textbox', { name: 'Number' });
    await number.focus();
    await page.keyboard.type('1.5x');
    expect(await number.getAttribute('aria-invalid')).to.equal(null);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await tree.getByText('Enter a number, such as 12.5.').waitFor();
    await number.fill('1.5');
    await tree.getByText('Enter a number, such as 12.5.').waitFor({ state: 'detached' });
    await tree.locator('..').getByText('seats is at least 1.5', { exact: true }).waitFor();
    expect(await findFaults()).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
  });

  it('show what the API refuses at its rule, and only sentences where they may not be changed', async () => {
    const { page } = await openRules();
    const refused = page.getByRole('region', { name: 'Rules that are refused' });
    const campaign = refused.getByRole('combobox', { name: 'Which campaign' });
    expect(await campaign.getAttribute('aria-invalid')).to.equal('true');
    await refused.getByText('This campaign has not begun.').waitFor();
    await refused.getByText('This field no longer exists. Choose another one.').waitFor();
    const readOnly = page.getByRole('region', { name: 'Rules that are read' });
    await readOnly.getByText('address ends with @acme.dev').waitFor();
    expect(await readOnly.getByRole('button').count()).to.equal(0);
  });

  it('are about what the account has: properties, and topics, segments, campaigns and polls by name', async () => {
    const { accountId } = session;
    await createContactProperty(app.pool, accountId, { key: 'plan', type: 'string' });
    const topic = await createTopic(app.pool, accountId, { name: 'Product news' });
    const segment = await createSegment(app.pool, accountId, { name: 'Customers' });
    await createSegment(app.pool, accountId, { name: 'Partners' });
    const campaign = await createCampaign(app.pool, accountId, { status: 'sent', name: 'Autumn sale' });
    const poll = await createPoll(app.pool, accountId, { question: 'Tea or coffee?' });
    const { page, open, problems } = await openTab({ session });
    const filter = {
      and: [
        { field: 'contact.properties.plan', operator: 'eq', value: 'pro' },
        { field: `topic.${topic.id}`, operator: 'eq', value: 'opt_in' },
        { field: `campaign.${campaign.id}`, operator: 'neq', value: 'opened' },
        { field: `poll.${poll.id}`, operator: 'eq', value: 'any' },
        { field: 'segment', operator: 'neq', value: segment.id },
      ],
    };
    await open(`/gallery?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    const says = (segmentName: string) =>
      page
        .getByText(
          `plan is pro and gets “Product news” and did not open “Autumn sale” and voted in “Tea or coffee?” and is not in “${segmentName}”`,
        )
        .waitFor();
    await says('Customers');
    const field = page.getByRole('combobox', { name: 'Segment' });
    await field.focus();
    await field.fill('Part');
    await page.getByRole('option', { name: 'Customers' }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: /^Partners/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await says('Partners');
    expect(await field.inputValue()).to.equal('Partners');
    expect(problems).to.deep.equal([]);
  });

  for (const [theme, width, height] of [
    ['light', 1_280, 1_700],
    ['dark', 375, 3_000],
  ] as const) {
    it(`are whole in ${theme} colours, ${width} px wide`, async () => {
      const { shoot, tree, page, expectNoSidewaysScroll } = await openRules(width, theme);
      await expectNoSidewaysScroll('the gallery');
      await page.setViewportSize({ width, height });
      await tree.scrollIntoViewIfNeeded();
      await shoot(`rules-${theme}-${width}`);
    });
  }
});
