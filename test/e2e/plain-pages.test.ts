// Every plain page in Chromium, in one look: without faults on a phone and on a desk (inspect.ts), nothing from another host.
// The words are as long as they may be.
import { expect } from 'chai';
import { sharedEmailPath } from '../../api/resources/emails/share/output.ts';
import { HOUR_MS } from '../../shared/platform/time/durations.ts';
import { createConfirmingAccount, createOperator, mailedPages } from '../api/account/confirming.ts';
import { useEmptyBuild } from '../api/app/dashboard-build.ts';
import { createLink } from '../api/auth/links.ts';
import { tokenOfUrl } from '../api/invitations/support.ts';
import { createVoterOf } from '../api/polls/voter.ts';
import { createPerson } from '../api/unsubscribes/person.ts';
import { useApp } from '../support/api/app.ts';
import { createEmail } from '../support/factories/factories.ts';
import { signIn } from '../support/factories/people-factories.ts';
import { inspectOpen } from './dashboard/inspect.ts';
import { type Tab, useTabs } from './dashboard/tab.ts';

const LONG = 'W'.repeat(60);
const LOOKED_AT_WITHIN_MS = 400_000;
/** The status of pages that are errors, a header that counts over TLS only, and the tab's own script in a sandbox. */
const EXPECTED =
  /status of \d{3}|Cross-Origin-Opener-Policy header has been ignored|Blocked script execution/;

/** Their people have nothing to do with this server. */
const OF_RECEIVERS: ReadonlySet<string> = new Set([
  'confirm',
  'confirmed',
  'shared',
  'shared-dead',
  'unsubscribe',
  'unsubscribed',
  'preferences',
  'poll',
  'voted',
  'web-version',
]);

type Case = [name: string, path: string, heading: string, act?: (tab: Tab) => Promise<void>];

describe('Plain pages in a browser', () => {
  const build = useEmptyBuild();
  const app = useApp({ deps: { dashboardDirectory: build.path } });
  const { openTab } = useTabs(app);

  it('look like one, are read by everybody, and load nothing from another host', async function () {
    // In a long run each of them is looked at in four ways.
    this.timeout(LOOKED_AT_WITHIN_MS);
    const tab = await openTab({ expected: EXPECTED });
    const { page } = tab;
    for (const [name, path, heading, act] of await makeCases()) {
      await page.goto(`${app.url}${path}`);
      await act?.(tab);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      const bar = page.getByRole('navigation', { name: 'Posthorn' });
      expect(await bar.getByRole('link').allTextContents(), name).to.deep.equal(
        OF_RECEIVERS.has(name) ? [] : ['Dashboard', 'Documentation'],
      );
      await inspectOpen(tab, `plain-${name}`);
      expect(tab.problems.splice(0), name).to.deep.equal([]);
    }
  });

  it('keep the colours that the person has chosen for the dashboard', async () => {
    const tab = await openTab({ theme: 'light', expected: EXPECTED });
    await tab.context.addCookies([{ name: 'posthorn_theme', value: 'dark', url: app.url }]);
    await tab.page.goto(`${app.url}/ops/login`);
    expect(
      await tab.page.evaluate('getComputedStyle(document.querySelector("main")).backgroundColor'),
    ).to.equal('rgb(26, 27, 31)');
  });

  async function makeCases(): Promise<Case[]> {
    await createOperator(app);
    const owner = await signIn(app.pool, { now: app.clock.now() });
    const invited = { email: `${'b'.repeat(60)}@far.dev`, role: 'member' };
    const { body } = await app.asPerson(owner).post('/invitations').send(invited).expect(201);
    const account = await createConfirmingAccount(app, { name: LONG });
    await account.ask('bo@customer.dev');
    const [confirm = ''] = await mailedPages(app, 'bo@customer.dev');
    const person = await createPerson(app, { topic: { name: 'W'.repeat(50), description: LONG } });
    const labels = ['Good', LONG.slice(0, 50)];
    const poll = { question: LONG.slice(0, 50), labels, results: 'public' } as const;
    const voter = await createVoterOf(app, person.owner, { poll });
    return [
      ['operators', '/ops/login', 'Sign in as an operator'],
      ['operators-refused', '/ops/login', 'Sign in as an operator', refuseOperator],
      ['sign-in-refused', '/app/sign-in?token=x', 'This link cannot sign you in'],
      ['accept', `/app/accept?token=${tokenOfUrl(body.url)}`, 'Accept invitation'],
      ['reset', `/app/reset?token=${await createLink(app, owner.email)}`, 'Choose a new password'],
      ['broken', '/app/reset?token=x', 'This link does not work'],
      ['no-build', '/app/emails', 'The dashboard is not built'],
      ['no-page', '/app/assets/x', 'Page not found'],
      ['confirm', confirm, 'Confirm your address'],
      ['confirmed', confirm, 'Address confirmed', press('Confirm')],
      ['shared', await share(), LONG],
      ['shared-dead', '/share/emails/x', 'This link is not available'],
      ['unsubscribe', person.unsubscribe, 'Unsubscribe'],
      ['unsubscribed', person.unsubscribe, 'Unsubscribed', press('Unsubscribe')],
      ['preferences', person.preferences, 'Email preferences'],
      ['poll', voter.pathOf(2), poll.question],
      ['voted', voter.pathOf(2), poll.question, press('Vote')],
      ['web-version', '/view/x', 'This link does not work'],
      ['download', '/downloads/attachments/x', 'Page not found'],
      ['unknown', `/${LONG}`, 'Page not found'],
      ['operation', '/emails', 'This address is for programs'],
    ];
  }

  async function share(): Promise<string> {
    const { accountId } = await signIn(app.pool, { now: app.clock.now() });
    const { id } = await createEmail(app.pool, accountId, { subject: LONG });
    const inAnHour = new Date(app.clock.now().getTime() + HOUR_MS);
    const { pathname, search } = new URL(app.deps.links.sign(sharedEmailPath(id), inAnHour));
    return pathname + search;
  }
});

const press =
  (name: string) =>
  ({ page }: Tab) =>
    page.getByRole('button', { name, exact: true }).click();

async function refuseOperator({ page }: Tab): Promise<void> {
  await page.getByLabel('OPS_TOKEN').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('This token is not correct.').waitFor();
}
