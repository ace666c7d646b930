// Flow test: random stories of runs end in Postgres as in the model that was written apart from the engine: the
// events are taken in transactions, a worker moves the runs, and wake-ups are lost and doubled. One suite of stories for
// each habit of the worker: it looks every minute, now and then, or once, late; and for runs of the bulk lane, which begin
// their steps when it looks. And a simulation at the beginning of a story shows what then happens.
import { expect } from 'chai';
import fc from 'fast-check';
import type { StartLane } from '../../shared/resources/audience/contact-events/contact-listener.ts';
import {
  bulkRunsWork,
  eventRunsWork,
  timerRunsWork,
} from '../../shared/resources/flows/automations/runs/work.ts';
import { loadEntries } from '../../workers/registry.ts';
import { someStory } from '../support/automations/random-stories.ts';
import { type OutcomeOf, predictEnding } from '../support/automations/run-model.ts';
import {
  beginningOf,
  type RunWay,
  simulateStories,
  wayOfEnding,
} from '../support/automations/simulated-stories.ts';
import { expectedEnding, readEndings, type StoredEnding } from '../support/automations/stored-endings.ts';
import { StoryPlayer } from '../support/automations/stored-stories.ts';
import { STORY_LAST_MINUTE, type Story } from '../support/automations/story.ts';
import { useDatabase } from '../support/database/database.ts';
import { extent } from '../support/extent.ts';
import { describeOnOneBackend } from '../support/queues/queue-backends.ts';
import { createTestClock } from '../support/time/clock.ts';
import { eventually } from '../support/time/eventually.ts';
import { startTestWorker, type TestWorker } from '../support/work/worker.ts';
import { crashDraws } from './support/crash-draws.ts';

const STORIES = extent('AUTOMATION_STORIES', 40, 400);
/** How many of them at least can be compared with their simulation. */
const COMPARABLE = STORIES / 2;
const ROWS_MAX = 1_000;
/** What moves the runs. */
const WORK = [eventRunsWork, timerRunsWork, bulkRunsWork];
/** Later than every wake-up by the clock of the database. */
const LOST_AFTER_MS = -60_000;
/** Later than thirty days for each of fourteen steps: waits without a timeout have ended. */
const ALL_OVER_MINUTE = 15 * 30 * 24 * 60;
const EVERY_MINUTE = Array.from({ length: STORY_LAST_MINUTE + 1 }, (_, minute) => minute);

const NOW_AND_THEN = [3, 4, 9, 17, 18, 30, STORY_LAST_MINUTE];

/** Title → seed of the stories, the minutes of the looks, and the lane in which the runs start. */
const HABITS: Record<string, [seed: number, looks: readonly number[], lane: StartLane]> = {
  'looks every minute': [1, EVERY_MINUTE, 'event'],
  'looks now and then': [2, NOW_AND_THEN, 'event'],
  'looks once, late': [3, [STORY_LAST_MINUTE], 'event'],
  'looks now and then at runs of the bulk lane': [4, [...NOW_AND_THEN, 40, 60, 90, 200], 'bulk'],
};

describeOnOneBackend('postgres', 'stories of runs of automations', function (this: void, backend) {
  for (const [habit, [seed, looks, lane]] of Object.entries(HABITS))
    describe(`whose worker ${habit}`, () => {
      const database = useDatabase();
      let worker: TestWorker;
      let player: StoryPlayer;
      let simulated: RunWay[];
      const isBulk = lane === 'bulk';
      const draw = crashDraws(`wake-ups of a worker that ${habit}`);

      before(async () => {
        const start = new Date();
        start.setUTCSeconds(0, 0);
        const clock = createTestClock(start);
        const entries = await loadEntries(WORK);
        const servers = { databaseUrl: database.url, redisUrl: backend.redisUrl };
        worker = await startTestWorker(servers, { entries, schedules: false, clock });
        player = new StoryPlayer(database.pool, clock, lane);
        await player.begin(
          fc
            .sample(fc.noBias(someStory), { numRuns: STORIES, seed })
            .map((story, number) =>
              toStored(looks === EVERY_MINUTE || number % 4 === 0 ? story : unchanged(story), looks),
            ),
        );
        try {
          simulated = await simulateStories(database.pool, clock, player);
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
          let found = 0;
          for (const { table, queue } of WORK) {
            const due = await table.markDue(database.pool, now, ROWS_MAX);
            const lost = await table.markLostWakeUps(database.pool, lostBefore, ROWS_MAX, now);
            // One of three wake-ups is lost, one arrives once and one arrives twice.
            const wakeUps = [...due, ...lost].flatMap((id) => Array.from({ length: draw(3) }, () => id));
            worker.deps.queues.wake(queue, wakeUps);
            found += due.length + lost.length;
          }
          return found === 0 && !(await isClaimed());
        });
      const isClaimed = async () => {
        const { rowCount } = await database.pool.query(
          'SELECT FROM automation_runs WHERE claimed_by IS NOT NULL LIMIT 1',
        );
        return rowCount !== 0;
      };

      it(`end as in the model: ${STORIES} of them`, async () => {
        const endings = await readEndings(database.pool, player);
        expect(endings).to.have.length(STORIES);
        // If most runs did little, the test would prove nothing.
        const steps = endings.flatMap((each) => each?.steps);
        const mails = endings.flatMap((each) => each?.mails);
        expect(steps.length).to.be.above(2 * STORIES);
        expect(mails.length).to.be.above(STORIES / 8);
        for (const [number, { story, trigger }] of player.stories.entries()) {
          const expected = expectedEnding(predictEnding({ ...story, isBulk }, outcomeOf), trigger);
          expect(endings[number], `story ${number}: ${JSON.stringify(story)}`).to.deep.equal(plain(expected));
        }
      });

      it('are simulated at their beginning as in the model of a worker that is always on time', () => {
        for (const [number, { story, trigger }] of player.stories.entries()) {
          const expected = expectedEnding(predictEnding(onTime(story), outcomeOf), trigger);
          const way = wayOfEnding(plain(expected) as typeof expected);
          expect(simulated[number], `story ${number}: ${JSON.stringify(story)}`).to.deep.equal(way);
        }
      });

      // A simulation shows a run that waits for no worker.
      if (isBulk) return;
      it('happen as they were simulated', async () => {
        const endings = await readEndings(database.pool, player);
        const compared = player.stories.filter(({ story }, number) => {
          const foreseen = foreseenUntil(story, looks);
          if (foreseen !== undefined) expectAsSimulated(story, endings[number], simulated[number], foreseen);
          return foreseen !== undefined;
        });
        expect(compared).to.have.length.at.least(COMPARABLE);
      });
    });
});

function expectAsSimulated(
  story: Story,
  ending: StoredEnding | undefined,
  simulation: RunWay | undefined,
  foreseen: number,
): void {
  const message = JSON.stringify(story);
  if (!ending || !simulation) expect.fail(message);
  const way = wayOfEnding(ending);
  const real = beginningOf(way, story, foreseen);
  const shown = beginningOf(simulation, story, foreseen);
  expect(shown.steps.slice(0, real.steps.length), message).to.deep.equal(real.steps);
  expect(shown.mails.slice(0, real.mails.length), message).to.deep.equal(real.mails);
  if (foreseen === Number.POSITIVE_INFINITY && way.status !== 'running')
    expect(simulation, message).to.deep.equal(way);
}

/** What the program makes of an effect. */
const outcomeOf: OutcomeOf = (_attempt, { type }, { unsubscribed }) =>
  type === 'send_email' && unsubscribed
    ? { status: 'skipped', reason: 'unsubscribed' }
    : { status: 'completed', output: null };

/** A story whose contact only the run changes. */
function unchanged(story: Story): Story {
  return { ...story, happenings: story.happenings.filter(({ kind }) => kind !== 'change') };
}

/** A story without changes of its contact, whose worker looks every minute until all is over. */
function onTime(story: Story): Story {
  const events = story.happenings.filter(({ kind }) => kind === 'event');
  const looks = [...EVERY_MINUTE, ALL_OVER_MINUTE].map((minute) => ({ minute, kind: 'look' as const }));
  return { ...story, happenings: [...events, ...looks].sort((a, b) => a.minute - b.minute) };
}

/**
 * Until when a simulation knows what happens: until the contact is changed from outside. A worker that is late changes the
 * contact late, and what an event finds in a filter depends on that.
 * @returns undefined: it cannot be compared
 */
function foreseenUntil({ graph, happenings }: Story, looks: readonly number[]): number | undefined {
  const changed = happenings.find(({ kind }) => kind === 'change')?.minute ?? Number.POSITIVE_INFINITY;
  if (looks === EVERY_MINUTE) return changed;
  const asksContact = graph.steps.some(
    ({ type, config }) => type === 'wait_for_event' && JSON.stringify(config).includes('"contact.'),
  );
  const changes = graph.steps.some(({ type }) => type === 'contact_update');
  return changed === Number.POSITIVE_INFINITY && !(asksContact && changes) ? changed : undefined;
}

/** A story as the program can have it: names are not empty, lists are not values of templates. */
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
