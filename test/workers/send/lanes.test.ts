// The lanes of mail on both backends of the queue: campaign mail waits in a queue of its own and is sent by workers of its
// own, so mail of the other lane does not wait behind it.
import { expect } from 'chai';
import type { WorkKind } from '../../../shared/platform/work/define-work.ts';
import { createAcceptor } from '../../../shared/resources/messaging/emails/accept/accept.ts';
import { countWaitingMail } from '../../../shared/resources/messaging/emails/delivery/waiting-mail.ts';
import { bulkSendingWork, sendingWork } from '../../../shared/resources/messaging/emails/delivery/work.ts';
import type { MailLane } from '../../../shared/resources/messaging/emails/email.ts';
import { open as openSendEmail } from '../../../workers/jobs/send-email.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { mailboxes, newEmail } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { describeOnEachBackend } from '../../support/queues/queue-backends.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createWorkerDeps } from '../../support/work/worker.ts';
import { entryOf, startWorker, workerConfig } from '../support/started-worker.ts';

const CAMPAIGN = 5_000;
const BATCH = 100;
const COUNT_MAX = 10_000;
const BULK_CONNECTIONS = 3;
/** Each message of the campaign occupies a connection for this long: all of them take minutes. */
const SLOW_MS = 250;
const MANY = 'many@customer.dev';

// An inner suite: its processes stop before the server of its queues does.
describeOnEachBackend('Mail', (backend) =>
  describe('of two lanes', () => {
    const stops: (() => Promise<void>)[] = [];
    let sink: SmtpSink;
    after(async () => {
      sink.clearFaults();
      await Promise.all(stops.map((stop) => stop()));
      await sink.stop();
    });
    const database = useDatabase();
    let deps: WorkerDeps;
    let sender: { accountId: string; domain: { name: string } };

    /** Starts a process of the group that works this queue. */
    async function start(kind: WorkKind): Promise<WorkerDeps> {
      const entry = entryOf(kind, openSendEmail);
      const servers = { databaseUrl: database.url, redisUrl: backend.redisUrl };
      const made = await createWorkerDeps(servers, { entries: [entry] });
      const limits = { SMTP_URL: sink.url, BULK_MAX_CONNECTIONS: String(BULK_CONNECTIONS) };
      const worker = startWorker({ ...made, config: workerConfig(database.url, limits) }, [entry]);
      stops.push(worker.stop);
      return worker.deps;
    }

    const acceptor = () => createAcceptor({ ...deps, simulatorDomains: deps.config.simulatorDomains });
    const waiting = (lane: MailLane) => countWaitingMail(database.pool, lane, COUNT_MAX);
    const isTo =
      (address: string) =>
      ({ to }: { to: readonly string[] }) =>
        to.includes(address);
    const acceptOne = (address: string) =>
      acceptor().accept(newEmail(deps.ids, sender, { to: mailboxes(address) }));

    before(async () => {
      sink = await startSmtpSink({ keepRaw: false });
      sink.setFault({ stage: 'after-data', kind: 'delay', ms: SLOW_MS, recipient: MANY });
      const { id: accountId } = await createAccount(database.pool);
      sender = { accountId, domain: await createDomain(database.pool, accountId) };
      deps = await start(sendingWork);
      await eventually('the queue takes a write', () => deps.queues.checkWrite().then(() => true));
      const accepting = acceptor();
      const indexes = Array.from({ length: BATCH }, (_, index) => index);
      for (let count = 0; count < CAMPAIGN; count += BATCH) {
        const emails = indexes.map(() =>
          newEmail(deps.ids, sender, { lane: 'campaign', to: mailboxes(MANY) }),
        );
        const batch = { mode: 'strict', indexes, refused: [] } as const;
        await accepting.submit({ accountId, emails, batch });
      }
    });

    it('has workers for each: without one for campaigns, only the other mail is sent', async () => {
      await acceptOne('first@customer.dev');
      await sink.waitForMessage(isTo('first@customer.dev'));
      expect(sink.count()).to.equal(1);
      expect(await waiting('campaign')).to.equal(CAMPAIGN);
    });

    it('overtakes the mail of campaigns that waits, which has few connections', async () => {
      await start(bulkSendingWork);
      await sink.waitForMessage(isTo(MANY), 20_000);
      await acceptOne('second@customer.dev');
      await sink.waitForMessage(isTo('second@customer.dev'));
      expect(await waiting('campaign')).to.be.above(CAMPAIGN / 2);
      expect(await waiting('transactional')).to.equal(0);
      // Those of the other lane are idle or closed.
      const { open } = sink.connections();
      expect(open)
        .to.be.at.least(BULK_CONNECTIONS)
        .and.at.most(BULK_CONNECTIONS + 1);
    });
  }),
);
