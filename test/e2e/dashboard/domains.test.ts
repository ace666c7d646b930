// Domains in the dashboard, against a DNS server of the test and the checks of a worker: a name is added, its records are
// published with a mistake, and the page says which, until all is green.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type AnsweredRecord, useVerification } from '../../api/domains/support/use-verification.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { inspect } from './inspect.ts';
import { focusOn, tabTo } from './keyboard.ts';
import { isOfPage, showTab, useTabs } from './tab.ts';

/** From the commit of a check until it is on the page: three seconds, but for a machine that has much else to do. */
const SEEN_MS = 10_000;
const TEXTS = 200;

describe('Domains in the dashboard', function () {
  this.timeout(120_000);
  const verification = useVerification();
  const { app, checkDue } = verification;
  const { openTab, openOwnTab } = useTabs(app);

  const open = async (path: string, expected?: RegExp) => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const tab = await openTab({ session, ...(expected && { expected }) });
    await tab.open(path);
    return { ...tab, ...session, dialog: tab.page.getByRole('dialog') };
  };
  const recordsOf = async (name: string): Promise<AnsweredRecord[]> => {
    const { rows } = await app.pool.query('SELECT id FROM domains WHERE name = $1', [name]);
    const { records } = await readDomain(rows[0].id);
    return records;
  };
  /** As the account of the page reads it. */
  let readDomain: (id: string) => Promise<{ records: AnsweredRecord[] }>;
  const readsAs = (page: Page) => {
    readDomain = (id) => page.evaluate(`fetch('${app.url}/domains/${id}').then((answer) => answer.json())`);
  };
  const row = (page: Page, purpose: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: purpose }) });
  /** Runs the checks that a press of Verify now has made due. */
  const check = () => eventually('a check is due', async () => (await checkDue()).length > 0);

  it('lead by keyboard from a name to a verified domain, past a character that is wrong', async () => {
    const { page, problems } = await open('/domains');
    readsAs(page);
    await page.getByText('Add your first domain').waitFor();
    await tabTo(page, 'Add a domain');
    await page.keyboard.press('Enter');
    await focusOn(page, 'Name');
    await page.keyboard.type('https://keys.acme-keys.dev/pricing');
    await tabTo(page, 'Use keys.acme-keys.dev');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Add domain');
    await page.keyboard.press('Enter');
    await page.locator('h2:focus', { hasText: 'keys.acme-keys.dev' }).waitFor();

    const records = await recordsOf('keys.acme-keys.dev');
    const [dkim] = records;
    const value = dkim?.value ?? '';
    const wrong = `${value.slice(0, 40)}#${value.slice(41)}`;
    for (const { name, type, value: text, priority, record } of records) {
      const published = record === 'DKIM' ? wrong : text;
      verification
        .dns()
        .publish(
          name,
          type === 'MX' ? { type, value: text, priority: priority ?? 0 } : { type, value: published },
        );
    }
    await tabTo(page, `Copy the host of DKIM`);
    await page.keyboard.press('c');
    await page.getByRole('button', { name: 'Copied. Copy again the value of DKIM' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(value);
    await page.keyboard.press('v');
    await check();
    const signs = row(page, 'Signs your mail (DKIM)');
    await signs.getByText('found, wrong value').waitFor({ timeout: SEEN_MS });
    await page.getByText('3 of 4 records are correct.').waitFor();
    expect(await signs.locator('mark').allTextContents()).to.deep.equal([value.charAt(40), '#']);
    await signs.getByText('The values differ only in character 41.').waitFor();

    verification.dns().withdraw(dkim?.name ?? '');
    verification.dns().publish(dkim?.name ?? '', { type: 'TXT', value });
    const said = page.getByRole('status').filter({ hasText: 'DKIM is verified. The domain is verified.' });
    await page.keyboard.press('v');
    await check();
    await signs.getByText('verified', { exact: true }).waitFor({ timeout: SEEN_MS });
    await said.waitFor({ state: 'attached' });
    await page.getByText('All 4 records found. The domain can send.').waitFor();
    expect(await page.locator('mark').count()).to.equal(0);
    expect(problems).to.deep.equal([]);
  });

  it('show a viewer what others have written into DNS, bounded, and what is not known while DNS does not answer', async () => {
    const { addDomain, dns } = verification;
    const domain = await addDomain();
    const [dkim = { name: '' }, , spf = { name: '' }] = await domain.records();
    for (let text = 0; text < TEXTS; text += 1)
      dns().publish(dkim.name, { type: 'TXT', value: `<b>text ${text}</b>` });
    dns().publish(spf.name, { type: 'TXT', value: `v=spf1 ${'ip4:192.0.2.1 '.repeat(300)}-all` });
    await domain.verify();
    await domain.nextCheck();
    const session = await viewerOf(domain.accountId);
    const tab = await openTab({ session });
    const { page } = tab;
    await inspect(tab, { name: 'domain-bad-data', path: `/domains/${domain.id}` });
    const signs = row(page, 'Signs your mail (DKIM)');
    await signs.getByText(`There are ${TEXTS} DKIM records at`).waitFor();
    expect(await signs.getByText('The values differ from the first character').count()).to.equal(3);
    await signs.getByRole('button', { name: 'Show 10 found values' }).click();
    expect(await signs.getByText('The values differ from the first character').count()).to.equal(10);
    const refused = page.getByRole('button', { name: 'Verify now' });
    expect(await refused.getAttribute('aria-disabled')).to.equal('true');
    await page.keyboard.press('v');
    const reason = page.getByText('Members, admins and owners can do this. Your role is viewer.');
    await reason.filter({ visible: true }).first().waitFor();

    // The page counts from the clock of the browser: the minute until the next question begins now, not with the file.
    app.clock.set(new Date(Math.max(Date.now(), app.clock.now().getTime())));
    const silent = await addDomain();
    dns().fail('SERVFAIL');
    await silent.verify();
    await silent.nextCheck();
    dns().heal();
    const other = await openTab({ session: await viewerOf(silent.accountId) });
    await other.open(`/domains/${silent.id}`);
    await page.getByText('DNS has not answered yet. Next check in').waitFor();
    expect(await page.getByText('waiting', { exact: true }).count()).to.equal(4);
    expect(tab.requests.filter((request) => /compliance|mx-check|dns-provider/.test(request))).to.deep.equal(
      [],
    );
  });

  it('ask nothing while hidden or gone, and show once seen again what has changed since', async () => {
    const domain = await verification.addDomain();
    await domain.verify();
    const {
      page,
      open: openPage,
      requests,
    } = await openOwnTab({ session: await viewerOf(domain.accountId), expected: /status of 404/ });
    await page.clock.install();
    await openPage(`/domains/${domain.id}`);
    await page.getByText('Checking now').waitFor();
    await showTab(page, false);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    requests.length = 0;
    await domain.publish();
    await domain.nextCheck();
    await page.clock.runFor(120_000);
    expect(requests.filter(isOfPage)).to.deep.equal([]);
    await showTab(page, true);
    await page.clock.runFor(100);
    await page.getByText('All 4 records found. The domain can send.').waitFor();
    await domain.api.delete(`/domains/${domain.id}`).expect(200);
    await page.clock.runFor(70_000);
    await page.getByRole('heading', { name: 'This domain does not exist' }).waitFor();
    requests.length = 0;
    await page.clock.runFor(70_000);
    expect(requests.filter((request) => request === `GET /domains/${domain.id}`)).to.deep.equal([]);
    await page.close();
  });

  it('refuse a bad name at its field, and lead from a name that another account has into its claim', async () => {
    const { page, dialog, problems, shoot } = await open('/domains?create=yes', /status of (422|409)/);
    const taken = await verification.addVerified();
    const field = dialog.getByRole('textbox', { name: 'Name' });
    for (const [name, says] of [
      ['acme.dev/path', 'Enter a domain name'],
      [`${'a.'.repeat(115)}acme.dev`, 'must have up to 230 characters'],
      ['co.uk', 'must be a domain that you own'],
    ] as const) {
      await field.fill(name);
      await field.press('Enter');
      await dialog.getByText(says).waitFor();
      await page.locator('input[aria-invalid=true]:focus').waitFor();
    }
    await field.fill(`www.${taken.name}`);
    await dialog.getByRole('button', { name: `Use ${taken.name}` }).click();
    await field.press('Enter');
    await dialog.getByText('Another account uses this domain').waitFor();
    await shoot('domain-conflict');
    await dialog.getByRole('button', { name: `Claim ${taken.name}` }).click();
    await page.waitForURL(/\/domains\/[0-9a-f-]{36}\/claim$/);
    await page.getByRole('tab', { name: 'Claim', selected: true }).waitFor();
    await page.getByRole('heading', { level: 2, name: taken.name }).waitFor();
    expect(problems).to.deep.equal([]);
  });

  it('save the records as files, write a text for the person who runs the DNS, and ask for its provider once', async () => {
    const domain = await verification.addDomain();
    const session = await viewerOf(domain.accountId, 'member');
    const tab = await openTab({ session });
    const { page, requests, problems } = tab;
    await page.route(/dns-provider$/, (route) => route.fulfill({ json: providerOf(domain) }));
    await tab.open(`/domains/${domain.id}`);
    for (const [button, file] of [
      ['CSV', `${domain.name}-records.csv`],
      ['Zone file', `${domain.name}.zone`],
    ] as const) {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: button, exact: true }).click();
      expect((await saved).suggestedFilename()).to.equal(file);
    }
    await page.getByRole('button', { name: 'Send to your DNS administrator' }).click();
    const letter = page.getByRole('dialog');
    await letter.getByText(`please add these DNS records for ${domain.name}`).waitFor();
    const link = letter.getByRole('link', { name: 'Write an email' });
    expect(await link.getAttribute('href')).to.match(/^mailto:\?subject=DNS%20records/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Steps at your DNS provider' }).click();
    await page.getByText('is at Amazon Route 53').waitFor();
    await page.getByRole('button', { name: 'Copy the value of SPF in this form: "v=spf1' }).waitFor();
    const openDmarc = () => page.getByRole('button', { name: /\(DMARC\)/ }).click();
    await page.getByRole('radio', { name: 'Full name' }).check();
    await openDmarc();
    await page.getByRole('button', { name: `Copy the host of DMARC: _dmarc.${domain.name}` }).waitFor();
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page
      .getByText(/Checking now|No check|Next check/)
      .first()
      .waitFor();
    expect(requests.filter((request) => request.includes('dns-provider'))).to.have.length(1);
    await startDevelopmentDns(page, () => domain.publish());
    await page.reload();
    await openDmarc();
    await page.getByRole('button', { name: `Copy the host of DMARC: _dmarc.${domain.name}` }).waitFor();
    await page.getByText('not the internet').waitFor();
    await tab.shoot('domain-development-dns');
    // The check that was asked for above is due already, and would come before the records.
    const asked = page.waitForResponse((answer) => answer.url().endsWith(`/domains/${domain.id}/verify`));
    await page.getByRole('button', { name: 'Publish in development DNS' }).click();
    await asked;
    await page.getByText(/Checking now|Checking again now/).waitFor();
    await check();
    await page.getByText('All 4 records found. The domain can send.').waitFor();
    await page.getByText('not the internet').waitFor({ state: 'detached' });
    expect(problems).to.deep.equal([]);
  });

  const viewerOf = async (accountId: string, role: 'viewer' | 'member' = 'viewer') => {
    return await signIn(app.pool, { accountId, role, now: app.clock.now() });
  };
});

/** As under `npm start`: the page says that there is one, and the server publishes what it is asked to. */
async function startDevelopmentDns(page: Page, publish: () => Promise<void>): Promise<void> {
  await page.route(/\/app\/domains\//, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(
      'development-dns" content="no"',
      'development-dns" content="yes"',
    );
    await route.fulfill({ response, body: html });
  });
  await page.route(/\/app\/development-dns\//, async (route) => {
    await publish();
    await route.fulfill({ json: { object: 'domain' } });
  });
}

function providerOf({ id, name }: { id: string; name: string }) {
  return {
    object: 'domain_dns_provider',
    id,
    name,
    provider: 'Amazon Route 53',
    records_url: 'https://console.aws.amazon.com/route53/v2/hostedzones',
    nameservers: ['ns-1.awsdns-01.com', 'ns-2.awsdns-02.net'],
  };
}
