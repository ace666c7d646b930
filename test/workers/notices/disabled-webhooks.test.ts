// The notice to the owner of an account whose webhook was disabled because it kept failing, through our own send path.
import { expect } from 'chai';
import { confirmAddress } from '../../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import { pauseSending, resumeSending } from '../../../shared/resources/foundation/sending/pause.ts';
import { notifyOfDisabledWebhooks } from '../../../workers/notices/disabled-webhooks.ts';
import {
  createAccount,
  createDomain,
  createSuppression,
  createWebhook,
} from '../../support/factories/factories.ts';
import { createMember } from '../../support/factories/people-factories.ts';
import { useJob } from '../support/use-job.ts';

const FAILING_SINCE = new Date('2026-11-01T00:00:00.000Z');

describe('the notice of a disabled webhook', () => {
  const job = useJob();
  const { query, row } = job;
  let operator: { id: string; domain: string };
  before(async () => {
    const { id } = await createAccount(job.pool);
    const { name } = await createDomain(job.pool, id);
    operator = { id, domain: name };
  });
  afterEach(() => query('TRUNCATE emails, email_recipients, webhooks'));

  const disabledWebhook = async (...owners: string[]) => {
    const { id: accountId } = await createAccount(job.pool);
    for (const owner of owners) await confirmAddress(job.pool, accountId, owner);
    const webhook = await createWebhook(job.pool, accountId, { status: 'disabled' });
    await query('UPDATE webhooks SET notice_due_at = now(), failing_since = $2 WHERE id = $1', [
      webhook.id,
      FAILING_SINCE,
    ]);
    return webhook;
  };
  const emails = () =>
    query(
      `SELECT emails.account_id, source, from_address, to_addresses, subject, text, headers FROM emails
       JOIN email_contents ON email_contents.id = content_id ORDER BY emails.id`,
    );
  const isDue = async ({ id }: { id: string }) =>
    (await row('SELECT notice_due_at FROM webhooks WHERE id = $1', [id])).notice_due_at !== null;

  it('Emails the owners and admins of the account when five days of failures have disabled a webhook.', async () => {
    const webhook = await disabledWebhook('first@customer.dev');
    const { accountId } = webhook;
    for (const role of ['viewer', 'member', 'admin', 'owner'] as const)
      await createMember(job.pool, { accountId, role, email: `${role}@customer.dev` });
    await createMember(job.pool, { accountId, email: 'new@customer.dev', confirmedAt: null });
    await notifyOfDisabledWebhooks(job.deps);
    const [email, ...others] = await emails();
    expect(others).to.deep.equal([]);
    expect(email).to.deep.include({
      account_id: operator.id,
      from_address: `Posthorn <notices@${operator.domain}>`,
      source: 'notice',
      to_addresses: ['owner@customer.dev', 'admin@customer.dev'],
      subject: 'Your webhook was disabled',
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    expect(email?.text).to.contain(webhook.id).and.to.contain(FAILING_SINCE.toISOString());
    expect(email?.text).to.contain('http://127.0.0.1/hook');
  });

  it('goes to the address that was confirmed first when no owner or admin has a confirmed address', async () => {
    const { accountId } = await disabledWebhook('first@customer.dev', 'second@customer.dev');
    await createMember(job.pool, { accountId, confirmedAt: null });
    await createMember(job.pool, { accountId, role: 'member' });
    await notifyOfDisabledWebhooks(job.deps);
    expect((await emails()).map(({ to_addresses }) => to_addresses)).to.deep.equal([['first@customer.dev']]);
  });

  it('is sent once, also when two workers send it at the same moment', async () => {
    const webhook = await disabledWebhook('owner@customer.dev');
    await Promise.all(Array.from({ length: 20 }, () => notifyOfDisabledWebhooks(job.deps)));
    expect(await emails()).to.have.length(1);
    expect(await isDue(webhook)).to.equal(false);
  });

  it('is dropped when the account has no owner, and does not delay others', async () => {
    const nobodys = await disabledWebhook();
    await disabledWebhook('owner@customer.dev');
    await notifyOfDisabledWebhooks(job.deps);
    expect(await emails()).to.have.length(1);
    expect(await isDue(nobodys)).to.equal(false);
  });

  it('stays due while all sending is paused', async () => {
    const webhook = await disabledWebhook('owner@customer.dev');
    await pauseSending(job.pool, 'for a test');
    const failure = await notifyOfDisabledWebhooks(job.deps).catch((error: unknown) => error);
    await resumeSending(job.pool);
    expect(failure).to.include({ name: 'sending_service_unavailable' });
    expect(await isDue(webhook)).to.equal(true);
  });

  it('is dropped when the owner cannot be mailed', async () => {
    const webhook = await disabledWebhook('bounced@customer.dev');
    const fields = { origin: 'bounce', createdAt: job.deps.clock.now() } as const;
    await createSuppression(job.pool, operator.id, 'bounced@customer.dev', fields);
    await notifyOfDisabledWebhooks(job.deps);
    expect(await emails()).to.deep.equal([]);
    expect(await isDue(webhook)).to.equal(false);
  });

  it('is sent from any domain that can send, also a partially verified one', async () => {
    await disabledWebhook('owner@customer.dev');
    await query("UPDATE domains SET status = 'partially_verified'");
    await notifyOfDisabledWebhooks(job.deps);
    await query("UPDATE domains SET status = 'verified'");
    expect(await emails()).to.have.length(1);
  });

  it('waits until the oldest account has a domain that can send', async () => {
    const webhook = await disabledWebhook('owner@customer.dev');
    await query("UPDATE domains SET status = 'failed'");
    await notifyOfDisabledWebhooks(job.deps);
    expect(await isDue(webhook)).to.equal(true);
    await query("UPDATE domains SET status = 'verified'");
    await notifyOfDisabledWebhooks(job.deps);
    expect(await emails()).to.have.length(1);
  });
});
