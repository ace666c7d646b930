// Reads how stories have ended in Postgres, in the form of the model.
import type { Pool } from 'pg';
import { STORY_FALLBACKS, type StoryMail, type StoryPlayer, storyMail } from './stored-stories.ts';
import type { Ending } from './story.ts';

/** What a run has done, with its mails in their order. */
export type StoredEnding = Omit<Ending, 'effects' | 'contact' | 'status'> & {
  status: string;
  mails: StoryMail[];
};

interface RunRow {
  automationId: string;
  status: string;
  reason: string | null;
  step: string | null;
  until: Date | null;
  steps: StepRow[] | null;
  mails: StoryMail[] | null;
}

interface StepRow {
  position: number;
  key: string;
  status: Ending['steps'][number]['status'];
  output: Record<string, unknown> | null;
  error: { message: string } | null;
  started_at: string;
  completed_at: string | null;
}

const FIND = `
  SELECT automation_id AS "automationId", status, reason, step_key AS step, wait_until AS until,
    (SELECT json_agg(step ORDER BY position) FROM automation_step_runs AS step WHERE run_id = run.id) AS steps,
    (SELECT json_agg(json_build_object('from', from_address, 'to', to_addresses[1], 'subject', subject, 'html', html,
                                       'text', text) ORDER BY emails.id)
     FROM emails JOIN email_contents AS contents ON contents.id = content_id
     WHERE emails.automation_id = run.automation_id) AS mails
  FROM automation_runs AS run`;

/** @returns one for each story, in their order; undefined: it has no run */
export async function readEndings(pool: Pool, player: StoryPlayer): Promise<(StoredEnding | undefined)[]> {
  const { rows } = await pool.query<RunRow>(FIND);
  const rowOf = new Map(rows.map((row) => [row.automationId, row]));
  return player.stories.map(({ automationId }) => {
    const row = rowOf.get(automationId);
    return row && endingOf(row, player);
  });
}

function endingOf({ status, reason, step, until, steps, mails }: RunRow, player: StoryPlayer): StoredEnding {
  const isRunning = status === 'running';
  return {
    status,
    ...(reason !== null && { reason }),
    ...(isRunning && step !== null && { step }),
    ...(isRunning && until && { pausesUntil: player.minuteAt(until) }),
    steps: (steps ?? []).map((each) => stepOf(each, player)),
    mails: mails ?? [],
  };
}

function stepOf(row: StepRow, player: StoryPlayer): Ending['steps'][number] {
  const { position, key, status, output, error } = row;
  const [started, completed] = [row.started_at, row.completed_at].map((time) => time && new Date(time));
  return {
    position,
    key,
    status,
    ...outputOf(output, player),
    ...(error && { error: error.message }),
    started: started ? player.minuteAt(started) : Number.NaN,
    ...(completed && { completed: player.minuteAt(completed) }),
  };
}

/** What effects have as their output is not part of a story, unless they were skipped. */
function outputOf(output: StepRow['output'], player: StoryPlayer) {
  if (output?.['event_id'] !== undefined)
    return { output: { ...output, event_id: player.eventOf(output['event_id']) } };
  return output?.['result'] !== undefined || output?.['reason'] !== undefined ? { output } : {};
}

/** The ending of a story in the same form. @param trigger of the story */
export function expectedEnding({ effects, contact: _, ...ending }: Ending, trigger: string): StoredEnding {
  const sent = effects.filter(({ type, outcome }) => type === 'send_email' && outcome === 'completed');
  return { ...ending, mails: sent.map((effect) => mailOf(effect, trigger)) };
}

function mailOf({ variables }: Ending['effects'][number], trigger: string): StoryMail {
  return storyMail(trigger, { ...STORY_FALLBACKS, ...(variables as Partial<typeof STORY_FALLBACKS>) });
}
