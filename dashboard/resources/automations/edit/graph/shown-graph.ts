// What both looks at a graph are given: the drawing and the outline.
import type { ReactNode } from 'react';
import type { EditedGraph, Place } from '../../graph/graph.ts';
import type { StepType } from '../../graph/step-forms.ts';

/** A graph that is shown. */
export interface ShownGraph {
  graph: EditedGraph;
  /** The sentences by key. */
  sentences: ReadonlyMap<string, string>;
  chosen: string;
  /** Draws the box of a step. */
  boxOf(key: string): ReactNode;
  /** The menu of the chosen box; undefined: nothing can be changed. */
  menu: ReactNode;
  /** Undefined: nothing can be changed. */
  onAdd: ((place: Place, type: StepType) => void) | undefined;
}
