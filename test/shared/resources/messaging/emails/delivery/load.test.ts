// loadClaimed: loads what a worker needs to send to the recipients that it has claimed.
import { expect } from 'chai';
import { createSecrets } from '../../../../../../shared/platform/security/secrets.ts';
import { NIL_UUID } from '../../../../../../shared/platform/time/ids.ts';
import { dkimKeyOwner } from '../../../../../../shared/resources/messaging/domains/keys/create-dkim-key.ts';
import { UNWATCHED } from '../../../../../../shared/resources/messaging/emails/delivery/held/sender-reputation.ts';
import {
  LARGE_CONTENT_BYTES,
  loadContents,
} from '../../../../../../shared/resources/messaging/emails/delivery/load-contents.ts';
import type { NewEmail } from '../../../../../../shared/resources/messaging/emails/email.ts';
import { readTestDkimKey, TEST_SECRET_KEYS } from '../../../../../support/factories/dkim-key.ts';
import { createDomain, createEmail, createSuppression } from '../../../../../support/factories/factories.ts';
import { eventually } from '../../../../../support/time/eventually.ts';
import { mailboxes } from '../accept/new-email.ts';
import { useAcceptor } from '../accept/use-acceptor.ts';
import { claimEmail, loadNow, type MadeEmail, readEmail } from './outcomes.ts';

const file = { contentType: 'a/b', contentId: null, description: 'c', disposition: 'attachment' as const };

describe('loading claimed recipients', () => {
  const test = useAcceptor();

  /** Accepts an email and claims its recipients, like a job. */
  async function accept(changes: Partial<NewEmail> = {}): Promise<MadeEmail & { token: string }> {
    const asked = test.email(changes);
    const id = await test.create(test.database.pool).accept(asked);
    const { rows: recipients } = await test.database.pool.query(
      'SELECT id, address FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [id],
    );
    const email = { id, accountId: asked.accountId, recipients };
    return { ...email, token: await claimEmail(test.database.pool, email) };
  }
  const load = (...emails: (MadeEmail & { token: string })[]) =>
    loadNow(
      test.database.pool,
      emails.flatMap(({ recipients, token }) => recipients.map(({ id }) => ({ id, token }))),
    );

  it('loads each email once, with its recipients and their tokens', async () => {
    const createdAt = new Date('2026-11-20T10:00:00.123Z');
    const asked = test.email({
      to: mailboxes('Bo <bo@customer.dev>', 'cy@customer.dev'),
      cc: mailboxes('di@customer.dev'),
      bcc: mailboxes('ed@customer.dev'),
      replyTo: mailboxes('help@customer.dev'),
      html: '<p>Hello</p>',
      text: '',
      previewText: 'A look',
      headers: { 'X-A': 'b' },
      attachments: [
        { ...file, filename: 'first.pdf', content: null, path: 'https://files.customer.dev/1' },
        { ...file, filename: 'second.pdf', content: null, path: 'https://files.customer.dev/2' },
      ],
      createdAt,
    });
    const email = await accept(asked);
    const domainName = asked.from.mailbox.domain;
    const setPool = "UPDATE domains SET source_pool = 'vip' WHERE name = $1 RETURNING id";
    const { rows } = await test.database.pool.query(setPool, [domainName]);
    const [loaded, ...others] = await load(email);
    const { dkimKey, attachments, attachmentCount, kept, ...rest } = loaded ?? expect.fail();
    expect([attachmentCount, kept, others]).to.deep.equal([asked.attachments?.length, undefined, []]);
    expect(attachments.map(({ id: _id, ...attachment }) => attachment)).to.deep.equal(asked.attachments);
    expect(rest).to.deep.equal({
      id: asked.id,
      accountId: asked.accountId,
      domainId: rows[0].id,
      messageId: `<${asked.id}@${domainName}>`,
      from: asked.from.text,
      poll: null,
      to: ['Bo <bo@customer.dev>', 'cy@customer.dev'],
      cc: ['di@customer.dev'],
      replyTo: ['help@customer.dev'],
      subject: 'Hello',
      previewText: 'A look',
      headers: { 'X-A': 'b' },
      html: '<p>Hello</p>',
      text: '',
      largeContentId: null,
      rendered: null,
      campaign: null,
      contentBytes: '<p>Hello</p>'.length,
      source: 'api',
      keptSize: null,
      measures: 0,
      tracking: { opens: false, clicks: false },
      topicId: null,
      templateId: null,
      createdAt,
      scheduledAt: null,
      domain: {
        id: rows[0].id,
        name: domainName,
        isSendable: true,
        returnPathLabel: 'send',
        requiresTls: false,
        trackingHost: null,
        sourcePool: 'vip',
      },
      reputation: UNWATCHED,
      recipients: email.recipients.map(({ id, address }) => ({
        id,
        token: email.token,
        address,
        attempts: 1,
        workerDeaths: 0,
        absentSince: null,
        announcedRest: null,
        suppression: undefined,
        isUnconfirmed: false,
        isBeyondCapacity: false,
      })),
    });
    expect(dkimKey?.selector).to.equal('ph1');
  });

  it('leaves large contents to be loaded when the message is composed', async () => {
    const html = 'ü'.repeat(LARGE_CONTENT_BYTES / 2);
    const small = await accept({ html, text: null });
    const large = await accept({ html, text: 'x' });
    const loaded = await load(small, large);
    const [first, second] = [small, large].map(({ id }) => loaded.find((email) => email.id === id));
    expect(first).to.include({ html, largeContentId: null, contentBytes: LARGE_CONTENT_BYTES });
    expect(second).to.include({ html: null, text: null, contentBytes: LARGE_CONTENT_BYTES + 1 });
    const contents = await loadContents(test.database.pool, second?.largeContentId ?? '');
    expect(contents).to.deep.equal({ html, text: 'x' });
  });

  it('loads the encrypted DKIM key of the sender’s domain', async () => {
    const [loaded] = await load(await accept());
    const { id, encryptedPrivateKey } = loaded?.dkimKey ?? expect.fail();
    const pem = createSecrets(TEST_SECRET_KEYS).decrypt(encryptedPrivateKey, dkimKeyOwner(id));
    expect(pem).to.equal(readTestDkimKey().privateKeyPem);
  });

  it('loads the newest of several active keys, and no key that is not published', async () => {
    const email = await accept();
    await test.database.pool.query(
      `INSERT INTO dkim_keys (id, domain_id, selector, public_key, private_key, state)
       SELECT key.id::uuid, domain_id, selector, '', 'new', state
       FROM emails, (VALUES ('ffffffff-ffff-7fff-bfff-fffffffffffe', 'ph2', 'active'),
                            ('ffffffff-ffff-7fff-bfff-ffffffffffff', 'ph3', 'pending')) AS key (id, selector, state)
       WHERE emails.id = $1`,
      [email.id],
    );
    try {
      expect((await load(email))[0]?.dkimKey?.selector).to.equal('ph2');
    } finally {
      await test.database.pool.query("DELETE FROM dkim_keys WHERE selector IN ('ph2', 'ph3')");
    }
  });

  it('loads no key when the domain has none', async () => {
    const email = await accept();
    await test.database.pool.query('UPDATE emails SET domain_id = account_id WHERE id = $1', [email.id]);
    const [loaded] = await load(email);
    expect(loaded?.dkimKey).to.equal(undefined);
    expect(loaded?.domain).to.deep.equal({
      id: NIL_UUID,
      name: '',
      isSendable: false,
      returnPathLabel: '',
      requiresTls: false,
      trackingHost: null,
      sourcePool: null,
    });
  });

  it('loads several emails, each with its claimed recipients', async () => {
    const emails = [];
    for (let count = 0; count < 3; count += 1) {
      emails.push(
        await accept({ to: mailboxes('bo@customer.dev', 'cy@customer.dev'), subject: `subject ${count}` }),
      );
    }
    const [first, second, third] = emails;
    if (!first || !second || !third) expect.fail();
    const loaded = await load(first, { ...second, recipients: second.recipients.slice(1) }, third);
    const seen = loaded.map(({ id, subject, recipients }) => [
      id,
      subject,
      recipients.map((each) => each.id),
    ]);
    expect(seen.sort()).to.deep.equal([
      [first.id, 'subject 0', first.recipients.map(({ id }) => id)],
      [second.id, 'subject 1', [second.recipients[1]?.id]],
      [third.id, 'subject 2', third.recipients.map(({ id }) => id)],
    ]);
  });

  it('sets the emails to sending', async () => {
    const email = await accept();
    await load(email);
    expect((await readEmail(test.database.pool, email.id)).status).to.equal('sending');
  });

  for (const [state, status] of [
    ['queued', 'queued'],
    ['pending', 'pending'],
    ['delivery_delayed', 'delivery_delayed'],
    ['sent', 'sending'],
    ['delivered', 'sending'],
    ['bounced', 'sending'],
    ['suppressed', 'sending'],
  ] as const) {
    it(`makes an email ${status} when one recipient is claimed and the other one is ${state}`, async () => {
      const { accountId } = await test.createSender();
      const recipients = [{ state: 'queued' as const }, { address: 'cy@customer.dev', state }];
      const statusBefore = state === 'pending' || state === 'delivery_delayed' ? state : 'queued';
      const email = await createEmail(test.database.pool, accountId, { recipients, status: statusBefore });
      const claimed = { ...email, recipients: email.recipients.slice(0, 1) };
      await load({ ...claimed, token: await claimEmail(test.database.pool, claimed) });
      expect((await readEmail(test.database.pool, email.id)).status).to.equal(status);
    });
  }

  it('considers the state that another transaction has just written to the other recipient', async () => {
    const { accountId } = await test.createSender();
    const recipients = [{}, { address: 'cy@customer.dev', state: 'sending' as const }];
    const email = await createEmail(test.database.pool, accountId, { recipients });
    const claimed = { ...email, recipients: email.recipients.slice(0, 1) };
    const token = await claimEmail(test.database.pool, claimed);
    const client = await test.database.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM emails WHERE id = $1 FOR NO KEY UPDATE', [email.id]);
    const loading = load({ ...claimed, token });
    await eventually('loading waits for the email', async () => {
      const { rowCount } = await test.database.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    await client.query(`UPDATE email_recipients SET state = 'delivery_delayed' WHERE id = $1`, [
      email.recipients[1]?.id,
    ]);
    await client.query(`UPDATE emails SET status = 'delivery_delayed' WHERE id = $1`, [email.id]);
    await client.query('COMMIT');
    client.release();
    await loading;
    expect((await readEmail(test.database.pool, email.id)).status).to.equal('delivery_delayed');
  });

  it('counts the attempts, including this one', async () => {
    const email = await accept();
    await test.database.pool.query(
      'UPDATE email_recipients SET claimed_by = NULL, claim_token = NULL, woken_at = now() WHERE email_id = $1',
      [email.id],
    );
    const again = { ...email, token: await claimEmail(test.database.pool, email) };
    expect((await load(again))[0]?.recipients[0]?.attempts).to.equal(2);
  });

  for (const [suppressed, address] of [
    ['bo@customer.dev', 'Bo@customer.dev'],
    ['ünal@customer.dev', 'ÜNAL@customer.dev'],
  ] as const) {
    it(`reports that ${address} was suppressed after the email was accepted, and no other recipient`, async () => {
      const email = await accept({ to: mailboxes(address, 'cy@customer.dev') });
      await createSuppression(test.database.pool, email.accountId, suppressed);
      try {
        const [loaded] = await load(email);
        expect(loaded?.recipients.map(({ suppression }) => suppression?.origin)).to.deep.equal([
          'manual',
          undefined,
        ]);
      } finally {
        await test.database.pool.query('DELETE FROM suppressions');
      }
    });
  }

  it('ignores the suppression list of another account', async () => {
    const email = await accept();
    await createSuppression(test.database.pool, (await test.createSender()).accountId, 'bo@customer.dev');
    expect((await load(email))[0]?.recipients[0]?.suppression).to.equal(undefined);
  });

  for (const [change, isSendable] of [
    ["status = 'partially_failed'", true],
    ["status = 'failed'", false],
    ["status = 'pending'", false],
    ['sending_enabled = false', false],
  ] as const) {
    it(`reports that a domain with ${change} ${isSendable ? 'may send' : 'may no longer send'}`, async () => {
      const { accountId } = await test.createSender();
      const domain = await createDomain(test.database.pool, accountId);
      const [from] = mailboxes(`ana@${domain.name}`);
      const email = await accept({ accountId, from: from ?? expect.fail() });
      await test.database.pool.query(`UPDATE domains SET ${change} WHERE id = $1`, [domain.id]);
      expect((await load(email))[0]?.domain.isSendable).to.equal(isSendable);
    });
  }

  it('returns nothing for no claims', async () => {
    expect(await loadNow(test.database.pool, [])).to.deep.equal([]);
  });
});
