// Domains in the dashboard, against a DNS server of the test and the checks of a worker: a name is added, its records are
// published with a mistake, and the page says which, until all is green.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type AnsweredRecord, useVerification } from '../../api/domains/support/use-verification.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { focusOn, tabTo } from './keyboard.ts';
import { useTabs } from './tab.ts';

/** From the commit of a check until it is on the page. */
const SEEN_MS = 3_000;

describe('Domains in the dashboard', function () {
  this.timeout(120_000);
  const verification = useVerification();
  const { app, checkDue } = verification;
  const { openTab } = useTabs(app);

  const open = async (path: string, expected?: RegExp) => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const tab = await openTab({ session, ...(expected && { expected }) });
    await tab.open(path);
    return { ...tab, ...session };
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
    await page.getByText('Mail comes from a name that is yours').waitFor();
    await tabTo(page, 'Add a domain');
    await page.keyboard.press('Enter');
    await focusOn(page, 'Name');
    await page.keyboard.type('https://keys.acme-keys.dev/pricing');
    await tabTo(page, 'Use keys.acme-keys.dev');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Add the domain');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'keys.acme-keys.dev' }).waitFor();

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
    await page.getByRole('button', { name: 'Copied, copy again the value of DKIM' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(value);
    await page.keyboard.press('v');
    await check();
    const signs = row(page, 'Signs your mail (DKIM)');
    await signs.getByText('found, not right').waitFor({ timeout: SEEN_MS });
    await page.getByText('3 of 4 records found.').waitFor();
    expect(await signs.locator('mark').allTextContents()).to.deep.equal([value.charAt(40), '#']);
    await signs.getByText('They differ from character 41 on.').waitFor();

    verification.dns().withdraw(dkim?.name ?? '');
    verification.dns().publish(dkim?.name ?? '', { type: 'TXT', value });
    const said = page.getByRole('status').filter({ hasText: 'DKIM is verified. The domain is verified.' });
    await page.keyboard.press('v');
    await check();
    await signs.getByText('verified', { exact: true }).waitFor({ timeout: SEEN_MS });
    await said.waitFor({ state: 'attached' });
    await page.getByText('All 4 records are found. It may send.').waitFor();
    expect(await page.locator('mark').count()).to.equal(0);
    expect(problems).to.deep.equal([]);
  });
});
