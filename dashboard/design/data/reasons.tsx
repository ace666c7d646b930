// Reasons, each with how many it is true of.
import { Amount } from '../text/amount.tsx';
import { TextWithCode } from '../text/text-with-code.tsx';
import css from './reasons.module.css';

interface ReasonsProps {
  /** For screen readers. */
  label: string;
  /** The counted things: `Rows`. */
  of: string;
  rows: readonly { reason: string; count: number }[];
}

export function Reasons({ label, of, rows }: ReasonsProps) {
  return (
    <table className={css['reasons']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col">{of}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ reason, count }) => (
          <tr key={reason}>
            <td>
              <TextWithCode text={reason} />
            </td>
            <td>
              <Amount value={count} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
