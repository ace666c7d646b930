// Simulates stories at their beginning, in the form in which their endings can be compared: what the steps have done and
// when, and the mail. A simulation knows the events of a story, but no change of the contact from outside.
import type { Pool } from 'pg';
import { createByteBudget } from '../../../shared/platform/sharing/byte-budget.ts';
import { FairTurns } from '../../../shared/platform/sharing/fair-turns.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { simulateAutomation } from '../../../shared/resources/flows/automations/simulating/simulate.ts';
import type {
  SimulateDeps,
  SimulatedStep,
  Simulation,
} from '../../../shared/resources/flows/automations/simulating/simulation.ts';
import { createEmailRenderer } from '../../../shared/resources/messaging/templates/rendering/render-for-send.ts';
import type { TestClock } from '../time/clock.ts';
import type { StoredEnding } from './stored-endings.ts';
import type { StoredStory, StoryMail, StoryPlayer } from './stored-stories.ts';
import { MINUTE_MS, type Story } from './story.ts';

const BUDGET_BYTES = 64 * 1024 * 1024;

/** What a run does: the steps that it ends, in their order, with its mails. */
export interface RunWay {
  status: string;
  reason?: string;
  steps: { key: string; status: string; output?: unknown; error?: string; completed: number }[];
  mails: StoryMail[];
}

/** Simulates stories whose runs have started. @returns one for each story, in their order */
export async function simulateStories(pool: Pool, clock: TestClock, player: StoryPlayer): Promise<RunWay[]> {
  const turns = new FairTurns();
  const deps: SimulateDeps = {
    database: pool,
    ids: createIds(clock),
    turns,
    emailRenderer: createEmailRenderer(pool, turns),
    renderBudget: createByteBudget(BUDGET_BYTES),
    simulatorDomains: ['simulator.test'],
  };
  const ways: RunWay[] = [];
  for (const stored of player.stories) ways.push(await simulateStory(deps, stored, player));
  return ways;
}

async function simulateStory(
  deps: SimulateDeps,
  { story, contactId, automationId }: StoredStory,
  player: StoryPlayer,
): Promise<RunWay> {
  const request = {
    path: { accountId: player.accountId, id: automationId },
    given: {},
    person: { id: contactId },
    payload: story.payload,
    events: story.happenings.flatMap((each) =>
      each.kind === 'event'
        ? [{ name: each.name, afterMs: each.minute * MINUTE_MS, payload: each.payload }]
        : [],
    ),
  };
  return wayOf(await simulateAutomation(deps, request, player.timeAt(0)), player);
}

function wayOf({ outcome: status, reason, steps }: Simulation, player: StoryPlayer): RunWay {
  const [, ...executed] = steps;
  return {
    status,
    ...(reason !== null && { reason }),
    steps: executed.map((step) => stepOf(step, player)),
    mails: executed.flatMap(({ output }) => (output?.['subject'] ? [mailOf(output)] : [])),
  };
}

function mailOf(output: NonNullable<SimulatedStep['output']>): StoryMail {
  const { from, to, subject, html, text } = output as unknown as StoryMail;
  return { from, to, subject, html, text };
}

function stepOf(
  { key, status, output, error, at }: SimulatedStep,
  player: StoryPlayer,
): RunWay['steps'][number] {
  const hasOutput = output?.['result'] !== undefined || output?.['reason'] !== undefined;
  return {
    key,
    status,
    completed: player.minuteAt(at),
    ...(hasOutput && { output }),
    ...(error && { error: error.message }),
  };
}

/** The same of an ending, as far as the run has come. */
export function wayOfEnding({ status, reason, steps, mails }: StoredEnding): RunWay {
  return {
    status,
    ...(reason !== undefined && { reason }),
    steps: steps.flatMap(({ position: _, started: __, completed, output, ...step }) =>
      completed === undefined
        ? []
        : [{ ...step, completed, ...(output !== undefined && { output: withoutId(output) }) }],
    ),
    mails,
  };
}

function withoutId(output: unknown): unknown {
  const { event_id: _, ...rest } = output as Record<string, unknown>;
  return rest;
}

/**
 * The beginning of a way: the steps that have ended before a minute, and their mails.
 * @param minute infinite: all that the run has done so far
 */
export function beginningOf(way: RunWay, { graph }: Story, minute: number): Pick<RunWay, 'steps' | 'mails'> {
  const end = way.steps.findIndex(({ completed }) => completed >= minute);
  const steps = end < 0 ? way.steps : way.steps.slice(0, end);
  const mailing = new Set(graph.steps.flatMap(({ key, type }) => (type === 'send_email' ? [key] : [])));
  const sent = steps.filter(({ key, status }) => mailing.has(key) && status === 'completed').length;
  return { steps, mails: way.mails.slice(0, sent) };
}
