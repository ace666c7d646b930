// What a person can do at a box of the graph, as items of its menu; what cannot be done says why. Pure.
import type { LucideIcon } from 'lucide-react';
import { EXECUTABLE_STEP_TYPES } from '../../../../../shared/contract/automations/values.ts';
import { capitalised } from '../../../../format/capitalised.ts';
import { type Acted, addAfter, endHere, moveDown, moveUp, possibleTargets } from '../../graph/acts.ts';
import { type EditedGraph, type Place, type Way, waysIn } from '../../graph/graph.ts';
import type { StepType } from '../../graph/step-forms.ts';
import { OUTCOME_WORDS } from '../../graph/step-sentences.ts';
import { STEP_KINDS } from '../../run/step-kinds.ts';

/** An item of a menu (`MenuItem`). */
interface BoxItem {
  id: string;
  label: string;
  icon?: LucideIcon;
  hint?: string;
  refusal?: string | undefined;
  isDanger?: boolean;
  beginsGroup?: boolean;
  onAction(): void;
}

/** The handlers of the items. */
export interface BoxHandlers {
  act(acted: Acted, name: string): void;
  openForm(key: string): void;
  /** Asks where it is to lead. */
  lead(way: Way): void;
  /** Asks which branch stays, where there are two. */
  remove(key: string): void;
}

/** The items of a box. */
export function boxItems(graph: EditedGraph, key: string, on: BoxHandlers): BoxItem[] {
  const change: BoxItem = {
    id: 'form',
    label: 'Edit step',
    hint: 'Enter',
    onAction: () => on.openForm(key),
  };
  const leads = (waysIn(graph).get(key) ?? []).flatMap((way) => wayItems(graph, way, on));
  if (key === graph.trigger.key) return [change, ...leads];
  const move = (id: string, label: string, acted: Acted): BoxItem => ({
    id,
    label,
    onAction: () => on.act(acted, label),
    refusal: 'refusal' in acted ? acted.refusal : undefined,
  });
  return [
    change,
    { ...move('up', 'Move up', moveUp(graph, key)), beginsGroup: true },
    move('down', 'Move down', moveDown(graph, key)),
    ...leads,
    {
      id: 'delete',
      label: 'Delete',
      hint: 'Delete',
      isDanger: true,
      beginsGroup: true,
      onAction: () => on.remove(key),
    },
  ];
}

/** The items of a line's `+`. */
export function addItems(onAdd: (type: StepType) => void): BoxItem[] {
  return EXECUTABLE_STEP_TYPES.map((type) => ({
    id: type,
    label: STEP_KINDS[type].name,
    icon: STEP_KINDS[type].icon,
    onAction: () => onAdd(type),
  }));
}

/** Adds a step on a way. */
export function addOn(graph: EditedGraph, place: Place, type: StepType, on: Pick<BoxHandlers, 'act'>): void {
  on.act(addAfter(graph, place, type), `Add “${STEP_KINDS[type].name}”`);
}

function wayItems(graph: EditedGraph, way: Way, on: BoxHandlers): BoxItem[] {
  const words = way.outcome === 'default' ? '' : `${capitalised(OUTCOME_WORDS[way.outcome])}: `;
  const hasTargets = possibleTargets(graph, way).length > 0;
  return [
    {
      id: `lead ${way.outcome}`,
      label: `${words}${words ? 'connect' : 'Connect'} to another step…`,
      beginsGroup: true,
      onAction: () => on.lead(way),
      refusal: hasTargets ? undefined : 'There is no other step to connect to.',
    },
    ...(way.to === undefined
      ? []
      : [
          {
            id: `end ${way.outcome}`,
            label: `${words}${words ? 'end' : 'End'} the run`,
            onAction: () => on.act(endHere(graph, way), 'End a branch'),
          },
        ]),
  ];
}
