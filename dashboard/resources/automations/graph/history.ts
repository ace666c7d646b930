// Undo and redo of what is done with a graph. The graph itself is in the draft, which others may change, too: then the
// history begins again, because its graphs are without that change. Pure.
import { isSameJson } from '../../../editing/same-json.ts';
import type { EditedGraph } from './graph.ts';

/** A history. */
export interface History {
  present: EditedGraph;
  /** The oldest first. */
  past: readonly Moment[];
  /** The next one to redo first. */
  future: readonly Moment[];
}

/** A graph, and the act that led from it, or, once undone, to it. */
interface Moment {
  graph: EditedGraph;
  /** "Add a step" */
  act: string;
}

/** The most acts that can be undone. */
const ACTS_MAX = 200;

/** A history without acts. */
export function beginHistory(present: EditedGraph): History {
  return { present, past: [], future: [] };
}

/** The history of the graph that is shown: it begins again when that is not the one that it ends with. */
export function historyOf(history: History, shown: EditedGraph): History {
  if (history.present === shown) return history;
  return isSameJson(history.present, shown) ? { ...history, present: shown } : beginHistory(shown);
}

/**
 * Adds an act.
 * @param act its name: "Add a step"
 * @param continues it continues with the act before, as typing does: both are undone at once
 */
export function doneIn(history: History, graph: EditedGraph, act: string, continues = false): History {
  const { present, past } = history;
  if (graph === present) return history;
  if (continues && past.at(-1)?.act === act && history.future.length === 0)
    return { ...history, present: graph };
  return { present: graph, past: [...past, { graph: present, act }].slice(-ACTS_MAX), future: [] };
}

/** @returns undefined: there is nothing to undo */
export function undoIn({ present, past, future }: History): History | undefined {
  const last = past.at(-1);
  if (!last) return undefined;
  return {
    present: last.graph,
    past: past.slice(0, -1),
    future: [{ graph: present, act: last.act }, ...future],
  };
}

/** @returns undefined: there is nothing to redo */
export function redoIn({ present, past, future }: History): History | undefined {
  const [next, ...later] = future;
  if (!next) return undefined;
  return { present: next.graph, past: [...past, { graph: present, act: next.act }], future: later };
}
