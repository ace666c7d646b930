// The numbers of a campaign: each leads to its recipients.
import { Link } from 'wouter';
import { Amount } from '../../../../design/text/amount.tsx';
import { Dot } from '../../../../design/text/status.tsx';
import css from './result.module.css';
import { type Figures, figuresOf, type Measured } from './result-words.ts';

interface FigureGridProps {
  stats: Figures;
  measured: Measured;
  /** The path of the recipients of a type, below /app. */
  hrefOf(type: string): string;
}

/** The numbers. */
export function FigureGrid({ stats, measured, hrefOf }: FigureGridProps) {
  return (
    <div className={css['figures']}>
      {figuresOf(stats, measured).map(({ type, label, tone, count, share }) => (
        <Link key={type} href={hrefOf(type)} className={css['figure']}>
          <span className={css['label']}>
            <Dot tone={tone} />
            {label}
          </span>
          <span className={css['count']}>{count === undefined ? '–' : <Amount value={count} />}</span>
          <span className={css['share']}>{share}</span>
        </Link>
      ))}
    </div>
  );
}
