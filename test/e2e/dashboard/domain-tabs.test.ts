// The tabs Rules, Settings, Reputation and Claim of a domain, as people use them: against the real API, the checks of
// domains, and a DNS server of the test. Only time is moved.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { DAY_MS, HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { useClaims } from '../../api/domains/support/use-claims.ts';
import type { AddedDomain } from '../../api/domains/support/use-verification.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createAudience, createContact } from '../../support/factories/contact-factories.ts';
import { type MemberFields, signIn } from '../../support/factories/people-factories.ts';
import { makePaused } from '../../support/factories/reputation-factories.ts';
import { createRun } from '../../support/factories/run-factories.ts';
import { countMail, useCapacity } from '../../support/factories/sending-days-factories.ts';
import { LONG } from './account-with-data.ts';
import { inspect } from './inspect.ts';
import { useTabs } from './tab.ts';

/** A refused change. */
const EXPECTED = /status of 422/;

describe('The tabs of a domain', () => {
  const claims = useClaims();
  const { app } = claims;
  const { openTab } = useTabs(app);
  const openAs = async (
    { accountId, id }: Pick<AddedDomain, 'accountId' | 'id'>,
    role: MemberFields['role'] = 'owner',
  ) => {
    const session = await signIn(app.pool, { accountId, role, now: app.clock.now() });
    const tab = await openTab({ session, expected: EXPECTED });
    const asked = (part: string) => tab.requests.filter((request) => request.endsWith(part)).length;
    return { ...tab, asked, openPart: (part: string) => tab.open(`/domains/${id}/${part}`) };
  };
  const pass = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      app.clock.advance(HOUR_MS);
      await claims.checkDue();
    }
  };

  it('Rules ask DNS at a press only, once each, and say what providers would do', async () => {
    const domain = await claims.addVerified();
    const tab = await openAs(domain);
    const { page } = tab;
    await tab.openPart('rules');
    await tab.settled();
    expect(tab.asked('/compliance')).to.equal(0);
    await page.getByRole('button', { name: 'Check rules' }).press('Enter');
    const verdict = page.getByRole('status').filter({ hasText: 'rules' });
    await verdict.getByText(/^Gmail, Yahoo and Microsoft may refuse its mail/).waitFor();
    const first = page.getByRole('tabpanel').getByRole('listitem').first();
    expect(await first.textContent()).to.match(/broken/);
    expect(tab.asked('/compliance')).to.equal(1);
    await domain.publish(({ required }) => !required);
    await page.getByRole('button', { name: 'Check again' }).press('Enter');
    const dmarc = page.getByRole('listitem').filter({ hasText: 'A DMARC policy is published' });
    await dmarc.getByText('met', { exact: true }).waitFor();
    expect(tab.asked('/compliance')).to.equal(2);
    await tab.shoot('domain-rules');
    expect(await tab.findFaults()).to.deep.equal([]);
    expect(tab.problems).to.deep.equal([]);
  });

  it('Settings change at once and are taken back, or say in their place why not', async () => {
    const domain = await claims.addVerified();
    const tab = await openAs(domain);
    const { page } = tab;
    await tab.openPart('settings');
    const panel = page.getByRole('tabpanel');
    const clicks = page.getByRole('switch', { name: 'Track clicks' });
    await clicks.press('Space');
    await page.getByText('New mail tracks clicks.').waitFor();
    expect(await domain.get()).to.include({ click_tracking: true });
    await page.keyboard.press('F6');
    await page.keyboard.press('Enter');
    await page.getByText('Change undone.').waitFor();
    expect(await clicks.isChecked()).to.equal(false);
    expect(await domain.get()).to.include({ click_tracking: false });

    const sends = page.getByRole('switch', { name: 'Send mail' });
    await sends.press('Space');
    await page
      .getByRole('tooltip')
      .getByText(/Turn on “Receive mail” first/)
      .waitFor();
    expect(await sends.isChecked()).to.equal(true);

    const from = page.getByRole('textbox', { name: 'Default From' });
    await from.fill('hello@other.dev');
    await from.press('Enter');
    await panel.getByText(/default_from must be/).waitFor();
    expect(await from.getAttribute('aria-invalid')).to.equal('true');
    await from.fill(`Acme <hello@${domain.name}>`);
    await from.press('Enter');
    await page.getByText('Default From saved.').waitFor();

    const label = page.getByRole('textbox', { name: 'Custom tracking subdomain' });
    await panel.getByText(/^Links in new mail go through localhost, the address of this service\./).waitFor();
    await label.fill('links');
    await label.press('Enter');
    await page.getByText('Tracking subdomain saved. Publish its record.').waitFor();

    await page.getByRole('button', { name: 'Check where mail goes now' }).press('Enter');
    await panel.getByText(/has no MX record/).waitFor();
    claims.dns().publish(domain.name, { type: 'MX', value: 'mx.mailboxes.dev', priority: 5 });
    await page.getByRole('button', { name: 'Check again' }).press('Enter');
    await panel.getByText('5 mx.mailboxes.dev').waitFor();
    await panel.getByText(/The mailboxes of .* are hosted elsewhere/).waitFor();
    expect(tab.asked('/mx-check')).to.equal(2);

    const automation = await createAutomation(app.pool, domain.accountId, { domainId: domain.id });
    await createRun(app.pool, {
      automation,
      contactId: (await createContact(app.pool, { accountId: domain.accountId })).id,
    });
    await createAudience(app.pool, domain.accountId, 'Resellers');
    await tab.openPart('settings');
    await choose(page, 'Resellers');
    await panel.getByText(/cannot move to another audience.*has runs/).waitFor();
    await app.pool.query('DELETE FROM automation_runs WHERE automation_id = $1', [automation.id]);
    await page.getByRole('button', { name: 'Use audience' }).press('Enter');
    await page.getByText('Audience changed.').waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('Settings rotate the key in three steps without a reload, and delete a domain that nothing needs', async () => {
    const domain = await claims.addVerified();
    const automation = await createAutomation(app.pool, domain.accountId, {
      domainId: domain.id,
      name: 'Welcome',
    });
    const tab = await openAs(domain);
    const { page } = tab;
    await tab.openPart('settings');
    const panel = page.getByRole('tabpanel');
    await panel.getByText(/^Mail is signed with the key ph1, created on/).waitFor();
    await page.getByRole('button', { name: 'Create new key' }).press('Enter');
    await panel.getByText(`Copy the name of the record: ph2._domainkey.${domain.name}`).waitFor();
    await tab.shoot('domain-rotation');
    await domain.publish(({ name }) => name.startsWith('ph2.'));
    await domain.nextCheck();
    await panel.getByText(/You can remove its record from \d+ \w+, \d\d:\d\d\.$/).waitFor();
    await panel.getByRole('button', { name: 'ph2 is found and signs mail' }).click();
    await panel.getByText(/^It has signed mail since /).waitFor();
    await tab.shoot('domain-settings');
    app.clock.advance(7 * DAY_MS);
    await claims.checkDue();
    await panel.getByText(/^Mail is signed with the key ph2, created on/).waitFor();

    const remove = page.getByRole('button', { name: 'Delete domain' });
    const dialog = page.getByRole('alertdialog');
    await panel.getByRole('button', { name: 'Delete domain' }).press('Enter');
    await dialog.getByText('1 automation is enabled: disable “Welcome” first.').first().waitFor();
    const typed = dialog.getByRole('textbox');
    await typed.fill(domain.name);
    await typed.press('Enter');
    expect(
      await dialog.getByRole('button', { name: 'Delete domain' }).getAttribute('aria-disabled'),
    ).to.equal('true');
    await tab.shoot('domain-delete');
    expect(await domain.status()).to.equal('verified');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await app.pool.query(`UPDATE automations SET status = 'disabled' WHERE id = $1`, [automation.id]);
    await remove.press('Enter');
    await dialog.getByText('This domain cannot be deleted now').waitFor({ state: 'detached' });
    await dialog.getByText('1 automation loses its domain: “Welcome”.').waitFor();
    await typed.fill(domain.name);
    await typed.press('Enter');
    await page.getByText(`${domain.name} was deleted.`).waitFor();
    expect(new URL(page.url()).pathname).to.equal('/app/domains');
    await page.locator('h1:focus').waitFor();
    expect((await domain.api.get(`/domains/${domain.id}`)).status).to.equal(404);
    expect(tab.problems).to.deep.equal([]);
  });

  it('Reputation says why a domain is paused and what lifts that, and warms a domain up', async () => {
    const domain = await claims.addVerified();
    const tab = await openAs(domain);
    const { page } = tab;
    await tab.openPart('reputation');
    const panel = page.getByRole('tabpanel');
    await panel.getByText('This domain sent no mail in this period.').waitFor();
    const now = app.clock.now();
    await countMail(app.pool, domain, now, { judged: 210, bounced: 26, daysAgo: 1 });
    await makePaused(app.pool, 'domains', domain.id, { at: now });
    await panel.getByText(/^Paused since/).waitFor();
    await panel.getByText(/Only an operator of this service can lift the pause/).waitFor();
    await panel.getByRole('figure', { name: 'Delivery results by day (UTC)' }).waitFor();
    await panel.getByText(/^12\.38%, 26 of 210\. Warned at 5% or more/).waitFor();

    const warmUp = page.getByRole('switch', { name: 'Warm up this domain' });
    await warmUp.press('Space');
    const meter = panel.getByRole('meter', { name: 'Used today' });
    await meter.waitFor();
    await useCapacity(app.pool, { accountId: domain.accountId, subjectId: domain.id }, now, 12);
    await panel.getByText(/^Step 1 of 11/).waitFor();
    await tab.shoot('domain-reputation');
    expect(await tab.findFaults()).to.deep.equal([]);
    await warmUp.press('Space');
    await page.getByRole('alertdialog').getByRole('button', { name: 'End warm-up' }).press('Enter');
    await meter.waitFor({ state: 'detached' });
    expect(await domain.get()).to.include({ warm_up: null });
    expect(tab.problems).to.deep.equal([]);
  });

  it('Claim leads an account to a name that is its own, and warns the one that holds it', async () => {
    const owner = await claims.addVerified();
    const claim = await claims.claim(owner.name);
    const { page, openPart, shoot, findFaults, problems } = await openAs({ ...claim, id: claim.domainId });
    await openPart('claim');
    await page.getByText(`Copy the value of the record: ${claim.proof}`).waitFor();
    claim.publish();
    await page.getByRole('button', { name: 'Check now' }).press('Enter');
    await page.getByText('Looking for the record.').waitFor();
    await claims.checkDue();
    await page.getByText(/^Ownership proved: the domain is yours on /).waitFor();
    await shoot('domain-claim');
    expect(await findFaults()).to.deep.equal([]);

    await expectWarned(owner);
    // The record of the claim goes, so it fails, and another one is started.
    const again = await openAs({ ...claim, id: claim.domainId });
    await again.openPart('claim');
    claim.withdraw();
    await pass(26);
    await page.getByText('The claim failed: its record was removed').waitFor();
    await page.getByRole('button', { name: 'Start again' }).press('Enter');
    await page.getByText(/^Publish this record by /).waitFor();
    expect((await claim.get()).record.value).not.to.equal(claim.proof);
    expect(problems).to.deep.equal([]);
  });

  const expectWarned = async (owner: AddedDomain) => {
    const tab = await openAs(owner);
    await tab.openPart('claim');
    const warning = tab.page.getByText(`Another account proved that it controls the DNS of ${owner.name}`);
    await warning.first().waitFor();
    await tab.page.getByText(/one that starts with “posthorn-domain-verification=”/).waitFor();
    await tab.shoot('domain-contested');
    expect(await tab.findFaults()).to.deep.equal([]);
  };

  it('have no fault on any screen, and refuse a viewer with a reason', async () => {
    const name = `${['a', 'b', 'c'].map((letter) => letter.repeat(63)).join('.')}.acme.dev`;
    const domain = await claims.addVerified({ name, tracking_subdomain: 'links' });
    await createAudience(app.pool, domain.accountId, LONG.slice(0, 200));
    await app.pool.query(
      'UPDATE domains SET audience_id = (SELECT id FROM audiences WHERE account_id = $1 AND NOT is_default) WHERE id = $2',
      [domain.accountId, domain.id],
    );
    const { api, id } = domain;
    await api.post(`/domains/${id}/dkim/rotate`);
    const tab = await openAs(domain, 'viewer');
    for (const part of ['rules', 'settings', 'reputation', 'claim'])
      await inspect(tab, { name: `domain-${part}`, path: `/domains/${id}/${part}` });
    await tab.openPart('settings');
    // The tabs before have read the domain; it is read again now.
    await tab.settled();
    const clicks = tab.page.getByRole('switch', { name: 'Track clicks' });
    await clicks.press('Space');
    await tab.page
      .getByRole('tooltip')
      .getByText(/Members, admins and owners can do this/)
      .waitFor();
    for (const name of ['Delete domain', 'Use audience'])
      expect(await tab.page.getByRole('button', { name }).getAttribute('aria-disabled'), name).to.equal(
        'true',
      );
    expect(await domain.get()).to.include({ click_tracking: false });
  });
});

async function choose(page: Page, audience: string): Promise<void> {
  await page.getByRole('button', { name: /Audience$/ }).press('Enter');
  await page.getByRole('option', { name: audience }).click();
  await page.getByRole('button', { name: 'Use audience' }).press('Enter');
}
