// The steps of a graph as sentences, and where they lead: what a box of the graph says, and a line of its outline. Pure.

import { SCHEDULE_TRIGGER } from '../../../../shared/contract/automations/values.ts';
import { capitalised } from '../../../format/capitalised.ts';
import { exactDay } from '../../../format/utc-moment.ts';
import { STEP_KINDS } from '../run/step-kinds.ts';
import { SERVICE_TRIGGERS } from '../words.ts';
import {
  type EditedGraph,
  type EditedStep,
  type EditedTrigger,
  type Outcome,
  type Way,
  waysIn,
} from './graph.ts';
import { configSentence, endsRun, type NamesInSteps } from './step-forms.ts';

/** The words before the target of an outcome. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  default: 'then',
  condition_met: 'if so',
  condition_not_met: 'if not',
  event_received: 'if it arrives',
  timeout: 'if it does not arrive',
};

/** The sentences of the trigger and of all steps, by key. Steps that do the same have their keys in them. */
export function sentencesOf(graph: EditedGraph, names: NamesInSteps): ReadonlyMap<string, string> {
  const said = graph.steps.map((step): [string, string] => [step.key, stepSentence(step, names)]);
  const counts = new Map<string, number>();
  for (const [, sentence] of said) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return new Map([
    [graph.trigger.key, triggerSentence(graph.trigger)],
    ...said.map(([key, sentence]): [string, string] => [
      key,
      counts.get(sentence) === 1 ? sentence : `${sentence} (${key})`,
    ]),
  ]);
}

/** "Wait 3 days"; the name of its type, where it is not chosen yet what it does. */
export function stepSentence({ type, config }: EditedStep, names: NamesInSteps): string {
  return configSentence(type, config, names) ?? STEP_KINDS[type].name;
}

/** "Start with order.paid", "Start when a contact is added", "Start at 20 Nov 2026, 09:00 Europe/Berlin" */
export function triggerSentence({ config: { event_name, at = '', timezone = '' } }: EditedTrigger): string {
  if (event_name === SCHEDULE_TRIGGER)
    return at === '' ? 'Start at a set time' : `Start at ${wallWords(at)} ${timezone}`;
  if (event_name === '') return STEP_KINDS.trigger.name;
  const words = SERVICE_TRIGGERS.get(event_name)?.replace('When', 'when');
  return `Start ${words ?? `with ${event_name}`}`;
}

/** Describes the targets of a step: "Then “Wait 3 days”.", "If so “Wait 3 days”, if not the run ends." */
export function leadsSentence(
  graph: EditedGraph,
  key: string,
  sentences: ReadonlyMap<string, string>,
  ways: readonly Way[] = waysIn(graph).get(key) ?? [],
): string {
  const type = graph.steps.find((step) => step.key === key)?.type;
  if (type && endsRun(type)) return 'The run ends here: the contact is deleted.';
  const [first, another] = ways;
  if (ways.every(({ to }) => to === undefined)) return 'The run ends here.';
  if (first && another && ways.every(({ to }) => to === first.to))
    return `Either way ${targetWords(first, sentences)}.`;
  const words = ways.map((way) => `${outcomeWords(way, ways)} ${targetWords(way, sentences)}`).join(', ');
  return `${capitalised(words)}.`;
}

/** Describes a way that is not the next line of the outline: "if not: goes on at “Wait 3 days”" */
export function goesOnSentence(way: Way, sentences: ReadonlyMap<string, string>): string {
  const words = way.to === undefined ? 'the run ends' : `continues at ${targetWords(way, sentences)}`;
  return way.outcome === 'default' ? words : `${OUTCOME_WORDS[way.outcome]}: ${words}`;
}

/** A `default` next to two outcomes is never followed. */
function outcomeWords({ outcome }: Way, ways: readonly Way[]): string {
  return outcome === 'default' && ways.length > 1 ? 'never' : OUTCOME_WORDS[outcome];
}

function targetWords({ to }: Way, sentences: ReadonlyMap<string, string>): string {
  return to === undefined ? 'the run ends' : `“${sentences.get(to) ?? to}”`;
}

/** The time on the clocks of the zone; a time with an offset stays as it was given. */
function wallWords(at: string): string {
  const wall = /T[\d:.]+$/.test(at) ? new Date(`${at}Z`) : new Date(Number.NaN);
  return Number.isNaN(wall.getTime()) ? at : exactDay(wall).replace(/ UTC$/, '');
}
