// An automation that is being edited: what its fields hold, what is sent of them, and how two of its graphs are compared. Pure.
import type { Automation, UpdateAutomationBody } from '../../../api/generated/types.ts';
import { isSameJson } from '../../../editing/same-json.ts';
import { capitalised } from '../../../format/capitalised.ts';
import { type EditedGraph, graphBody, graphOf } from '../graph/graph.ts';
import { outlineOf } from '../graph/order.ts';
import type { NamesInSteps } from '../graph/step-forms.ts';
import { goesOnSentence, OUTCOME_WORDS, sentencesOf } from '../graph/step-sentences.ts';

/** The edited values. Trigger, steps and connections are one field: they are meaningless alone. */
export type EditedAutomation = {
  name: string;
  graph: EditedGraph;
  reentry: Automation['reentry'];
  answers: Automation['answers'];
};

/** The fields as the page calls them. */
export const AUTOMATION_LABELS = {
  name: 'Name',
  graph: 'Steps',
  reentry: 'How often a contact may enter',
  answers: 'Which emails start a run',
} as const satisfies Readonly<Record<keyof EditedAutomation, string>>;

/** The fields that runs follow: while an automation is on, they change together when it is put live. */
export const LIVE_FIELDS = ['graph', 'reentry', 'answers'] as const satisfies (keyof EditedAutomation)[];

/** The fields of a record. */
export function draftOf(automation: Automation): EditedAutomation {
  const { name, reentry, answers } = automation;
  return { name, reentry, answers, graph: graphOf(automation) };
}

/** The request body of a change. */
export function automationBody({ graph, ...others }: Partial<EditedAutomation>): UpdateAutomationBody {
  return { ...others, ...(graph && graphBody(graph)) };
}

/** Both graphs as outlines whose lines can be compared; of steps that say the same, all that differs is shown. */
export function outlinesOf(
  mine: EditedGraph,
  theirs: EditedGraph,
  names: NamesInSteps,
): [mine: string, theirs: string] {
  return [outlineText(mine, theirs, names), outlineText(theirs, mine, names)];
}

function outlineText(graph: EditedGraph, other: EditedGraph, names: NamesInSteps): string {
  const sentences = sentencesOf(graph, names);
  const others = sentencesOf(other, names);
  const configs = configsOf(graph);
  const otherConfigs = configsOf(other);
  const lines = outlineOf(graph).flatMap(({ key, depth, branch, goesOn }) => {
    const indent = '  '.repeat(depth);
    const outcome = branch === undefined ? '' : `${capitalised(OUTCOME_WORDS[branch])}: `;
    const sentence = sentences.get(key) ?? key;
    const isAlike = others.get(key) === sentence && !isSameJson(configs.get(key), otherConfigs.get(key));
    return [
      `${indent}${outcome}${sentence}`,
      ...(isAlike ? [`${indent}  ${JSON.stringify(configs.get(key))}`] : []),
      ...goesOn.map((way) => `${indent}  ${capitalised(goesOnSentence(way, sentences))}`),
    ];
  });
  return lines.join('\n');
}

function configsOf({ trigger, steps }: EditedGraph): ReadonlyMap<string, object> {
  return new Map([trigger, ...steps].map(({ key, config }) => [key, config]));
}
