// The numbers of a step of an automation: what came to it, and what became of that. Those of which there is a list of runs lead to
// it. Pure.
import type { AutomationStats } from '../../../../api/generated/types.ts';
import { amountText } from '../../../../format/amount-text.ts';
import { runsPath } from '../runs/run-lists.ts';

/** The numbers as the API counts them. */
export type StepStats = AutomationStats['steps'][number];

/** A number. */
export interface StepNumber {
  id: string;
  /** "3 wait" */
  words: string;
  tone: 'bad' | 'plain';
  /** The path of the runs that it counts, below /app; undefined: they have no list of their own. */
  href: string | undefined;
}

/** Why a step did nothing, within "3 skipped, …". */
const SKIPPED: Readonly<Record<string, string>> = {
  unsubscribed: 'unsubscribed',
  topic: 'opted out of the topic',
  suppressed: 'on the suppression list',
  erased: 'erased people',
};

/** The numbers above 0, and always the first one. @param search of the list next to the record */
export function stepNumbers(automationId: string, stats: StepStats, search = ''): StepNumber[] {
  const { key, entered, waiting, failed, skipped, emails } = stats;
  const at = (status: string) => runsPath(automationId, { status, step: key }, search);
  const number = (id: string, count: number, words: string, more: Partial<StepNumber> = {}) =>
    count === 0
      ? []
      : [{ id, words: `${amountText(count)} ${words}`, tone: 'plain' as const, href: undefined, ...more }];
  return [
    { id: 'entered', words: `${amountText(entered)} entered`, tone: 'plain', href: undefined },
    ...number('waiting', waiting, 'waiting', { href: at('running') }),
    ...number('failed', failed, 'failed', { tone: 'bad', href: at('failed') }),
    ...Object.entries(skipped).flatMap(([reason, count]) =>
      number(reason, count, `skipped, ${SKIPPED[reason] ?? reason}`),
    ),
    ...(emails === null
      ? []
      : [
          ...number('sent', emails.sent, 'sent'),
          ...number('delivered', emails.delivered, 'delivered'),
          ...number('opened', emails.opened, 'opened'),
          ...number('clicked', emails.clicked, 'clicked'),
          ...number('bounced', emails.bounced, 'bounced', { tone: 'bad' }),
        ]),
  ];
}

/** The numbers of steps that the automation does not have any more. */
export function formerSteps(stats: AutomationStats, keys: ReadonlySet<string>): StepStats[] {
  return stats.steps.filter(({ key }) => !keys.has(key));
}
