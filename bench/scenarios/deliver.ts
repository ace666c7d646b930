// The measurement that most scenarios share: a warm-up, then a load, from its first request until every message of it
// has arrived at the server and is done.

import type { MailKind } from '../load/mail-kind.ts';
import type { LoadShape } from '../load/shape.ts';
import { measureLoad, perSecond } from '../measure-load.ts';
import { deliver, inspectMail, type Run, type RunPlan, withRun } from '../run.ts';
import {
  BASELINE,
  type Column,
  type Contender,
  ONE_OF_EACH,
  type RunResult,
  type Scenario,
  type Setting,
  VERSUS_BASELINE,
} from '../scenario.ts';
import type { Variant } from '../variant.ts';

/** The key of the main figure of most scenarios. */
export const DELIVERED = 'delivered';

/** Columns of a delivery. A message is a mail for one recipient. */
export const DELIVERY_COLUMNS: readonly Column[] = [
  { title: 'delivered/s', key: DELIVERED, digits: 0, spread: true },
  { title: 'accepted/s', key: 'accepted', digits: 0 },
  { title: 'accept p50 ms', key: 'p50', digits: 1 },
  { title: 'p99 ms', key: 'p99', digits: 1 },
];

/** A contender whose deliveries are counted: its differences from a run with one process of each kind. */
export type DeliveryPlan = Omit<RunPlan, 'htmlBytes' | 'processes'> &
  Partial<Pick<RunPlan, 'processes'>> &
  Omit<Contender, 'measure'> & {
    /** Begins something that runs during the load. @returns what ends it */
    duringLoad?(run: Run): () => Promise<void>;
  };

/** Creates a contender that does one run per round. */
export function createDelivery({ options }: Setting, plan: DeliveryPlan): Contender {
  const { name, dividedBy, wanted, duringLoad, ...runPlan } = plan;
  const { htmlBytes, mails, warmUp } = options;
  return {
    name,
    dividedBy,
    wanted,
    measure: (servers) =>
      withRun({ processes: ONE_OF_EACH, htmlBytes, ...runPlan }, servers, async (run) => {
        await deliver(run, warmUp);
        const measured = await measureLoad(run, async () => {
          const end = duringLoad?.(run);
          return await deliverLoad(run, mails).finally(end);
        });
        await inspectMail(run);
        return { contender: name, ...measured };
      }),
  };
}

/** What differs between scenarios in which all variants deliver the same mails. */
export interface Comparison {
  name: string;
  question: string;
  shapeFor(variant: Variant): LoadShape;
  /** Baselines in addition to `naive`. */
  dividedBy?: Contender['dividedBy'];
  /** Name of a variant → its target. */
  wanted: Record<string, string>;
}

/** Creates a scenario in which every variant is compared with the baseline. */
export function compareVariants({ name, question, shapeFor, dividedBy, wanted }: Comparison): Scenario {
  return {
    name,
    question: () => question,
    columns: DELIVERY_COLUMNS,
    compared: DELIVERED,
    contenders: (setting) =>
      setting.variants.map((variant) =>
        createDelivery(setting, {
          name: variant.name,
          variant,
          shape: shapeFor(variant),
          dividedBy: { [VERSUS_BASELINE]: BASELINE, ...dividedBy },
          wanted: wanted[variant.name],
        }),
      ),
  };
}

/** Delivers a load. @returns its figures, and the start and end of the measured time */
export async function deliverLoad(
  run: Run,
  mails: number,
  kind?: MailKind,
): Promise<Pick<RunResult, 'figures' | 'messages'> & { firstSentAtMs: number; doneAtMs: number }> {
  const { answer, messages, doneAtMs } = await deliver(run, mails, kind);
  const { firstSentAtMs } = answer;
  const figures = {
    [DELIVERED]: perSecond(messages, doneAtMs - firstSentAtMs),
    accepted: perSecond(messages, answer.lastAnswerAtMs - firstSentAtMs),
    p50: answer.p50Ms,
    p99: answer.p99Ms,
  };
  return { figures, messages, firstSentAtMs, doneAtMs };
}
