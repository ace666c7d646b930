// The graph as a drawing: boxes from above to below, and lines between them. Loaded later: it brings the layout.
import { useMemo } from 'react';
import type { Way } from '../../graph/graph.ts';
import { type LayoutLine, layoutOf, structureOf } from '../../graph/layout.ts';
import { OUTCOME_WORDS } from '../../graph/step-sentences.ts';
import { AddButton } from './add-button.tsx';
import { pathThrough } from './drawn-line.ts';
import css from './graph.module.css';
import type { ShownGraph } from './shown-graph.ts';

/** The sizes in the styles. */
const SIZES = { box: { width: 236, height: 72 }, line: { width: 132, height: 28 } };

/** The drawing. */
export function GraphDrawing({ graph, sentences, chosen, boxOf, menu, onAdd }: ShownGraph) {
  const structure = structureOf(graph);
  const { width, height, boxes, lines } = useMemo(() => layoutOf(structure, SIZES), [structure]);
  const drawn = useMemo(() => <Lines width={width} height={height} lines={lines} />, [width, height, lines]);
  return (
    <div className={css['drawing']} style={{ width, height }}>
      {drawn}
      {[...boxes].map(([key, { x, y }]) => (
        <div key={key} className={css['place']} style={{ transform: `translate(${x}px, ${y}px)` }}>
          {boxOf(key)}
          {key === chosen && <span className={css['menu']}>{menu}</span>}
        </div>
      ))}
      {lines.map(({ from, outcome, middle }) => (
        <div
          key={`${outcome} ${from}`}
          className={css['label']}
          style={{ transform: `translate(${middle.x}px, ${middle.y}px) translate(-50%, -50%)` }}
        >
          {outcome !== 'default' && <span className={css['outcome']}>{OUTCOME_WORDS[outcome]}</span>}
          {onAdd && (
            <AddButton
              from={from}
              outcome={outcome}
              onAdd={onAdd}
              sentence={sentences.get(from) ?? from}
              isInOrder={from === chosen}
            />
          )}
        </div>
      ))}
    </div>
  );
}

interface LinesProps {
  width: number;
  height: number;
  lines: readonly LayoutLine[];
}

/** The boxes say where they lead. */
function Lines({ width, height, lines }: LinesProps) {
  return (
    <svg className={css['lines']} width={width} height={height} aria-hidden="true">
      {lines.map((line) => (
        <Line key={`${line.outcome} ${line.from}`} {...line} />
      ))}
    </svg>
  );
}

function Line({ to, points }: Way & Pick<LayoutLine, 'points'>) {
  const end = points.at(-1);
  return (
    <>
      <path className={css['line']} d={pathThrough(points)} />
      {end && to !== undefined && (
        <path
          className={css['arrow']}
          d={`M${end.x - 4} ${end.y - 6}L${end.x} ${end.y}L${end.x + 4} ${end.y - 6}`}
        />
      )}
      {end && to === undefined && <circle className={css['end']} cx={end.x} cy={end.y} r={4} />}
    </>
  );
}
