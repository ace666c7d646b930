// What is done with the graph of a draft, and undone: an act changes the draft, and its step is the chosen one then.
import { useState } from 'react';
import { announce } from '../../../design/feedback/notices.ts';
import { notify } from '../../../design/feedback/toaster.tsx';
import type { Acted } from '../graph/acts.ts';
import type { EditedGraph } from '../graph/graph.ts';
import { beginHistory, doneIn, type History, historyOf, redoIn, undoIn } from '../graph/history.ts';

/** The possible acts. */
export interface GraphActs {
  /** @param name "Add a step" @param continues it continues with the act before, as typing does */
  act(acted: Acted, name: string, continues?: boolean): void;
  /** Undefined: there is nothing to undo, or to redo. */
  undo: UndoAct | undefined;
  redo: UndoAct | undefined;
}

interface UndoAct {
  /** The name of the act that it undoes. */
  name: string;
  run(): void;
}

/** @param onFocus gets the key of the step that an act is about */
export function useGraphActs(
  graph: EditedGraph,
  onChange: (graph: EditedGraph) => void,
  onFocus: (key: string) => void,
): GraphActs {
  const [kept, keep] = useState(() => beginHistory(graph));
  const history = historyOf(kept, graph);
  const put = (next: History) => {
    keep(next);
    onChange(next.present);
  };
  const moment = (next: History | undefined, name = '', said = ''): UndoAct | undefined =>
    next && {
      name,
      run: () => {
        put(next);
        announce(`${said}: ${name}.`);
      },
    };
  return {
    act(acted, name, continues) {
      if ('refusal' in acted) return notify(acted.refusal, { kind: 'bad' });
      put(doneIn(history, acted.graph, name, continues));
      onFocus(acted.focus);
    },
    undo: moment(undoIn(history), history.past.at(-1)?.act, 'Undone'),
    redo: moment(redoIn(history), history.future[0]?.act, 'Redone'),
  };
}
