// An email that cannot be signed (DKIM) is never sent: it is delayed, and the log has the reason without the key.
import { expect } from 'chai';
import { RETRY_DELAYS_MS } from '../../../shared/mail/retry-schedule.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { readTestDkimKey, TEST_SECRET_KEY } from '../../support/factories/dkim-key.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useSending } from './support/use-sending.ts';

const OTHER_SECRET_KEY = 'another secret key, which opens nothing';
/** The lines of a key, to find a leaked one. */
const KEY_LINES = readTestDkimKey()
  .privateKeyPem.split('\n')
  .filter((line) => line.length > 20);

describe('Delays an email that cannot be signed with DKIM, and never sends it unsigned.', () => {
  const sending = useSending();
  const pool = () => sending.pool;

  /** Sends from a new domain, whose key the test has changed. */
  async function acceptFrom(prepare: (domainId: string) => Promise<unknown>): Promise<string> {
    const { id, name } = await createDomain(pool(), sending.accountId);
    await prepare(id);
    const [from] = mailboxes(`ana@${name}`);
    return await sending.accept({
      ...(from && { from }),
      to: mailboxes('bo@customer.dev', 'cy@customer.dev'),
    });
  }

  async function expectDelayed(id: string, reason: RegExp) {
    await eventually('both are delayed', async () => (await sending.find(id)).events.length === 2);
    const { events, status } = await sending.find(id);
    expect(status).to.equal('delivery_delayed');
    expect(events.map(({ type }) => type)).to.deep.equal(['delivery_delayed', 'delivery_delayed']);
    for (const { attempts, smtp_code, smtp_reply, next_attempt_at } of await sending.recipients(id)) {
      expect([attempts, smtp_code]).to.deep.equal([1, null]);
      expect(smtp_reply).to.equal('Posthorn could not build the message.');
      const waitMs = (next_attempt_at?.getTime() ?? 0) - sending.clock.now().getTime();
      expect(waitMs).to.be.within(0.9 * (RETRY_DELAYS_MS[0] ?? 0), RETRY_DELAYS_MS[0] ?? 0);
    }
    expect(sending.sink.commands).to.deep.equal([]);
    const errors = sending.logLines.filter(({ level }) => level === 'error' || level === 50);
    expect(errors).to.have.length.of.at.least(1);
    for (const error of errors) expect(JSON.stringify(error)).to.match(reason);
    const log = JSON.stringify(sending.logLines);
    for (const secret of [...KEY_LINES, TEST_SECRET_KEY, OTHER_SECRET_KEY])
      expect(log).not.to.include(secret);
  }

  it('because its domain has no key, and sends it when there is one', async () => {
    const { rows } = await pool().query(
      'SELECT selector, public_key, private_key, id FROM dkim_keys LIMIT 1',
    );
    const job = await sending.openJob();
    let domainId = '';
    const id = await acceptFrom((domain) => {
      domainId = domain;
      return pool().query('DELETE FROM dkim_keys WHERE domain_id = $1', [domain]);
    });
    await job.run(id);
    await expectDelayed(id, /has no DKIM key/);
    const { id: keyId, selector, public_key, private_key } = rows[0];
    await pool().query('DELETE FROM dkim_keys WHERE id = $1', [keyId]);
    await pool().query(
      "INSERT INTO dkim_keys (id, domain_id, selector, public_key, private_key, state) VALUES ($1, $2, $3, $4, $5, 'active')",
      [keyId, domainId, selector, public_key, private_key],
    );
    await sending.tick(RETRY_DELAYS_MS[0]);
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
    expect(sending.sink.messages[0]?.raw.toString()).to.match(/^DKIM-Signature:/m);
  });

  it('because the process has another SECRET_KEY', async () => {
    const job = await sending.openJob({ config: { secretKeys: [OTHER_SECRET_KEY] } });
    const id = await acceptFrom(() => Promise.resolve());
    await job.run(id);
    await expectDelayed(id, /unable to authenticate data/);
  });

  it("because its key is another domain's", async () => {
    const job = await sending.openJob();
    const id = await acceptFrom((domain) =>
      pool().query(
        `UPDATE dkim_keys SET private_key = (SELECT private_key FROM dkim_keys WHERE domain_id <> $1 LIMIT 1)
         WHERE domain_id = $1`,
        [domain],
      ),
    );
    await job.run(id);
    await expectDelayed(id, /unable to authenticate data/);
  });

  it('does not delay emails of other domains that were claimed with it', async () => {
    const job = await sending.openJob();
    const bad = await acceptFrom((domain) =>
      pool().query('DELETE FROM dkim_keys WHERE domain_id = $1', [domain]),
    );
    const good = await acceptFrom(() => Promise.resolve());
    await job.run(bad, good);
    await sending.whenStatus(good, 'delivered');
    await sending.whenStatus(bad, 'delivery_delayed');
    expect(sending.sink.count()).to.equal(2);
  });
});
