// Received emails count like sent ones, in the same counters: they may use up a sender's day, and mail is put off only from
// twice the cap on.
import { expect } from 'chai';
import { Registry } from 'prom-client';
import { createRecipientTokens } from '../../../shared/mail/feedback/recipient-tokens.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { createReception } from '../../../shared/resources/messaging/receiving/inbound/reception.ts';
import { startInbound } from '../../../smtp/inbound/start-inbound.ts';
import { createCaller } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { createReceived } from '../../support/factories/received-factories.ts';
import { openSmtpDialogue } from '../../support/net/smtp-dialogue.ts';
import { SILENT_QUEUES } from '../../support/queues/queues.ts';

/** The cap of the plan `free`. */
const DAILY_CAP = 100;
/** The bytes of the same plan. */
const DAILY_BYTES = 1_000_000_000;
const CLIENTS = 50;

describe('Quotas of accounts that receive', () => {
  const app = useApp();
  const create = async () => {
    const caller = await createCaller(app, { planId: 'free' });
    const { accountId } = caller;
    const { id: domainId, name } = await createDomain(app.pool, accountId, { receivingEnabled: true });
    return { ...caller, domainId, domain: name, address: `help@${name}` };
  };
  /** The codes of RCPT for clients that ask at the same time. */
  const askTogether = async (address: string) => {
    const { config, clock, ids } = app.deps;
    const inbound = { ...config.inbound, host: '127.0.0.1', port: 0, messagesPerMinute: 0 };
    const reception = createReception({
      database: app.pool as never,
      clock,
      ids,
      queues: SILENT_QUEUES,
      mailHostname: config.mailHostname,
      passCrashPoint: () => {},
    });
    const log = createLog({ level: 'silent', process: 'test' });
    const server = await startInbound({
      config: { ...config, inbound },
      reception,
      registry: new Registry(),
      clock,
      log,
      tokens: createRecipientTokens(TEST_SECRET_KEYS),
    });
    const codes = await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        const client = await openSmtpDialogue(server.port);
        await client.say('EHLO mail.customer.dev');
        await client.say('MAIL FROM:<bo@customer.dev>');
        const reply = await client.say(`RCPT TO:<${address}>`);
        client.vanish();
        return reply.split(' ').slice(0, 2).join(' ');
      }),
    );
    await server.stop();
    return [...new Set(codes)];
  };

  it('Counts received emails like sent ones: a hundred use up a daily limit of a hundred.', async () => {
    const { accountId, api, domain, domainId, address } = await create();
    for (let count = 0; count < DAILY_CAP; count += 1)
      await createReceived(app.pool, accountId, {
        domainId,
        receivedFor: [address],
        receivedAt: app.clock.now(),
      });
    const email = { from: `ana@${domain}`, to: 'bo@customer.dev', subject: 'Hi', text: 'Hi' };
    const { status, body } = await api.post('/emails').send(email);
    expect([status, body.name]).to.deep.equal([429, 'daily_quota_exceeded']);
  });

  it('Puts mail off with 452 from twice the limit on, and takes it below, also from many clients at once.', async () => {
    const below = await create();
    const at = await create();
    for (const [{ accountId }, used] of [
      [below, 2 * DAILY_CAP - 1],
      [at, 2 * DAILY_CAP],
    ] as const)
      await app.pool.query(
        `INSERT INTO email_usage (account_id, period, starts_on, used) VALUES ($1, 'day', ($2::timestamptz AT TIME ZONE 'UTC')::date, $3)`,
        [accountId, app.clock.now(), used],
      );
    expect(await askTogether(below.address)).to.deep.equal(['250 2.1.5']);
    expect(await askTogether(at.address)).to.deep.equal(['452 4.2.2']);
  });

  it('Counts what no worker has read yet when it decides whether mail is put off.', async () => {
    for (const wokenAt of [null, app.clock.now()]) {
      const byCount = await create();
      const byBytes = await create();
      const arrive = async ({ accountId, domainId, address }: typeof byCount, size: number) => {
        const fields = { domainId, receivedFor: [address], isParsed: false };
        const { id } = await createReceived(app.pool, accountId, fields);
        await app.pool.query('UPDATE received_emails SET size = $2, woken_at = $3 WHERE id = $1', [
          id,
          size,
          wokenAt,
        ]);
      };
      for (let count = 1; count < 2 * DAILY_CAP; count += 1) await arrive(byCount, 1);
      await arrive(byBytes, DAILY_BYTES - 1);
      for (const each of [byCount, byBytes]) {
        expect(await askTogether(each.address)).to.deep.equal(['250 2.1.5']);
        await arrive(each, 1);
        expect(await askTogether(each.address)).to.deep.equal(['452 4.2.2']);
      }
    }
  });

  it('Puts mail off with 452 once as many bytes came in on a UTC day as the plan allows, whatever is left of the quota.', async () => {
    const below = await create();
    const at = await create();
    const dayBefore = await create();
    for (const [{ accountId }, bytes, day] of [
      [below, DAILY_BYTES - 1, 0],
      [at, DAILY_BYTES, 0],
      [dayBefore, DAILY_BYTES, 1],
    ] as const)
      await app.pool.query(
        `INSERT INTO email_usage (account_id, period, starts_on, used, received_bytes)
         VALUES ($1, 'day', ($2::timestamptz AT TIME ZONE 'UTC')::date - $4::integer, 1, $3)`,
        [accountId, app.clock.now(), bytes, day],
      );
    expect(await askTogether(below.address)).to.deep.equal(['250 2.1.5']);
    expect(await askTogether(at.address)).to.deep.equal(['452 4.2.2']);
    expect(await askTogether(dayBefore.address)).to.deep.equal(['250 2.1.5']);
  });
});
