// The state of an automation as a sentence, and why its runs fail. Pure.
import { SCHEDULE_TRIGGER } from '../../../../shared/contract/automations/values.ts';
import type { Automation, AutomationRunItem } from '../../../api/generated/types.ts';
import { runsText, SERVICE_TRIGGERS } from '../words.ts';
import { scheduleWords } from './why/why-words.ts';

type Stated = Pick<Automation, 'status' | 'trigger' | 'trigger_config' | 'domain' | 'health'>;

/** "It is on: when `order.paid` arrives for a contact of acme.dev, a run starts. 12 runs are in progress." */
export function stateSentence(automation: Stated, now: Date): string {
  const { status, health } = automation;
  const running = runsText(health.running);
  if (status === 'disabled') {
    const going = health.running === 1 ? ' 1 run is finishing.' : ` ${running} runs are finishing.`;
    return `This automation is off: no new runs start.${health.running === 0 ? '' : going}`;
  }
  const progress = health.running === 1 ? '1 run is in progress.' : `${running} runs are in progress.`;
  return `This automation is on: ${startWords(automation, now)} ${health.running === 0 ? 'No runs are in progress.' : progress}`;
}

function startWords({ trigger, trigger_config: schedule, domain }: Stated, now: Date): string {
  if (trigger === SCHEDULE_TRIGGER && schedule)
    return `each contact of ${domain} starts at ${scheduleWords(schedule, now)}.`;
  const words = SERVICE_TRIGGERS.get(trigger);
  if (words === undefined) return `a run starts when \`${trigger}\` arrives for a contact of ${domain}.`;
  return `a run starts ${words.replace('When a contact', `when a contact of ${domain}`)}.`;
}

/** The most failed runs that are read. */
export const FAILED_READ = 100;

/** Why runs have failed. */
export interface FailedRuns {
  reasons: readonly { reason: string; count: number }[];
  /** Since when these have failed, as the API has it. */
  since: string;
  count: number;
}

/** The reasons of the newest failed runs, the most frequent first; undefined: none has failed. */
export function failedRunsOf(runs: readonly FailedRun[]): FailedRuns | undefined {
  const counts = new Map<string, number>();
  for (const { reason } of runs) counts.set(reason ?? NO_REASON, (counts.get(reason ?? NO_REASON) ?? 0) + 1);
  const ends = runs.map(({ completed_at, started_at }) => completed_at ?? started_at).sort();
  const [since] = ends;
  if (since === undefined) return undefined;
  const reasons = [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count);
  return { reasons, since, count: runs.length };
}

type FailedRun = Pick<AutomationRunItem, 'reason' | 'started_at' | 'completed_at'>;
const NO_REASON = 'No reason is known.';
