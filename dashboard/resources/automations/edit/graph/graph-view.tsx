// The graph of an automation: as a drawing, or, in a narrow window and by choice, as an outline of the same boxes.
import MoreHorizontal from 'lucide-react/icons/ellipsis';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { MenuButton } from '../../../../design/controls/menu.tsx';
import { Segmented } from '../../../../design/controls/segmented.tsx';
import { announce } from '../../../../design/feedback/notices.ts';
import type { MenuItem } from '../../../../design/floating/menu-popover.tsx';
import { loadedDialog } from '../../../../design/lazy/loaded-dialog.tsx';
import { loadedLater } from '../../../../design/lazy/loaded-later.tsx';
import { useMedia } from '../../../../design/use-media.ts';
import { keep, readStored } from '../../../../editing/stored-text.ts';
import { type Acted, branchesOf, removeStep } from '../../graph/acts.ts';
import { type EditedGraph, type Place, waysIn } from '../../graph/graph.ts';
import type { StepType } from '../../graph/step-forms.ts';
import { leadsSentence } from '../../graph/step-sentences.ts';
import type { TriedPath } from '../try/outcome.ts';
import { Box } from './box.tsx';
import { addOn, boxItems } from './box-acts.ts';
import css from './graph.module.css';
import type { GraphQuestion } from './graph-dialogs.tsx';
import { GraphOutline } from './graph-outline.tsx';
import { useGraphKeys } from './use-graph-keys.ts';

const Drawing = loadedLater(() => import('./graph-drawing.tsx').then((it) => it.GraphDrawing));
const Question = loadedDialog(() => import('./graph-dialogs.tsx').then((it) => it.GraphDialog));

export interface GraphViewProps {
  graph: EditedGraph;
  /** The sentences by key. */
  sentences: ReadonlyMap<string, string>;
  /** Key of the step whose form is shown. */
  chosen: string;
  /** @param isForm whether the focus moves into its form */
  onChoose(key: string, isForm: boolean): void;
  /** @param name "Move up" */
  onAct(acted: Acted, name: string): void;
  /** Why a step cannot be saved. */
  faultOf(key: string): string | undefined;
  /** Undefined: nothing was tried. */
  path: TriedPath | undefined;
  /** The note in the row above it. */
  note: ReactNode;
  /** Why the person may change nothing. */
  refusal: string | undefined;
}

/** The graph. */
export function GraphView(props: GraphViewProps) {
  const { graph, sentences, chosen, onChoose, refusal } = props;
  const [view, setView] = useView();
  const [question, ask] = useState<GraphQuestion>();
  const [isAsked, setAsked] = useState(false);
  const open = (next: GraphQuestion) => {
    ask(next);
    setAsked(true);
  };
  const act = (acted: Acted, name: string) => {
    if (!('refusal' in acted)) {
      keys.focusLater(acted.focus);
      sayRemoved(acted.removed.length);
    }
    props.onAct(acted, name);
  };
  const remove = (key: string) => {
    if (branchesOf(graph, key).length > 0) open({ remove: key });
    else act(removeStep(graph, key), 'Delete a step');
  };
  const keys = useGraphKeys({ graph, chosen, onChoose, remove, refusal });
  const add = useStable((place: Place, type: StepType) => addOn(graph, place, type, { act }));
  const boxOf = useBoxes(props);
  const items = boxItems(graph, chosen, {
    act,
    remove,
    openForm: (key) => onChoose(key, true),
    lead: (way) => open({ lead: way }),
  });
  const shown = {
    graph,
    sentences,
    chosen,
    boxOf,
    menu: refusal === undefined && <BoxMenu sentence={sentences.get(chosen) ?? chosen} items={items} />,
    onAdd: refusal === undefined ? add : undefined,
  };
  return (
    <>
      <div className={css['row']}>
        {view.isChosen && (
          <Segmented label="How the steps are shown" options={VIEWS} selected={view.id} onSelect={setView} />
        )}
        {props.note}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields. */}
      <div {...keys.handlers} role="group" aria-label={GROUP_LABEL} className={css['view']}>
        {view.id === OUTLINE ? <GraphOutline {...shown} /> : <Drawing.Component {...shown} />}
      </div>
      <Question
        question={question}
        graph={graph}
        sentences={sentences}
        onAct={act}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
      />
    </>
  );
}

function BoxMenu({ sentence, items }: { sentence: string; items: readonly MenuItem[] }) {
  return <MenuButton label={`Actions for “${sentence}”`} icon={MoreHorizontal} isIconOnly items={items} />;
}

/** @returns draws the box of a step */
function useBoxes({ graph, sentences, chosen, faultOf, path }: GraphViewProps) {
  const leads = useMemo(
    () => new Map([...waysIn(graph)].map(([key, ways]) => [key, leadsSentence(graph, key, sentences, ways)])),
    [graph, sentences],
  );
  const types = new Map(graph.steps.map(({ key, type }) => [key, type]));
  return (key: string) => (
    <Box
      stepKey={key}
      type={types.get(key) ?? 'trigger'}
      sentence={sentences.get(key) ?? key}
      leads={leads.get(key) ?? ''}
      isChosen={key === chosen}
      fault={faultOf(key)}
      words={path?.get(key)?.words}
      tone={path?.get(key)?.tone}
      isOffPath={path !== undefined && !path.has(key)}
    />
  );
}

const GROUP_LABEL =
  'Steps. Up and Down move along the lines, Left and Right move through all steps, Enter opens the form, a adds a step.';
const OUTLINE = 'outline';
const VIEWS = [
  { id: 'graph', label: 'Graph' },
  { id: OUTLINE, label: 'Outline' },
];
const VIEW_KEY = 'posthorn.automation-view';
const NARROW = '(width < 760px)';

/** A narrow window has the outline; elsewhere it is chosen, and this browser keeps it. */
function useView() {
  const isNarrow = useMedia(NARROW);
  const [chosen, choose] = useState(() => readStored(VIEW_KEY) ?? 'graph');
  const set = (next: string) => {
    choose(next);
    keep(VIEW_KEY, next);
  };
  return [{ id: isNarrow ? OUTLINE : chosen, isChosen: !isNarrow }, set] as const;
}

function sayRemoved(count: number): void {
  if (count > 0)
    announce(`${count === 1 ? '1 step was' : `${count} steps were`} deleted. Press Ctrl Z to undo.`);
}

/** One function always, which does what the latest one does. */
function useStable<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(run);
  latest.current = run;
  const [stable] = useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  );
  return stable;
}
