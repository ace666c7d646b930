// What the runs of an automation add up to: how many there are in each state, and what became of them at each step. Counts
// are made of parts (count-runs.ts), which are added up here; for a large automation they are stored as JSON. Steps are
// known by their ids, so a step that gets another key keeps its counts.
import type { RunStatus } from '../runs/run.ts';

/** The outcome of a run at a step that it has reached. `here`: it is at the step, or was cancelled there. */
export type StepOutcome = 'here' | 'waiting' | 'completed' | 'failed' | 'skipped';

/** Runs of one version that a step has treated alike. */
export interface CountedSteps {
  stepId: string;
  versionId: string;
  outcome: StepOutcome;
  /** Why it was skipped; null: another outcome. */
  reason: string | null;
  count: number;
}

/** The results of the mail of a step. A mail that was opened twice counts once. */
export interface MailCounts {
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  bounced: number;
}

/** The results of the mail that a part of the runs has sent at a step. */
export interface CountedMails extends MailCounts {
  stepId: string;
}

/** A part of the runs of an automation, counted. */
export interface CountedPart {
  runs: readonly { status: RunStatus; count: number }[];
  steps: readonly CountedSteps[];
  mails: readonly CountedMails[];
}

/** The counts of a step. */
export interface StepCounts {
  /** The newest version in which a run reached the step. */
  versionId: string;
  entered: number;
  waiting: number;
  completed: number;
  failed: number;
  /** Why → how many. */
  skipped: Readonly<Record<string, number>>;
  mails: MailCounts;
}

/** The counts of an automation. */
export interface RunCounts {
  runs: Readonly<Record<RunStatus, number>>;
  /** Id of the step → its counts. */
  steps: Readonly<Record<string, StepCounts>>;
}

export const NO_MAILS: MailCounts = { sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0 };

/** The counts of an automation without runs. */
export const NO_RUNS: RunCounts = { runs: { running: 0, completed: 0, failed: 0, cancelled: 0 }, steps: {} };

/**
 * The most removed steps that are stored: as many as an automation can have, so that
 * neither counts nor answers grow with every edit.
 */
const REMOVED_STEPS_MAX = 150;

/** Adds a part to counts. @param present the ids of the steps that the automation has */
export function addPart(counts: RunCounts, part: CountedPart, present: ReadonlySet<string>): RunCounts {
  const runs = { ...counts.runs };
  for (const { status, count } of part.runs) runs[status] += count;
  const steps = new Map(Object.entries(counts.steps));
  for (const counted of part.steps) steps.set(counted.stepId, addSteps(steps.get(counted.stepId), counted));
  for (const { stepId, ...mails } of part.mails) {
    const step = steps.get(stepId);
    if (step) steps.set(stepId, { ...step, mails: addMails(step.mails, mails) });
  }
  return { runs, steps: Object.fromEntries(withoutOldest(steps, present)) };
}

const NOTHING = { entered: 0, waiting: 0, completed: 0, failed: 0, skipped: {}, mails: NO_MAILS };

function addSteps(before: StepCounts | undefined, counted: CountedSteps): StepCounts {
  const { versionId, outcome, reason, count } = counted;
  const step: StepCounts = { ...(before ?? { versionId, ...NOTHING }) };
  // Ids of versions are in the order of time.
  if (versionId > step.versionId) step.versionId = versionId;
  step.entered += count;
  if (outcome === 'skipped') {
    const why = reason ?? ERASED;
    step.skipped = { ...step.skipped, [why]: (step.skipped[why] ?? 0) + count };
  } else if (outcome !== 'here') step[outcome] += count;
  return step;
}

/** Why a step was skipped, of a person whose runs were emptied. */
const ERASED = 'erased';

function addMails(a: MailCounts, b: MailCounts): MailCounts {
  return {
    sent: a.sent + b.sent,
    delivered: a.delivered + b.delivered,
    opened: a.opened + b.opened,
    clicked: a.clicked + b.clicked,
    bounced: a.bounced + b.bounced,
  };
}

function withoutOldest(
  steps: ReadonlyMap<string, StepCounts>,
  present: ReadonlySet<string>,
): [string, StepCounts][] {
  const all = [...steps];
  const removed = all.filter(([id]) => !present.has(id));
  if (removed.length <= REMOVED_STEPS_MAX) return all;
  removed.sort(([, a], [, b]) => (a.versionId < b.versionId ? 1 : -1));
  const dropped = new Set(removed.slice(REMOVED_STEPS_MAX).map(([id]) => id));
  return all.filter(([id]) => !dropped.has(id));
}
