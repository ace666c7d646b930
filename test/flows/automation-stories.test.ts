// Flow test: random stories of runs end in Postgres as the model tells it that was written apart from the engine: the
// events are taken in transactions, a worker moves the runs, and wake-ups are lost and doubled. One suite of stories for
// each habit of the worker: it looks every minute, now and then, or once, late.
import { randomInt } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { automationQueue } from '../../shared/resources/automations/runs/queue.ts';
import { automationRunsTable } from '../../shared/resources/automations/runs/table.ts';
import { REGISTRY } from '../../workers/registry.ts';
import { someStory } from '../support/automations/random-stories.ts';
import { type OutcomeOf, tellEnding } from '../support/automations/run-model.ts';
import { expectedEnding, readEndings } from '../support/automations/stored-endings.ts';
import { StoryPlayer } from '../support/automations/stored-stories.ts';
import { STORY_LAST_MINUTE, type Story } from '../support/automations/story.ts';
import { createTestClock } from '../support/clock.ts';
import { useDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { describeOnEachBackend } from '../support/queue-backends.ts';
import { startTestWorker, type TestWorker } from '../support/worker.ts';

const STORIES = 100;
const ROWS_MAX = 1_000;
/** Later than every wake-up by the clock of the database. */
const LOST_AFTER_MS = -60_000;
const EVERY_MINUTE = Array.from({ length: STORY_LAST_MINUTE + 1 }, (_, minute) => minute);

/** Title → seed of the stories, and the minutes of the looks. */
const HABITS: Record<string, [seed: number, looks: readonly number[]]> = {
  'looks every minute': [1, EVERY_MINUTE],
  'looks now and then': [2, [3, 4, 9, 17, 18, 30, STORY_LAST_MINUTE]],
  'looks once, late': [3, [STORY_LAST_MINUTE]],
};

describeOnEachBackend('stories of runs of automations', function (this: void, backend) {
  for (const [habit, [seed, looks]] of Object.entries(HABITS))
    describe(`whose worker ${habit}`, function () {
      this.timeout(120_000);
      const database = useDatabase();
      let worker: TestWorker;
      let player: StoryPlayer;

      before(async () => {
        const start = new Date();
        start.setUTCSeconds(0, 0);
        const clock = createTestClock(start);
        const entries = REGISTRY.filter(({ queue }) => queue === automationQueue);
        const servers = { databaseUrl: database.url, redisUrl: backend.redisUrl };
        worker = await startTestWorker(servers, { entries, schedules: false, clock });
        player = new StoryPlayer(database.pool, clock);
        await player.begin(
          fc.sample(fc.noBias(someStory), { numRuns: STORIES, seed }).map((story) => toStored(story, looks)),
        );
        try {
          for (const minute of EVERY_MINUTE) {
            clock.set(player.timeAt(minute));
            await player.happen(minute);
            if (looks.includes(minute)) await look(clock.now());
          }
        } finally {
          await worker.stop();
        }
      });

      /** The worker has looked at every run that there is something to do about. */
      const look = (now: Date) =>
        eventually('no run is due', async () => {
          const lostBefore = new Date(Date.now() - LOST_AFTER_MS);
          const due = await automationRunsTable.markDue(database.pool, now, ROWS_MAX);
          const lost = await automationRunsTable.markLostWakeUps(database.pool, lostBefore, ROWS_MAX);
          // Of three wake-ups one is lost, one comes once and one comes twice.
          const wakeUps = [...due, ...lost].flatMap((id) => Array.from({ length: randomInt(3) }, () => id));
          worker.deps.queues.wake(automationQueue, wakeUps);
          return due.length + lost.length === 0 && !(await isClaimed());
        });
      const isClaimed = async () => {
        const { rowCount } = await database.pool.query(
          'SELECT FROM automation_runs WHERE claimed_by IS NOT NULL LIMIT 1',
        );
        return rowCount !== 0;
      };

      it(`end as the model tells it: ${STORIES} of them`, async () => {
        const endings = await readEndings(database.pool, player);
        expect(endings).to.have.length(STORIES);
        // If most runs did little, the test would prove nothing.
        const [steps, mails] = [
          endings.flatMap((each) => each?.steps),
          endings.flatMap((each) => each?.mails),
        ];
        expect(steps.length).to.be.above(2 * STORIES);
        expect(mails.length).to.be.above(STORIES / 5);
        for (const [number, { story }] of player.stories.entries()) {
          const expected = expectedEnding(tellEnding(story, outcomeOf));
          expect(endings[number], `story ${number}: ${JSON.stringify(story)}`).to.deep.equal(plain(expected));
        }
      });
    });
});

/** What the program makes of an effect. */
const outcomeOf: OutcomeOf = (_attempt, { type }, { unsubscribed }) =>
  type === 'send_email' && unsubscribed
    ? { status: 'skipped', reason: 'unsubscribed' }
    : { status: 'completed', output: null };

/** A story as the program can have it: names are not empty, lists are no values of templates. */
function toStored(story: Story, looks: readonly number[]): Story {
  const { contact, graph, payload } = story;
  const happenings = story.happenings.filter(({ kind }) => kind !== 'look');
  const all = [...happenings, ...looks.map((minute) => ({ minute, kind: 'look' as const }))];
  const sorted = all.sort((a, b) => a.minute - b.minute);
  const { createdAt, ...rest } = contact;
  const text = JSON.stringify({ contact: rest, graph, payload, happenings: sorted }, (name, value) =>
    name === 'LIST' ? undefined : value,
  );
  const stored = JSON.parse(text.replaceAll('""', '"A"'));
  return { ...stored, contact: { ...stored.contact, createdAt }, outcomes: [] };
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
