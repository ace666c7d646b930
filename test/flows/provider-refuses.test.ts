// The mail provider refuses the login of the service: all processes stop sending (circuit breaker), POST /emails
// answers 503, and accepted emails wait without using an attempt. When the login is repaired, everything continues
// automatically.
import { expect } from 'chai';
import { createSender, type Sender } from '../api/emails/sender.ts';
import { useApp } from '../support/api/app.ts';
import { expectError } from '../support/api/error-body.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../support/time/eventually.ts';
import { startSendWorkers } from './support/send-workers.ts';
import type { Supervised } from './support/supervised.ts';

const EMAILS = 30;
const WORKERS = 2;
/** Waiting emails are sent automatically within 60 s of the repair. */
const REPAIRED_MS = 60_000;
/** A probe every 15 s, of which the first is made due, a read of the switch every 2 s, and room for a busy machine. */
const PROBED_MS = 60_000;

describe('While the mail provider refuses the login', () => {
  let sink: SmtpSink;
  let workers: Supervised[] = [];
  let sender: Sender;
  after(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await sink.stop();
  });
  const app = useApp();
  /** Emails whose requests were answered 200. */
  const accepted: string[] = [];

  before(async () => {
    sink = await startSmtpSink({ auth: { user: 'posthorn', pass: 'secret' } });
    sink.setFault({ stage: 'auth', kind: 'answer', reply: '535 5.7.8 wrong name or password' });
    sender = await createSender(app);
    workers = await startSendWorkers(WORKERS, app.deps.config.databaseUrl, sink.url);
  });

  const send = async () => {
    const answer = await sender.send();
    if (answer.status === 200) accepted.push(answer.body.id);
    return answer;
  };
  const logins = () => sink.commands.filter((line) => line.startsWith('AUTH')).length;
  const recipients = async () => {
    const { rows } = await app.pool.query<{ state: string; attempts: number; held: boolean }>(
      'SELECT state, attempts, claimed_by IS NOT NULL AS held FROM email_recipients',
    );
    return rows;
  };
  const eventTypes = async () =>
    (await app.pool.query('SELECT type, count(*)::integer FROM email_events GROUP BY type ORDER BY type'))
      .rows;

  it('POST /emails answers sending_configuration_unavailable 503 with Retry-After', async () => {
    await Promise.all(Array.from({ length: EMAILS }, send));
    expect(accepted).to.have.length.of.at.least(1);
    const refused = await eventually('it is refused', async () => {
      const answer = await send();
      return answer.status === 503 && answer;
    });
    expectError(refused, 503, 'sending_configuration_unavailable');
    expect(refused.headers['retry-after']).to.equal('30');
  });

  it('Keeps accepted emails queued while the mail provider refuses the service, and counts no attempt.', async () => {
    await eventually('all are released', async () =>
      (await recipients()).every(
        ({ state, attempts, held }) => state === 'queued' && attempts === 0 && !held,
      ),
    );
    expect(await recipients()).to.have.length(accepted.length);
    expect(await eventTypes()).to.deep.equal([]);
    expect(sink.count()).to.equal(0);
  });

  it('one worker at a time probes the provider, without sending', async () => {
    const before = logins();
    expect(before).to.be.at.least(1);
    await app.pool.query('UPDATE providers SET next_probe_at = clock_timestamp()');
    await eventually('the provider is asked', () => logins() > before, PROBED_MS);
    const startedAt = performance.now();
    await eventually('the provider is asked again', () => logins() > before + 1, PROBED_MS);
    // If each worker had probed, the second login would have come at once.
    expect(performance.now() - startedAt).to.be.above(10_000);
    expect(
      (await recipients()).every(({ state, attempts }) => state === 'queued' && attempts === 0),
    ).to.equal(true);
    expect((await send()).status).to.equal(503);
  });

  it('Sends all waiting emails once, within 60 seconds after the mail provider accepts the service again.', async () => {
    sink.clearFaults();
    const startedAt = performance.now();
    await sink.waitFor(accepted.length, REPAIRED_MS);
    await eventually('POST /emails answers 200', async () => (await send()).status === 200, REPAIRED_MS);
    expect(performance.now() - startedAt).to.be.below(REPAIRED_MS);
    await eventually('all are delivered', async () =>
      (await recipients()).every(({ state, attempts }) => state === 'delivered' && attempts === 1),
    );
    const count = accepted.length;
    expect(sink.count()).to.equal(count);
    expect(await eventTypes()).to.deep.equal([
      { type: 'delivered', count },
      { type: 'sent', count },
    ]);
  });
});
