// Two texts next to each other by lines, with their differences: of a choice between two changes, or of two versions.
import { classNames } from '../design/class-names.ts';
import { useReachableScroll } from '../design/use-reachable-scroll.ts';
import { differenceOf, type LineRow } from './line-difference.ts';
import css from './line-differences.module.css';

interface LineDifferencesProps {
  /** The name of the texts, for screen readers. */
  label: string;
  /** Above the columns. */
  sides: readonly [mine: string, theirs: string];
  /** A field may be a flag, a list, or a document. */
  mine: unknown;
  theirs: unknown;
}

/** Both columns. */
export function LineDifferences({ label, sides, mine, theirs }: LineDifferencesProps) {
  const scroll = useReachableScroll<HTMLDivElement>();
  const rows = differenceOf(textOf(mine), textOf(theirs));
  return (
    <div ref={scroll} className={css['scroll']}>
      <table className={css['table']}>
        <caption className="visually-hidden">{label}: the differences</caption>
        <thead>
          <tr>
            {sides.map((side) => (
              <th key={side} scope="col">
                {side}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may come twice, and a row is only ever drawn again.
            <Row key={index} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row: { kind, mine, theirs, count } }: { row: LineRow }) {
  if (kind === 'left-out') {
    return (
      <tr>
        <td colSpan={2} className={css['leftOut']}>
          {count === 1 ? '1 unchanged line' : `${count} unchanged lines`}
        </td>
      </tr>
    );
  }
  if (kind === 'same') {
    return (
      <tr>
        <td className={css['line']}>{mine}</td>
        <td className={css['line']}>{theirs}</td>
      </tr>
    );
  }
  return (
    <tr>
      <td className={classNames(css['line'], css['mine'])}>
        {mine === undefined ? null : <del>{mine || ' '}</del>}
      </td>
      <td className={classNames(css['line'], css['theirs'])}>
        {theirs === undefined ? null : <ins>{theirs || ' '}</ins>}
      </td>
    </tr>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}
