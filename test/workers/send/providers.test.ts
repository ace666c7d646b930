// Several ways out, with real servers: each mail leaves by its own, and one that takes no mail holds its own mail only.
import { expect } from 'chai';
import { freePort } from '../../../dev/processes/ports.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import {
  chooseProviderOf,
  createProvider,
  forgetProviders,
  type ProviderFields,
} from '../../support/factories/provider-factories.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';

import { eventually } from '../../support/time/eventually.ts';
import { type SendJob, useSending } from './support/use-sending.ts';

const LOGIN = { user: 'posthorn', pass: 'secret' };

describe('Mail that leaves by several providers', () => {
  const sending = useSending();
  let second: SmtpSink;
  let job: SendJob;
  before(async () => {
    second = await startSmtpSink({ auth: LOGIN });
    job = await sending.openJob({ times: { checkEveryMs: 20 } });
  });
  after(() => second.stop());
  beforeEach(() => {
    second.clear();
    second.clearFaults();
  });
  afterEach(() => forgetProviders(sending.pool));

  const urlOf = ({ url }: SmtpSink) => `${url}?tls=off`;
  /** One of its own for each test: what was learned of the pace of another one is not known of it. */
  let name = '';
  let count = 0;
  const addSecond = async (fields?: ProviderFields, url = urlOf(second)) => {
    count += 1;
    name = `second-${count}`;
    await createProvider(sending.pool, name, { ...fields, url });
    await chooseProviderOf(sending.pool, name, { domainId: sending.sender.domain.id });
  };
  const recipient = async (id: string) => {
    const { rows } = await sending.pool.query('SELECT * FROM email_recipients WHERE email_id = $1', [id]);
    return rows[0];
  };
  const change = (set: string) => sending.pool.query(`UPDATE providers SET ${set} WHERE name = $1`, [name]);
  /** Accepts a mail and lets the job run until it has this status. */
  const send = async (to = 'ana@customer.dev') => {
    const id = await sending.accept({ to: mailboxes(to) });
    await job.run(id);
    return id;
  };
  /** Sleeping mail that is due, as the tick and a job do. */
  const tickAndRun = async (id: string, ms: number) => {
    await sending.tick(ms);
    await job.run(id);
  };
  /** What operators change counts within a look. */
  const whenChosen = (sink: SmtpSink) =>
    eventually('a mail leaves by the provider that was chosen', async () => {
      const before = sink.count();
      const id = await send('first@customer.dev');
      await eventually('it is delivered', async () => {
        await tickAndRun(id, 0);
        return (await recipient(id)).state === 'delivered';
      });
      return sink.count() > before;
    });
  const whenAsleep = (id: string) =>
    eventually('it sleeps', async () => {
      await tickAndRun(id, 0);
      const { woken_at, destination } = await recipient(id);
      return woken_at === null && destination === `via:${name} `;
    });
  /** Sends mails until one sleeps, since the process has looked. */
  const whenHeld = async () => {
    let id = '';
    await eventually('a mail sleeps', async () => {
      id = await send();
      await eventually('it was sent, or sleeps', async () => {
        await tickAndRun(id, 0);
        const { state, destination } = await recipient(id);
        return state === 'delivered' || destination !== null;
      });
      return (await recipient(id)).destination !== null;
    });
    await whenAsleep(id);
    return id;
  };

  it('leaves by the provider that operators have chosen, within a look, and its recipient says by which', async () => {
    await send();
    await sending.sink.waitFor(1);
    await addSecond();
    await whenChosen(second);
    const id = await send();
    await sending.whenStatus(id, 'delivered');
    expect((await recipient(id)).provider).to.equal(name);
    expect(second.messages.at(-1)?.to).to.deep.equal(['ana@customer.dev']);
    await forgetProviders(sending.pool);
    await whenChosen(sending.sink);
    const plain = await send();
    await sending.whenStatus(plain, 'delivered');
    expect((await recipient(plain)).provider).to.equal(null);
  });

  it('keeps the provider that it was first tried by', async () => {
    await addSecond();
    await whenChosen(second);
    second.setFault({ stage: 'rcpt', kind: 'answer', reply: '450 4.2.1 later' });
    const id = await send();
    await sending.whenStatus(id, 'delivery_delayed');
    second.clearFaults();
    await sending.pool.query('DELETE FROM provider_choices');
    await whenChosen(sending.sink);
    await tickAndRun(id, HOUR_MS);
    await sending.whenStatus(id, 'delivered');
    expect(second.messages.at(-1)?.to).to.deep.equal(['ana@customer.dev']);
    expect((await recipient(id)).attempts).to.equal(2);
  });

  it('waits without a try or an event while its provider is paused, and leaves when it is resumed', async () => {
    await addSecond({ spfInclude: 'include:second.dev' });
    await whenChosen(second);
    await change("paused_at = now(), pause_reason = 'a test'");
    const id = await whenHeld();
    expect(await sending.types(id)).to.deep.equal([]);
    expect(await sending.recipient(id)).to.include({ state: 'queued', attempts: 0 });
    await change('paused_at = NULL');
    await sending.whenStatus(id, 'delivered');
    expect(second.messages.at(-1)?.to).to.deep.equal(['ana@customer.dev']);
  });

  it('takes another one whose SPF fits while its provider is paused', async () => {
    await addSecond({ spfInclude: job.deps.config.spfMechanisms });
    await change('paused_at = now()');
    await whenChosen(sending.sink);
  });

  it('holds only the mail of a provider that refuses our login, and sends it when it accepts us', async () => {
    await addSecond();
    await whenChosen(second);
    second.setFault({ stage: 'mail', kind: 'answer', reply: '530 5.7.0 authentication required' });
    const id = await send();
    await whenAsleep(id);
    expect(await sending.recipient(id)).to.include({ state: 'queued', attempts: 0 });
    await sending.pool.query('DELETE FROM provider_choices');
    await whenChosen(sending.sink);
    expect((await recipient(id)).state).to.equal('queued');
    second.clearFaults();
    await change('next_probe_at = clock_timestamp()');
    await eventually('it accepts us', async () => {
      const { rowCount } = await sending.pool.query('SELECT FROM providers WHERE refused_at IS NOT NULL');
      return rowCount === 0;
    });
    await eventually('it is delivered', async () => {
      await tickAndRun(id, 0);
      return (await recipient(id)).state === 'delivered';
    });
  });

  it('takes the failover when its provider has accepted no connection for five minutes, and comes back to it', async () => {
    const port = await freePort();
    await addSecond({ failover: 'default' }, `smtp://127.0.0.1:${port}`);
    await change(
      "unreachable_since = now() - interval '6 minutes', next_probe_at = now() + interval '1 hour'",
    );
    await whenChosen(sending.sink);
    const back = await startSmtpSink({ port });
    try {
      await change('next_probe_at = now()');
      await whenChosen(back);
    } finally {
      await back.stop();
    }
  });

  it('sends no more a day than its provider takes, and the rest on the next day', async () => {
    await addSecond({ perDay: 2 });
    await whenChosen(second);
    await sending.whenStatus(await send(), 'delivered');
    const id = await send('late@customer.dev');
    await whenAsleep(id);
    const dueAt = (await recipient(id)).next_attempt_at as Date;
    const now = sending.clock.now();
    expect(dueAt.getTime()).to.be.greaterThan(now.getTime());
    expect(second.count()).to.be.at.most(2);
    await tickAndRun(id, DAY_MS);
    await sending.whenStatus(id, 'delivered');
  });

  it('leaves by another one when its provider was removed', async () => {
    await addSecond();
    await whenChosen(second);
    second.setFault({ stage: 'rcpt', kind: 'answer', reply: '450 4.2.1 later' });
    const id = await send();
    await sending.whenStatus(id, 'delivery_delayed');
    await forgetProviders(sending.pool);
    await whenChosen(sending.sink);
    await tickAndRun(id, HOUR_MS);
    await sending.whenStatus(id, 'delivered');
    expect(sending.sink.messages.at(-1)?.to).to.deep.equal(['ana@customer.dev']);
  });

  it('waits while the URL of its provider cannot be decrypted, which the log says', async () => {
    await addSecond();
    await change("url = '\\x00'");
    await whenHeld();
    expect(JSON.stringify(sending.logLines)).to.include('a provider cannot be used: its mail waits');
  });

  it('is slowed down, not lost, by a provider that answers 421 to everything', async () => {
    await addSecond({ connections: 2, perSecond: 100 });
    await whenChosen(second);
    second.setFault({ stage: 'mail', kind: 'answer', reply: '421 4.7.0 later' });
    const ids = await Promise.all(Array.from({ length: 5 }, (_, at) => send(`ana${at}@customer.dev`)));
    await sending.pool.query('DELETE FROM provider_choices');
    await whenChosen(sending.sink);
    second.clearFaults();
    await sending.tick(HOUR_MS);
    for (const id of ids) {
      await eventually('it is delivered', async () => {
        await tickAndRun(id, 0);
        return (await sending.find(id)).status === 'delivered';
      });
    }
  });

  it('uses as many connections as its provider takes, and another number as soon as operators say so', async () => {
    await addSecond({ connections: 1 });
    await whenChosen(second);
    second.setFault({ stage: 'after-data', kind: 'delay', ms: 100 });
    const sendMany = async () => {
      second.clear();
      const ids = await Promise.all(
        Array.from({ length: 40 }, (_, at) => sending.accept({ to: mailboxes(`r${at}@customer.dev`) })),
      );
      await job.run(...ids);
      const sent = await second.waitFor(40);
      return new Set(sent.map(({ connection }) => connection)).size;
    };
    expect(await sendMany()).to.equal(1);
    await change('connections = 25');
    await eventually('more connections are open', async () => (await sendMany()) > 19);
  });

  it('keeps its provider where its message could not be built at first', async () => {
    await addSecond();
    await whenChosen(second);
    const keys = `UPDATE dkim_keys SET private_key = private_key`;
    const { id: domainId } = sending.sender.domain;
    await sending.pool.query(`${keys} || '\\x00' WHERE domain_id = $1`, [domainId]);
    const id = await send();
    await sending.whenStatus(id, 'delivery_delayed');
    await sending.pool.query(
      'UPDATE dkim_keys SET private_key = substring(private_key FROM 1 FOR length(private_key) - 1) WHERE domain_id = $1',
      [domainId],
    );
    await tickAndRun(id, HOUR_MS);
    await sending.whenStatus(id, 'delivered');
    expect((await recipient(id)).provider).to.equal(name);
  });
});
