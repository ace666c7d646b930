// The crash flow: emails go in while the processes and servers of the product are killed, at named instants and at
// any. What was answered 200 arrives within 90 seconds. Nothing is doubled by the death of the API, of Redis or of
// Postgres; the death of a send worker doubles at most what it held, and the metric says how much that is.
import { setTimeout as pauseOf } from 'node:timers/promises';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { type CrashHouse, type PlannedCrashes, startCrashHouse } from './crash-house.ts';
import { type Book, sendTagged } from './load.ts';

const EMAILS = 500;
const CONNECTIONS = 10;
/** What was promised must be kept by then: a dead worker is known after 60 seconds. */
const ARRIVAL_MS = 90_000;

/** What happens when so many requests have been answered. */
type Blow = { after: number; strike: (house: CrashHouse) => Promise<void> | void };

async function runFlow(backend: 'postgres' | 'redis', crashes: PlannedCrashes, blows: Blow[]) {
  const house = await startCrashHouse(backend, crashes);
  try {
    const struck: Promise<void>[] = [];
    const waiting = [...blows];
    const book = await sendTagged({
      url: house.url,
      apiKey: house.apiKey,
      from: house.from,
      count: EMAILS,
      connections: CONNECTIONS,
      onProgress(answered) {
        while (waiting[0] && waiting[0].after <= answered) {
          const blow = waiting.shift();
          struck.push(Promise.resolve(blow?.strike(house)));
        }
      },
    });
    await Promise.all(struck);
    expect(waiting).to.deep.equal([]);
    await eventually('every promised email has arrived', () => missing(house, book).length === 0, ARRIVAL_MS);
    return {
      book,
      duplicates: duplicates(house),
      possible: await house.possibleDuplicates(),
      deaths: {
        api: house.api.deaths(),
        senders: house.senders.reduce((sum, sender) => sum + sender.deaths(), 0),
      },
      places: house.places,
    };
  } finally {
    await house.stop();
  }
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
  { after: 200, strike: ({ api }) => api.kill() },
  { after: 250, strike: restartPostgres },
  { after: 320, strike: restartRedis },
  { after: 380, strike: freezeRedis },
];

const SENDER_CRASHES: PlannedCrashes = { senders: [['send-claimed:40'], ['send-answered:40']] };

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

    it('loses and doubles nothing when API, Postgres and Redis die', async () => {
      const { book, duplicates, possible, deaths } = await runFlow(backend, API_CRASHES, SERVER_BLOWS);
      expect(deaths.api).to.be.at.least(3);
      expect(book.accepted.size).to.be.above(EMAILS / 2);
      expect(duplicates).to.equal(0);
      expect(possible).to.equal(0);
    });

    it('loses nothing when send workers die, and doubles at most what they held', async () => {
      const blows = [
        { after: 250, strike: killInData },
        { after: 400, strike: ({ senders }: CrashHouse) => senders[0]?.kill() },
      ];
      const { book, duplicates, possible, deaths, places } = await runFlow(backend, SENDER_CRASHES, blows);
      expect(deaths.senders).to.be.at.least(4);
      expect(book.accepted.size).to.equal(EMAILS);
      expect(duplicates).to.be.at.most(possible);
      expect(possible).to.be.at.most(deaths.senders * places);
    });
  });
}
