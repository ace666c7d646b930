// The graph as an indented outline: for narrow windows, and for who would rather read it.
import { capitalised } from '../../../../format/capitalised.ts';
import { type Way, waysIn } from '../../graph/graph.ts';
import { type OutlineLine, outlineOf } from '../../graph/order.ts';
import { goesOnSentence, OUTCOME_WORDS } from '../../graph/step-sentences.ts';
import { AddButton } from './add-button.tsx';
import css from './graph.module.css';
import type { ShownGraph } from './shown-graph.ts';

/** Further to the right nothing fits; the words say where a branch belongs. */
const DEPTH_MAX = 6;

/** The outline. */
export function GraphOutline(shown: ShownGraph) {
  const { graph, chosen, boxOf, menu } = shown;
  const ways = waysIn(graph);
  return (
    <ol className={css['outline']}>
      {outlineOf(graph).map((line) => (
        <li
          key={line.key}
          style={{ marginInlineStart: `calc(var(--space-5) * ${Math.min(line.depth, DEPTH_MAX)})` }}
        >
          {line.branch !== undefined && (
            <span className={css['outcome']}>{capitalised(OUTCOME_WORDS[line.branch])}:</span>
          )}
          <div className={css['entry']}>
            {boxOf(line.key)}
            {line.key === chosen && menu}
          </div>
          <Ways {...shown} line={line} ways={ways.get(line.key) ?? []} />
        </li>
      ))}
    </ol>
  );
}

interface WaysProps extends ShownGraph {
  line: OutlineLine;
  ways: readonly Way[];
}

/** The ways that the next lines do not show, and buttons to add steps there. */
function Ways({ line, ways, sentences, chosen, onAdd }: WaysProps) {
  return ways.map((way) => {
    const words = line.goesOn.includes(way) ? goesOnSentence(way, sentences) : undefined;
    const own = way.outcome === 'default' ? undefined : OUTCOME_WORDS[way.outcome];
    return (
      <div key={way.outcome} className={css['way']}>
        {onAdd && (
          <AddButton
            from={way.from}
            outcome={way.outcome}
            onAdd={onAdd}
            sentence={sentences.get(way.from) ?? way.from}
            isInOrder={way.from === chosen}
          />
        )}
        {(words ?? own) !== undefined && (
          <span className={css['outcome']}>{capitalised(words ?? own ?? '')}</span>
        )}
      </div>
    );
  });
}
