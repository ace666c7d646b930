// The crash flow (fault injection): emails of every kind are sent while the processes and servers of the product are
// killed, at named and at random instants. Then each email is judged individually (verify.ts): after a 200 it arrives
// within 90 seconds, after a successful cancel it never does, and rows, events, quota and metrics agree with it. The
// death of the API, the scheduler, Redis or Postgres duplicates nothing. The death of a send worker duplicates at most
// what it held, and the metric reports that number. Retention runs at the same time and takes nothing that is to be
// sent.
import { expect } from 'chai';
import type { ThrowawayCluster } from '../../runner/throwaway-cluster.ts';
import { extent, IS_LONG } from '../../support/extent.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import type { Fault } from './case.ts';
import { expectAllRemoved, startConcurrentRetention } from './concurrent-retention.ts';
import {
  type CrashStack,
  type CrashStackOptions,
  type PlannedCrashes,
  startCrashPostgres,
  startCrashStack,
} from './crash-stack.ts';
import { QUICK_LEASE } from './crowd.ts';
import {
  type Disruption,
  freezeRedis,
  inEachRound,
  killApi,
  killInData,
  restartPostgres,
  restartRedis,
  scheduleDisruptions,
} from './disruptions.ts';
import { type Evidence, gatherEvidence } from './evidence.ts';
import { sendPosts } from './load.ts';
import { planPosts } from './posts.ts';
import { judge } from './verify.ts';
import { everythingArrived } from './waiting.ts';

const EMAILS = extent('TEST_CRASH_EMAILS', 120, 5_000);
/** Emails per round of faults: with more emails the faults strike again instead of further apart. */
const EMAILS_A_ROUND = 2_500;
const ROUNDS = Math.ceil(EMAILS / EMAILS_A_ROUND);
const CONNECTIONS = 10;
/** At most a quarter of the usual interval, so that a dead worker is detected 45 s sooner; the margins are in proportion. */
const LEASE_RENEW_MS = extent('TEST_CRASH_LEASE_MS', Number(QUICK_LEASE.LEASE_RENEW_MS), 1_250);
/** Time for the outages and what is waited for, and for each thousand emails. */
const FLOW_MS = 600_000;
const EACH_THOUSAND_MS = 60_000;
/** Everything promised must be done by then: a dead worker is detected after 60 seconds, and what it held is sent again. */
const ARRIVAL_MS = 90_000 + (EACH_THOUSAND_MS * EMAILS) / 1_000;
/** Only this many are shown, because a person would not read more. */
const FAULTS_SHOWN = 20;

interface Flow extends CrashStackOptions {
  disruptions: readonly Disruption[];
  areOutagesExpected: boolean;
  arrivalMs: number;
}

async function runFlow({ disruptions, areOutagesExpected, arrivalMs, ...options }: Flow) {
  const stack = await startCrashStack(options);
  const client = createApiClient({ ...stack, connections: 2 * CONNECTIONS });
  const schedule = scheduleDisruptions(stack, disruptions, EMAILS);
  const retention = startConcurrentRetention(stack.database);
  try {
    const book = await sendPosts({
      client,
      posts: planPosts(EMAILS, stack.from),
      lanes: CONNECTIONS,
      areOutagesExpected,
      onProgress: schedule.onProgress,
      async beforeRepeats() {
        await schedule.finished();
        await stack.endReservations();
      },
    });
    await everythingArrived(stack, book, arrivalMs);
    const { runs, removed, wrongly } = await retention.stop();
    expect(Math.min(runs, removed), 'the retention ran').to.be.above(0);
    expect(wrongly, 'emails still to be sent that retention would have removed').to.equal(0);
    const evidence = await gatherEvidence(book, { ...stack, client, messages: stack.sink.messages });
    const faults = describeFaults(judge(evidence));
    await cancelUnanswered(client, evidence);
    // Its last logs are written after the answers that they are about.
    await stack.api.stop();
    if (faults.length === 0) await expectAllRemoved(stack.database);
    return {
      book,
      faults,
      disruptions: `with disruptions after ${schedule.instants.join(', ')} emails`,
      possible: await stack.possibleDuplicates(),
      ...countDoubles(evidence),
      ...countDeaths(stack),
    };
  } catch (error) {
    const { message } = error as Error;
    throw new Error(
      `The flow with disruptions after ${schedule.instants.join(', ')} emails has failed: ${message}`,
      { cause: error },
    );
  } finally {
    await retention.stop();
    await client.close();
    await schedule.settled();
    await stack.stop();
  }
}

/** No client has the id of an email that was scheduled for later by a request without an answer, so none has canceled it. */
async function cancelUnanswered(client: ApiClient, { stored }: Evidence): Promise<void> {
  for (const { id, subject } of stored.filter(({ status }) => status === 'pending')) {
    const answer = await client.ask({ method: 'POST', path: `/emails/${id}/cancel` });
    expect(answer?.status, `the cancel of ${subject}`).to.equal(200);
  }
}

function countDeaths({ api, scheduler, senders, places }: CrashStack) {
  const ofSenders = senders.reduce((sum, sender) => sum + sender.deaths(), 0);
  return { places, deaths: { api: api.deaths(), scheduler: scheduler.deaths(), senders: ofSenders } };
}

/** Messages that arrived more than once, and those that may have: freed because their worker had died. */
function countDoubles({ arrivals, stored }: Evidence) {
  const different = new Set(arrivals.map(({ messageId, recipient }) => `${messageId} ${recipient}`));
  const recipients = stored.flatMap((email) => email.recipients);
  const freed = recipients.reduce((sum, { workerDeaths }) => sum + workerDeaths, 0);
  return { doubled: arrivals.length - different.size, freed };
}

function describeFaults(faults: readonly Fault[]): string[] {
  const more = faults.length - FAULTS_SHOWN;
  const shown = faults.slice(0, FAULTS_SHOWN).map(({ kind, what }) => `${kind}: ${what}`);
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

/** Scales a number per thousand emails to the emails of the flow. */
const ofAll = (perThousand: number) => Math.ceil((perThousand * EMAILS) / 1_000);

const API_CRASHES: PlannedCrashes = {
  api: [`accept-committed:${ofAll(10)}`, `accept-commit-sent:${ofAll(10)}`],
};
const SERVER_DISRUPTIONS = inEachRound(ROUNDS, [
  { between: [0.3, 0.4], strike: killApi },
  { between: [0.4, 0.5], strike: restartPostgres },
  { between: [0.5, 0.6], strike: ({ scheduler }) => scheduler.kill() },
  { between: [0.6, 0.7], strike: restartRedis },
  { between: [0.8, 0.9], strike: freezeRedis },
]);

const SENDER_CRASHES: PlannedCrashes = {
  senders: [[`send-claimed:${ofAll(40)}`], [`send-answered:${ofAll(40)}`]],
};
const SENDER_KILLED: Disruption = { between: [0.7, 0.9], strike: ({ senders }) => senders[0]?.kill() };
const SENDER_DISRUPTIONS = inEachRound(ROUNDS, [
  { between: [0.4, 0.6], strike: killInData },
  // In `npm test` the other deaths of send workers are enough.
  ...(IS_LONG ? [SENDER_KILLED] : []),
]);

/**
 * Describes the crash flow on one backend of the queue; each has its own file, so that they run in parallel. In `npm test`
 * each does one half, because test/workers/conformance/ has both on both backends: outages.test.ts the crash of a server,
 * killed-worker.test.ts the jobs of a dead worker. Servers die with queues on Redis, which is one more of them, and send
 * workers with queues on Postgres, since their claims are in the database, whatever the queue is.
 */
export function describeCrashFlow(backend: 'postgres' | 'redis'): void {
  describe(`The crash flow, queues on ${backend}`, function () {
    this.timeout(FLOW_MS + (EACH_THOUSAND_MS * EMAILS) / 1_000);
    let postgres: ThrowawayCluster;
    before(async () => {
      postgres = await startCrashPostgres();
    });
    after(() => postgres.stop());

    if (backend === 'redis' || IS_LONG)
      it('loses and duplicates nothing when API, scheduler, Postgres and Redis die', async () => {
        const { book, faults, disruptions, doubled, possible, freed, deaths } = await runFlow({
          backend,
          postgres,
          crashes: API_CRASHES,
          disruptions: SERVER_DISRUPTIONS,
          areOutagesExpected: true,
          arrivalMs: ARRIVAL_MS,
        });
        expect(faults, disruptions).to.deep.equal([]);
        expect(deaths.api).to.be.at.least(2 + ROUNDS);
        expect(deaths.scheduler).to.equal(ROUNDS);
        expect(deaths.senders).to.equal(0);
        expect(book.filter(({ ids }) => ids.size > 0)).to.have.length.above(EMAILS / 2);
        expect(doubled).to.equal(0);
        expect(possible).to.equal(0);
        expect(freed).to.equal(0);
      });

    if (backend === 'postgres' || IS_LONG)
      it('loses nothing when send workers die, and duplicates at most the messages that they held', async () => {
        const { book, faults, disruptions, doubled, possible, freed, deaths, places } = await runFlow({
          backend,
          postgres,
          crashes: SENDER_CRASHES,
          disruptions: SENDER_DISRUPTIONS,
          leaseRenewMs: LEASE_RENEW_MS,
          areOutagesExpected: false,
          arrivalMs: ARRIVAL_MS,
        });
        expect(faults, disruptions).to.deep.equal([]);
        expect(deaths.senders).to.be.at.least(1 + 3 * ROUNDS);
        expect(deaths.api + deaths.scheduler).to.equal(0);
        expect(book.filter(({ ids }) => ids.size === 0)).to.deep.equal([]);
        expect(possible).to.equal(freed);
        expect(doubled).to.be.at.most(possible);
        expect(possible).to.be.at.most(deaths.senders * places);
      });
  });
}
