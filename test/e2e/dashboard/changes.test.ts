// How open pages learn that something has changed: one stream a browser (docs/architecture/changes.md).
import { expect } from 'chai';
import type { Page, Request } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { createDomain, createEmail } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createSignal } from '../../support/time/signal.ts';
import { listenToTabs } from './stream.ts';
import { showTab, useTabs } from './tab.ts';

const TABS = 8;
const isStream = (request: Request) => request.url().endsWith('/app/changes');
const isListUrl = /\/emails\?/;
const isList = (request: Request) => isListUrl.test(request.url());

describe('What open pages hear of changes', () => {
  const app = useApp();
  const { openTab, openOwnTab } = useTabs(app);

  /** A browser of an account with an email; one of its own for a test that closes its tab or stops its clock. */
  const open = async (openTabOf = openTab) => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { id: domainId } = await createDomain(app.pool, session.accountId);
    const send = (subject: string) => createEmail(app.pool, session.accountId, { domainId, subject });
    await send('Mail 0');
    const tab = await openTabOf({ session, expected: /status of 503/ });
    const streams: Request[] = [];
    const lists: Request[] = [];
    tab.context.on('request', (request) => {
      if (isStream(request)) streams.push(request);
      if (isList(request)) lists.push(request);
    });
    const openList = async (page: Page) => {
      await page.goto(`${app.url}/app/emails`);
      await page.getByRole('link', { name: 'Mail 0', exact: true }).waitFor();
    };
    const openPage = async () => {
      const page = await tab.context.newPage();
      await openList(page);
      return page;
    };
    return { ...tab, session, send, streams, lists, openList, openPage };
  };
  const sees = (page: Page, subject: string) =>
    page.getByRole('link', { name: subject, exact: true }).waitFor({ timeout: 10_000 });

  it('shows a new email in eight tabs of a browser over HTTP/1.1 by one stream, which another tab takes over when its tab closes', async () => {
    const { page, problems, send, streams, lists, openList, openPage } = await open(openOwnTab);
    await openList(page);
    const pages = [page];
    while (pages.length < TABS) pages.push(await openPage());
    await eventually('the stream', () => streams.length === 1);
    await send('Mail 1');
    await Promise.all(pages.map((each) => sees(each, 'Mail 1')));
    expect(streams).to.have.length(1);
    // As often as they were opened, met the stream and heard of the email.
    expect(lists.length).to.be.at.most(4 * TABS);
    const reader = streams[0]?.frame().page();
    await reader?.close();
    await eventually('another stream', () => streams.length === 2);
    expect(streams[1]?.frame().page()).not.to.equal(reader);
    await send('Mail 2');
    await Promise.all(pages.filter((each) => each !== reader).map((each) => sees(each, 'Mail 2')));
    expect(problems).to.deep.equal([]);
  });

  it('shows what has changed between the first reading of a list and its answer', async () => {
    const { page, problems, send, openPage, streams } = await open();
    const other = await openPage();
    await eventually('the stream', () => streams.length === 1);
    const answer = createSignal();
    let isRead = false;
    await page.route(isListUrl, async (route) => {
      const response = await route.fetch();
      isRead = true;
      await answer.given;
      await route.fulfill({ response });
    });
    // Where another list hears of changes already.
    await page.goto(`${app.url}/app/domains`);
    await page.getByRole('table', { name: 'Domains' }).waitFor();
    await page.getByRole('link', { name: 'Emails', exact: true }).click();
    await eventually('the first reading', () => isRead);
    await send('Mail 1');
    await sees(other, 'Mail 1');
    answer.give();
    await sees(page, 'Mail 1');
    expect(problems).to.deep.equal([]);
  });

  it('shows at once what has changed while another page was open, however soon one comes back', async () => {
    const { page, problems, send, openList, session } = await open(openOwnTab);
    await openList(page);
    const untilSaid = await listenToTabs(page, session);
    await untilSaid('open', 'beat');
    // What is read from now on stays as new as it is.
    await page.clock.setFixedTime(new Date());
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
    await send('Mail 1');
    await untilSaid('changed');
    await page.goBack();
    await sees(page, 'Mail 1');
    expect(problems).to.deep.equal([]);
  });

  it('asks nothing while it is hidden, serves the tabs that are seen, and asks once when it is seen again', async () => {
    const { page, problems, send, streams, lists, openList, openPage } = await open();
    await openList(page);
    await eventually('the stream', () => streams.length === 1);
    const other = await openPage();
    await showTab(page, false);
    await send('Mail 1');
    await sees(other, 'Mail 1');
    const ofPage = () => lists.filter((request) => request.frame().page() === page).length;
    const before = ofPage();
    await send('Mail 2');
    await sees(other, 'Mail 2');
    expect(ofPage()).to.equal(before);
    await showTab(page, true);
    await sees(page, 'Mail 2');
    expect(ofPage()).to.equal(before + 1);
    expect(problems).to.deep.equal([]);
  });

  it('asks every minute, is answered 304 while nothing has changed, and asks every two seconds while there is no stream', async () => {
    const { page, context, problems, send, openList } = await open(openOwnTab);
    await page.clock.install();
    await openList(page);
    await send('Mail 1');
    await sees(page, 'Mail 1');
    await page.clock.fastForward(4_000);
    const same = page.waitForResponse((response) => isList(response.request()) && response.status() === 304);
    await page.clock.fastForward(61_000);
    await same;
    await sees(page, 'Mail 1');
    await context.route('**/app/changes', (route) => route.fulfill({ status: 503, body: '{}' }));
    app.deps.changes.close();
    const asked = () => page.waitForRequest(isList);
    for (let look = 0; look < 3; look += 1) {
      const next = asked();
      await page.clock.fastForward(look === 0 ? 11_000 : 2_100);
      await next;
    }
    expect(problems).to.deep.equal([]);
  });
});
