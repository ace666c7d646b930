// What has become of a try: each step in the words of a run, the path for the graph, and the end as a sentence. Pure.
import type { AutomationSimulation } from '../../../../api/generated/types.ts';
import type { Tone } from '../../../../design/text/statuses.ts';
import { duration, nearMoment } from '../../../../format/time.ts';
import type { ShownMail } from '../../../templates/mail/shown-mail.ts';
import type { RunStep } from '../../run/step-kinds.ts';
import { type StepStory, storyOf } from '../../run/step-words.ts';

/** A step of a try. */
export type TriedStep = AutomationSimulation['steps'][number];

/** The results of the steps, by key. */
export type TriedPath = ReadonlyMap<string, { words: string; tone: Tone }>;

/** A step with its words. */
export interface ShownStep {
  step: TriedStep;
  story: StepStory;
  /** The mail that would be sent; undefined: none. */
  mail: ShownMail | undefined;
  /** The contents were left out: all mails of the try together would be too large. */
  isCut: boolean;
}

/** The steps. @param eventOf name of the event with which a step begins, or for which it waits */
export function shownSteps(
  { steps }: AutomationSimulation,
  eventOf: (key: string) => string | undefined,
  now: Date,
): ShownStep[] {
  return steps.map((step, index) => {
    const started_at = steps[index - 1]?.at ?? step.at;
    const run = { ...step, id: step.key, started_at, completed_at: step.at } as unknown as RunStep;
    const context = { now, wakeAt: null, reason: null, eventName: eventOf(step.key) };
    const mail = mailOf(step);
    return { step, story: storyOf(run, context), mail, isCut: step.output?.['is_cut'] === true };
  });
}

/** The path. */
export function pathOf(shown: readonly ShownStep[], now: Date): TriedPath {
  return new Map(
    shown.map(({ step, story }) => [
      step.key,
      { words: `${story.title}, ${nearMoment(new Date(step.at), now)}`, tone: story.kind },
    ]),
  );
}

/** "The run ends after 3 d, with 2 emails." */
export function endSentence({ outcome, reason, contact, steps }: AutomationSimulation): string {
  if (outcome === 'failed') return `The run fails: ${reason ?? 'no reason is known.'}`;
  const first = steps[0];
  const last = steps.at(-1);
  const tookMs = first && last ? Date.parse(last.at) - Date.parse(first.at) : 0;
  const count = steps.filter((step) => mailOf(step)).length;
  const mails = count === 0 ? 'without an email' : count === 1 ? 'with 1 email' : `with ${count} emails`;
  const when = tookMs === 0 ? 'at once' : `after ${duration(tookMs)}`;
  return `The run ends ${when}, ${mails}.${contact === null ? ' The contact is deleted.' : ''}`;
}

function mailOf({ output, status }: TriedStep): ShownMail | undefined {
  if (status !== 'completed' || !output || !('subject' in output)) return undefined;
  return { warnings: [], ...output } as unknown as ShownMail;
}
