// A run of an automation in words: its state as a sentence, and when it is worth looking at it again. Pure.
import type { AutomationRun } from '../../../api/generated/types.ts';
import { duration, exactTime, nearMoment, relativeTime } from '../../../format/time.ts';
import { STEP_KINDS } from './step-kinds.ts';

/** The facts that describe the state of a run. */
export type RunState = Pick<
  AutomationRun,
  'status' | 'reason' | 'current_step' | 'wake_at' | 'started_at' | 'completed_at'
> & { steps: readonly Pick<AutomationRun['steps'][number], 'key' | 'type' | 'status'>[] };

/** The time between two reads of a run whose steps are being executed, and after the end of a pause. */
const REFETCH_MS = 2_000;
/** The longest timer of browsers. */
const LONGEST_MS = 2 ** 31 - 1;

/** Why a run was cancelled, of those reasons that are a word. */
export const CANCELLED_REASONS: Readonly<Record<string, string>> = {
  stopped: 'the automation was turned off.',
  cancelled: 'it was cancelled by a request.',
  contact_deleted: 'its contact was deleted.',
};

/** Refusals of mail that pass, by the name of the error. */
const HELD_BACK: Readonly<Record<string, string>> = {
  daily_quota_exceeded: 'the daily email quota is used up',
  reputation_limit_exceeded: 'the domain reached the limit of its reputation',
  reputation_paused: 'sending is paused because of the reputation of the domain',
  sending_service_unavailable: 'the service is not sending at the moment',
  sending_configuration_unavailable: 'the settings for sending are missing',
  internal_error: 'a service error',
};

/** The status of a run, for `Status`: a waiting run is not working. */
export function runBadge(run: RunState): { status: string; label: string } {
  const isWaiting = run.status === 'running' && currentStep(run)?.status === 'waiting';
  return isWaiting ? { status: 'waiting', label: 'waiting' } : { status: run.status, label: run.status };
}

/**
 * The state of a run as a sentence.
 * @param waitsFor name of the event that the present step waits for, if it is known
 */
export function runSentence(run: RunState, now: Date, waitsFor?: string): string {
  switch (run.status) {
    case 'completed':
      return `Completed ${agoWords(run, now)}, ${tookWords(run)} after it started.`;
    case 'failed':
      return `Failed ${agoWords(run, now)}: ${run.reason ?? 'no reason is known.'}`;
    case 'cancelled':
      return `Cancelled ${agoWords(run, now)}: ${CANCELLED_REASONS[run.reason ?? ''] ?? run.reason ?? 'no reason is known.'}`;
    default:
      return runningSentence(run, now, waitsFor);
  }
}

/** Why a mail of a step is not sent yet, or its name. @param reason of a running run */
export function delayWords(reason: string): string {
  return HELD_BACK[reason] ?? `the send was refused with ${reason}`;
}

/** "14:05 (in 3 min)", "12 Mar, 14:05 (in 3 d)" */
export function untilWords(at: Date, now: Date): string {
  const near = relativeTime(at, now);
  // From a week on the words are a date, which is said already.
  return near.startsWith('in ') && at > now ? `${nearMoment(at, now)} (${near})` : nearMoment(at, now);
}

/** How long after an answer a run is read again, in milliseconds; undefined: its changes are reported. */
export function refetchDelay(run: RunState, now: Date): number | undefined {
  if (run.status !== 'running') return undefined;
  if (run.wake_at === null || currentStep(run)?.status === 'running') return REFETCH_MS;
  return refetchDelayUntil(run.wake_at, now);
}

/** How long until the read for an expected event, in milliseconds; null: at once. */
export function refetchDelayUntil(at: string | null, now: Date): number {
  const wait = at === null ? 0 : Math.max(0, new Date(at).getTime() - now.getTime());
  return Math.min(LONGEST_MS, wait + REFETCH_MS);
}

/** Exactly when a run was there, for those who compare. */
export function runPeriod({ started_at, completed_at }: RunState): string {
  const start = exactTime(new Date(started_at));
  return completed_at === null ? `Since ${start}` : `${start} – ${exactTime(new Date(completed_at))}`;
}

function runningSentence(run: RunState, now: Date, waitsFor: string | undefined): string {
  const step = currentStep(run);
  const until = run.wake_at === null ? undefined : untilWords(new Date(run.wake_at), now);
  if (run.reason !== null)
    return `Held back: ${delayWords(run.reason)}.${until === undefined ? '' : ` The next attempt is ${until}.`}`;
  if (step?.status !== 'waiting' || until === undefined)
    return step ? `Running: at step “${step.key}”.` : 'Running.';
  if (STEP_KINDS[step.type].isForEvent)
    return `Waiting for ${waitsFor ?? 'an event'}, until ${until} at the latest.`;
  return `Waiting until ${until}.`;
}

function currentStep({ steps, current_step }: RunState) {
  return steps.find(({ key }) => key === current_step);
}

function agoWords({ completed_at, started_at }: RunState, now: Date): string {
  const at = new Date(completed_at ?? started_at);
  const words = relativeTime(at, now);
  return /ago|now|moment/.test(words) ? words : `on ${words}`;
}

function tookWords({ completed_at, started_at }: RunState): string {
  return duration(
    Math.max(0, new Date(completed_at ?? started_at).getTime() - new Date(started_at).getTime()),
  );
}
