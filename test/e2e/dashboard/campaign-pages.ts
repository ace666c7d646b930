// What the tests of the page of a campaign share: a draft to one contact, of which nothing is to be said, and what a person looks
// for on its page.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { createContact, defaultAudienceOf } from '../../support/factories/contact-factories.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { inspectOpen } from './inspect.ts';
import { useTabs } from './tab.ts';

/** The creation time of contacts: an audience has those who were there before. */
const BEFORE = new Date(Date.now() - 60 * 60 * 1_000);
const UNSUBSCRIBE = '<p>Acme, 1 Road. <a href="{{{UNSUBSCRIBE_URL}}}">Unsubscribe</a></p>';

const FIGURES = [
  ['Waiting', 'pending'],
  ['Sent', 'sent'],
  ['Delivered', 'delivered'],
  ['Bounced', 'bounced'],
  ['Failed', 'failed'],
  ['Left out', 'left_out'],
  ['Opened', 'unique_opened'],
  ['Clicked', 'unique_clicked'],
  ['Unsubscribed', 'unsubscribed'],
  ['Complained', 'complained'],
] as const;

/** Opens the page of a draft for the tests of the enclosing `describe`. */
export function useCampaignPages(options: Parameters<typeof useApp>[0] = {}) {
  const app = useApp(options);
  const { openTab } = useTabs(app);
  return {
    app,
    async open({ fields = {}, role = 'owner' }: { fields?: object; role?: 'owner' | 'viewer' } = {}) {
      const { accountId, token } = await createApiKey(app.pool);
      const { id: domainId, name: domain } = await createDomain(app.pool, accountId);
      const session = await signIn(app.pool, { accountId, role, now: app.clock.now() });
      await createContact(app.pool, { accountId, email: 'ana@customer.dev', createdAt: BEFORE });
      const api = app.as(token);
      await api.patch('/unsubscribe-page').send({ postal_address: 'Acme, 1 Road' }).expect(200);
      const { status, body: campaign } = await api.post('/campaigns').send({
        name: 'May',
        audience_id: await defaultAudienceOf(app.pool, accountId),
        from: `Ana <ana@${domain}>`,
        subject: 'News of May',
        html: `<p>Hello</p>${UNSUBSCRIBE}`,
        ...fields,
      });
      expect(status, JSON.stringify(campaign)).to.equal(201);
      const { id } = campaign;
      const tab = await openTab({ session, expected: /status of (?:401|404|422|429)/ });
      return {
        accountId,
        domainId,
        domain,
        session,
        api,
        id,
        tab,
        page: tab.page,
        load: () => tab.load(`/campaigns/${id}/edit`),
        stored: async () => (await api.get(`/campaigns/${id}`).expect(200)).body,
        /** As many contacts more. */
        addContacts: (count: number) =>
          app.pool.query(
            `INSERT INTO contacts (id, account_id, audience_id, email, email_key, properties, created_at, updated_at)
             SELECT uuid_v7($3::timestamptz + n * interval '1 ms'), $1, audiences.id, 'c' || n || '@customer.dev', 'c' || n || '@customer.dev', '{}', $3, $3
             FROM audiences, generate_series(1, $2::integer) AS n WHERE audiences.account_id = $1 AND is_default`,
            [accountId, count, BEFORE],
          ),
        /** The wide window comes back. */
        inspect: async (name: string) => {
          await tab.settled();
          await inspectOpen(tab, name);
          await tab.page.setViewportSize({ width: 1280, height: 800 });
        },
      };
    },
  };
}

/** A section of the page. */
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A button. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** The same, as one that may be pressed, or not. */
export const heldButton = (page: Page, name: string) =>
  button(page, name).and(page.locator('[aria-disabled=true]'));
export const readyButton = (page: Page, name: string) =>
  button(page, name).and(page.locator(':not([aria-disabled=true])'));

/** Waits until the page says something. */
export const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();

/** Waits until the checklist has found so much. */
export const checked = (page: Page, words: string) =>
  region(page, 'Checklist').getByRole('status').getByText(words, { exact: true }).waitFor();

/** Waits until the record has the numbers of its stats. */
export async function showsFigures(page: Page, stats: Readonly<Record<string, number>>): Promise<void> {
  for (const [label, field] of FIGURES) {
    const count = stats[field]?.toLocaleString('en-US');
    await page.getByRole('link', { name: new RegExp(`^${label} ${count}( |$)`) }).waitFor();
  }
}

/** Chooses an option of a select. */
export async function chooseOption(page: Page, label: RegExp, name: string): Promise<void> {
  await button(page, label).click();
  await page.getByRole('option', { name, exact: true }).click();
}

/** Chooses what a field finds for a text. */
export async function chooseFound(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  // As people do: a text that comes with the focus may come before the field knows that it has it.
  await field.focus();
  await field.fill(text);
  await page.getByRole('option', { name: text }).click();
}
