// What a step of a run has done, in words: from its state and its output (docs/reference/automation-runs.md). Pure.
import { delayWords, untilWords } from './run-words.ts';
import { type RunStep, STEP_KINDS, type StepDone, textIn } from './step-kinds.ts';

/** The context of a step. */
export interface StepContext {
  now: Date;
  /** The wake-up time of the run. */
  wakeAt: string | null;
  reason: string | null;
  /** Name of the event that the step begins with or waits for; undefined: the automation has changed since. */
  eventName: string | undefined;
}

/** The description of a step. */
export interface StepStory extends StepDone {
  /** Below it: why it has failed, what it waits for. */
  detail?: string | undefined;
  kind: 'good' | 'bad' | 'info' | 'neutral';
  isOpen: boolean;
}

/** Describes a step. */
export function storyOf(step: RunStep, context: StepContext): StepStory {
  const { name, done } = STEP_KINDS[step.type];
  switch (step.status) {
    case 'completed': {
      const kind = step.type === 'trigger' ? 'info' : 'good';
      return { ...done(step, context.eventName), kind, isOpen: false };
    }
    case 'failed':
      return {
        title: name,
        detail: textIn(step.error, 'message') ?? 'This step failed.',
        kind: 'bad',
        isOpen: false,
      };
    case 'waiting':
      return { ...waitingWords(step, context), kind: 'info', isOpen: true };
    case 'running':
      return { title: name, detail: 'In progress', kind: 'info', isOpen: true };
    case 'skipped':
      return { title: skippedWords(step), kind: 'neutral', isOpen: false };
    default:
      return { title: name, detail: 'Not reached yet', kind: 'neutral', isOpen: true };
  }
}

/** Whether a run has not reached a step, and never will: several such steps are one line. */
export function isOffTheWay({ status, started_at }: Pick<RunStep, 'status' | 'started_at'>): boolean {
  return status === 'skipped' && started_at === null;
}

function waitingWords(step: RunStep, { now, wakeAt, reason, eventName }: StepContext) {
  const { name, isForEvent } = STEP_KINDS[step.type];
  const until = wakeAt === null ? undefined : untilWords(new Date(wakeAt), now);
  if (reason !== null)
    return {
      title: name,
      detail: `Held back: ${delayWords(reason)}. Next attempt ${until ?? 'at once'}.`,
    };
  if (isForEvent)
    return { title: `Waits for ${eventName ?? 'an event'}`, detail: until && `Until ${until} at the latest` };
  return { title: until === undefined ? 'Waits' : `Waits until ${until}` };
}

function skippedWords(step: RunStep): string {
  const { name, skipped } = STEP_KINDS[step.type];
  const reason = textIn(step.output, 'reason');
  if (reason !== undefined) return skipped?.[reason] ?? `Did nothing: ${reason}`;
  if (isOffTheWay(step)) return 'Not on the path of this run';
  return `${name}: ${step.completed_at === null ? 'ended with the run' : 'did nothing'}`;
}
