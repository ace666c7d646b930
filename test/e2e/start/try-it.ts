// "Try it" on the pages of the reference (site/page/try/): the form of an operation, what its request leaves, and bad input.
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { inspectOpen } from '../dashboard/inspect.ts';
import type { Tab } from '../dashboard/tab.ts';
import { type Start, TO_THE_INBOX } from './start.ts';

const PAGE = '/docs/api/emails';
/** Code whose characters are drawn together, so that `=>` looks like one. */
const LIGATURES = `[...document.querySelectorAll('pre, pre *, .try-form :is(input, textarea, select)')]
  .filter((each) => getComputedStyle(each).fontVariantLigatures !== 'none').map(({ className, nodeName }) => nodeName + className)`;
const AWAY = 'The server does not answer. Is npm start still running?';

/** Tests inside the `describe` of a start. */
export function testTryIt(start: Start): void {
  const open = async (options: Parameters<Start['openTab']>[0] = {}) => {
    const tab = await start.openTab(options);
    await tab.page.goto(`${start.announcement.apiUrl}${PAGE}`);
    return tab;
  };

  it('tries an operation from its page, and leads to its log and its mail', async () => {
    const tab = await open({ expected: TO_THE_INBOX });
    const form = await openForm(tab, 'sendemail');
    expect(await field(form, 'from').inputValue()).to.equal(`Ana <ana@${start.announcement.domain}>`);
    await field(form, 'subject').fill('Tried from its page');
    const requestId = await send(tab, form);
    await form.getByText('200 OK').waitFor();
    expect(await form.getByLabel('The answer').textContent()).to.match(/^\{\n {2}"id": "[\da-f-]{36}"\n\}$/);
    expect(await tab.page.evaluate(LIGATURES)).to.deep.equal([]);
    const log = await form.getByRole('link', { name: 'Its log' }).getAttribute('href');
    expect(await readLog(start, log)).to.include({ request_id: requestId, endpoint: '/emails' });
    await form.getByRole('link', { name: 'The mail in the inbox' }).click();
    await tab.page.getByRole('heading', { name: 'Tried from its page' }).waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('says of a tried request at once what cannot be sent, and sends nothing', async () => {
    const tab = await open();
    const form = await openForm(tab, 'sendemail');
    const requests = [...tab.requests];
    await field(form, 'tags').fill('[{"name":');
    await form.getByText('More fields').click();
    await field(form, 'idempotency-key').fill('schlüssel');
    await press(form);
    await form.getByText(/^tags: Enter valid JSON: /).waitFor();
    await form.getByText('idempotency-key: A header must be printable ASCII.').waitFor();
    const other = await openForm(tab, 'getemail');
    for (const [id, words] of [
      ['', 'id: Enter a value for the path.'],
      ['..', 'id: A value of only dots would change the path.'],
    ] as const) {
      await field(other, 'id').fill(id);
      await press(other);
      await other.getByText(words).waitFor();
    }
    expect(tab.requests).to.deep.equal(requests);
    expect(tab.problems).to.deep.equal([]);
  });

  it('shows what a tried request is refused for, markup as text, and that the server is away', async () => {
    const tab = await open({ expected: /status of (422|502)|ERR_FAILED/ });
    const form = await openForm(tab, 'sendemail');
    await field(form, 'to').fill('');
    await send(tab, form);
    const answer = form.getByLabel('The answer');
    await form.getByText(/^422 /).waitFor();
    expect(JSON.parse((await answer.textContent()) ?? '')).to.include({ statusCode: 422 });
    await tab.page.route('**/emails', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<img src=x onerror="alert(1)"><h1>Bad' }),
    );
    await send(tab, form);
    await form.getByText(/^502 /).waitFor();
    expect(await answer.textContent()).to.equal('<img src=x onerror="alert(1)"><h1>Bad');
    await tab.page.unrouteAll();
    await tab.page.route('**/emails', (route) => route.abort());
    await press(form);
    await form.getByText(AWAY).waitFor();
    expect(await form.getByText('Sending …').count()).to.equal(0);
    expect(await answer.count()).to.equal(0);
    expect(tab.problems).to.deep.equal([]);
  });

  it('has no form and no key in the reference under a foreign name of the machine', async () => {
    const { page } = await start.openTab({ expected: /posthorn\.test|Cross-Origin-Opener-Policy/ });
    const scripted = page.waitForResponse(/docs-try-/);
    await page.goto(`http://posthorn.test:${new URL(start.announcement.apiUrl).port}${PAGE}`);
    await scripted;
    await page.locator('.open-search:visible').waitFor();
    expect(await page.content()).not.to.include(start.announcement.apiKey);
    expect(await page.locator('.try').count()).to.equal(0);
  });

  it('has no fault in the open form in either theme, and fits 320 px', async () => {
    const tab = await open({ expected: /status of 422/ });
    const form = await openForm(tab, 'sendemail');
    await form.getByText('More fields').click();
    await field(form, 'to').fill('');
    await send(tab, form);
    await form.getByRole('link', { name: 'Its log' }).waitFor();
    await form.scrollIntoViewIfNeeded();
    await inspectOpen(tab, 'try-it');
    expect(tab.problems).to.deep.equal([]);
  });
}

/** @param anchor of the operation */
async function openForm({ page }: Tab, anchor: string): Promise<Locator> {
  const details = page.locator(`#${anchor} + * + details.try`);
  await details.getByText('Try it').click();
  return details.locator('form');
}

const field = (form: Locator, name: string) => form.locator(`[name$="-${name}"]`);

const press = (form: Locator) => form.getByRole('button', { name: /^Send / }).click();

/** @returns the id of the request */
async function send({ page }: { page: Page }, form: Locator): Promise<string | undefined> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    press(form),
  ]);
  return answer.headers()['x-request-id'];
}

/** @param href of its page in the dashboard */
async function readLog({ announcement }: Start, href: string | null): Promise<Record<string, unknown>> {
  const id = /^\/app\/logs\/(\d+)$/.exec(href ?? '')?.[1] ?? expect.fail(`${href} is no log.`);
  const headers = { authorization: `Bearer ${announcement.apiKey}` };
  const answer = await fetch(`${announcement.apiUrl}/logs/${id}`, { headers });
  return (await answer.json()) as Record<string, unknown>;
}
