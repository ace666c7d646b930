// The simulator in the dialog that sends an email: each outcome of docs/reference/simulator.md by one press, and what
// happens to that mail, as it happens, with real workers.
import { expect } from 'chai';
import { SIMULATOR_OUTCOMES } from '../../../shared/contract/emails/simulator-outcomes.ts';
import { webhookWork } from '../../../shared/resources/foundation/webhooks/delivery/work.ts';
import { sendingWork } from '../../../shared/resources/messaging/emails/delivery/work.ts';
import { loadEntries } from '../../../workers/registry.ts';
import { useApp } from '../../support/api/app.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import { createDomain, createWebhook } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/net/webhooks-receiver.ts';
import { createWorkerDeps } from '../../support/work/worker.ts';
import { type StartedWorker, startWorker } from '../../workers/support/started-worker.ts';
import { useTabs } from './tab.ts';

describe('The simulator of the dashboard', () => {
  let worker: StartedWorker;
  let receiver: WebhookReceiver;
  // Defined before the hooks of useApp, so that the worker ends before the database does.
  after(async () => {
    await worker.stop();
    await receiver.close();
  });
  const app = useApp();
  const { openTab } = useTabs(app);
  before(async () => {
    receiver = await startWebhookReceiver();
    const entries = await loadEntries([sendingWork, webhookWork]);
    const servers = { databaseUrl: app.deps.config.databaseUrl, redisUrl: undefined };
    const made = await createWorkerDeps(servers, { entries });
    const config = { ...made.config, secretKeys: TEST_SECRET_KEYS, smtpUrl: 'smtp://127.0.0.1:9' };
    worker = startWorker({ ...made, config }, entries, true);
  });

  it('shows by one press what a program sees of each outcome, in order, with the delivery to its webhook', async () => {
    const session = await signIn(app.pool, { now: new Date() });
    const tab = await openTab({ session });
    const { page, open, load, problems, shoot } = tab;
    await open('/emails?compose=yes');
    await page.getByText('No domain can send yet').waitFor();
    await page.getByRole('radio', { name: 'Write' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Bounced' }).focus();
    await page.getByRole('tooltip', { name: 'Add a domain that can send first.' }).waitFor();
    await shoot('simulator-no-domain');
    await createDomain(app.pool, session.accountId);
    // No row of the list under the dialog comes and moves others.
    await load('/emails?status=canceled&compose=simulator');
    const dialog = page.getByRole('dialog');
    const press = async (label: string) => {
      await dialog.getByRole('button', { name: label, exact: true }).focus();
      await page.keyboard.press('Enter');
      const mail = dialog.getByRole('region', { name: new RegExp(`^The mail to ${label.toLowerCase()}\\+`) });
      await mail.waitFor();
      return mail;
    };

    const alone = await press('Failed');
    await alone.getByText('This account has no webhook to notify.').waitFor();
    expect(await alone.getByRole('link', { name: 'Add a webhook' }).getAttribute('href')).to.equal(
      '/app/webhooks',
    );
    await createWebhook(app.pool, session.accountId, { endpointUrl: receiver.url, events: ['*'] });

    for (const { label, events } of SIMULATOR_OUTCOMES) {
      const mail = await press(label);
      const rows = mail.getByRole('listitem').filter({ hasText: receiver.url });
      await rows
        .filter({ hasText: 'delivered' })
        .nth(events.length - 1)
        .waitFor();
      const named = await rows.getByRole('link').allTextContents();
      expect(named, label).to.deep.equal(events);
      await shoot(`simulator-${label.toLowerCase()}`);
    }
    expect(await tab.findFaults()).to.deep.equal([]);
    expect(await tab.readShift()).to.be.at.most(0.02);
    expect(problems).to.deep.equal([]);
  });

  it('fits a phone, and says to a viewer who may press', async () => {
    const session = await signIn(app.pool, { now: new Date(), role: 'viewer' });
    await createDomain(app.pool, session.accountId);
    const tab = await openTab({ session, width: 320, theme: 'dark' });
    const { page, open, shoot, problems } = tab;
    await open('/emails?compose=simulator');
    const button = page.getByRole('dialog').getByRole('button', { name: 'Bounced' });
    await button.focus();
    await page.getByRole('tooltip', { name: 'Members, admins and owners can do this.' }).waitFor();
    await shoot('simulator-viewer');
    await tab.expectNoSidewaysScroll('the simulator');
    expect(await tab.findFaults()).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
  });
});
