// The crash flow: emails go in while the processes and servers of the product are killed, at named instants and at
// any. What was answered 200 arrives within 90 seconds. Nothing is doubled by the death of the API, of Redis or of
// Postgres; the death of a send worker doubles at most what it held, and the metric says how much that is.
import { randomInt } from 'node:crypto';
import { setTimeout as pauseOf } from 'node:timers/promises';
import { expect } from 'chai';
import type { ThrowawayCluster } from '../../runner/throwaway-cluster.ts';
import { eventually } from '../../support/eventually.ts';
import {
  type CrashHouse,
  type CrashHouseOptions,
  type PlannedCrashes,
  startCrashHouse,
  startCrashPostgres,
} from './crash-house.ts';
import { type Book, sendTagged } from './load.ts';

const EMAILS = 1_000;
const CONNECTIONS = 10;
/** What was promised must be kept by then: a dead worker is known after 60 seconds. */
const ARRIVAL_MS = 90_000;
/** A quarter of the usual interval, so that a dead worker is known 45 s sooner; the margins stay in proportion. */
const LEASE_RENEW_MS = 1_250;
const SOONER_MS = 12 * (5_000 - LEASE_RENEW_MS);
/** Between the answer that is waited for and the blow, at most. */
const HESITATION_MS = 100;

/** What happens at a random instant while so many requests have been answered. */
type Blow = { between: [from: number, to: number]; strike: (house: CrashHouse) => Promise<void> | void };

interface Flow extends CrashHouseOptions {
  blows: readonly Blow[];
  arrivalMs: number;
}

async function runFlow({ blows, arrivalMs, ...options }: Flow) {
  const house = await startCrashHouse(options);
  const planned = blows.map(({ between: [from, to], strike }) => ({ after: randomInt(from, to), strike }));
  try {
    const struck: Promise<void>[] = [];
    const waiting = [...planned];
    const book = await sendTagged({
      url: house.url,
      apiKey: house.apiKey,
      from: house.from,
      count: EMAILS,
      connections: CONNECTIONS,
      onProgress(answered) {
        while (waiting[0] && waiting[0].after <= answered) struck.push(strikeSoon(house, waiting.shift()));
      },
    });
    await Promise.all(struck);
    expect(waiting).to.deep.equal([]);
    await eventually('every promised email has arrived', () => missing(house, book).length === 0, arrivalMs);
    return {
      book,
      duplicates: duplicates(house),
      possible: await house.possibleDuplicates(),
      freed: await house.freed(),
      deaths: {
        api: house.api.deaths(),
        senders: house.senders.reduce((sum, sender) => sum + sender.deaths(), 0),
      },
      places: house.places,
    };
  } catch (error) {
    const when = planned.map(({ after }) => after).join(', ');
    throw new Error(`The flow with blows after ${when} answers has failed.`, { cause: error });
  } finally {
    await house.stop();
  }
}

async function strikeSoon(house: CrashHouse, blow: { strike: Blow['strike'] } | undefined): Promise<void> {
  await pauseOf(randomInt(HESITATION_MS));
  await blow?.strike(house);
}

function arrivals({ sink }: CrashHouse): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { header = '' } of sink.messages) counts.set(header, (counts.get(header) ?? 0) + 1);
  return counts;
}

function missing(house: CrashHouse, { accepted }: Book): string[] {
  const counts = arrivals(house);
  return [...accepted].filter((tag) => !counts.has(tag));
}

function duplicates(house: CrashHouse): number {
  return [...arrivals(house).values()].reduce((sum, count) => sum + count - 1, 0);
}

async function restartPostgres({ postgres }: CrashHouse): Promise<void> {
  await postgres.crash();
  await postgres.restart();
}

async function restartRedis({ redis }: CrashHouse): Promise<void> {
  await redis?.kill();
  await redis?.restart();
}

async function freezeRedis({ redis }: CrashHouse): Promise<void> {
  redis?.freeze();
  await pauseOf(3_000);
  redis?.thaw();
}

const API_CRASHES: PlannedCrashes = { api: ['accept-committed:20', 'accept-commit-sent:20'] };
const SERVER_BLOWS: Blow[] = [
  { between: [250, 350], strike: ({ api }) => api.kill() },
  { between: [400, 500], strike: restartPostgres },
  { between: [600, 700], strike: restartRedis },
  { between: [800, 900], strike: freezeRedis },
];

const SENDER_CRASHES: PlannedCrashes = { senders: [['send-claimed:40'], ['send-answered:40']] };

const SENDER_BLOWS: Blow[] = [
  { between: [400, 600], strike: killInData },
  { between: [700, 900], strike: ({ senders }) => senders[0]?.kill() },
];

/** Both send workers die while a message is half way to the server. */
function killInData({ sink, senders }: CrashHouse): void {
  const onStruck = () => {
    for (const sender of senders) sender.kill();
  };
  sink.setFault({ stage: 'in-data', afterBytes: 200, times: 1, kind: 'silence', onStruck });
}

/** Describes the crash flow on one backend of the queue; each has a file of its own, so that they run side by side. */
export function describeCrashFlow(backend: 'postgres' | 'redis'): void {
  describe(`The crash flow, queues on ${backend}`, function () {
    this.timeout(240_000);
    let postgres: ThrowawayCluster;
    before(async () => {
      postgres = await startCrashPostgres();
    });
    after(() => postgres.stop());

    it('loses and doubles nothing when API, Postgres and Redis die', async () => {
      const crashes = API_CRASHES;
      const flow = { backend, postgres, crashes, blows: SERVER_BLOWS, arrivalMs: ARRIVAL_MS };
      const { book, duplicates, possible, deaths } = await runFlow(flow);
      expect(deaths.api).to.be.at.least(3);
      expect(deaths.senders).to.equal(0);
      expect(book.accepted.size).to.be.above(EMAILS / 2);
      expect(duplicates).to.equal(0);
      expect(possible).to.equal(0);
    });

    it('loses nothing when send workers die, and doubles at most what they held', async () => {
      const result = await runFlow({
        backend,
        postgres,
        crashes: SENDER_CRASHES,
        blows: SENDER_BLOWS,
        leaseRenewMs: LEASE_RENEW_MS,
        arrivalMs: ARRIVAL_MS - SOONER_MS,
      });
      const { book, duplicates, possible, freed, deaths, places } = result;
      expect(deaths.senders).to.be.at.least(4);
      expect(book.accepted.size).to.equal(EMAILS);
      expect(possible).to.equal(freed);
      expect(duplicates).to.be.at.most(possible);
      expect(possible).to.be.at.most(deaths.senders * places);
    });
  });
}
