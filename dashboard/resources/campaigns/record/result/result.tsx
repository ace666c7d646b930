// What became of a campaign: a sentence, how far it is, its numbers, when people opened it, and how its variants compare.
import type { Campaign } from '../../../../api/generated/types.ts';
import { Progress } from '../../../../design/data/progress.tsx';
import { Reasons } from '../../../../design/data/reasons.tsx';
import { Time } from '../../../../design/text/time.tsx';
import { leftOutRows } from '../../edit/audience/audience-words.ts';
import { FigureGrid } from './figures.tsx';
import { measuredOf } from './measured.ts';
import { OpensChart } from './opens-chart.tsx';
import css from './result.module.css';
import { isRunning } from './result-words.ts';
import { Variants } from './variants.tsx';

interface ResultProps {
  campaign: Campaign;
  /** The path of the recipients of a type, below /app. */
  hrefOf(type: string): string;
}

/** The result. */
export function Result({ campaign, hrefOf }: ResultProps) {
  const { stats, ab_test: test } = campaign;
  if (stats === null) return null;
  const measured = measuredOf(campaign);
  const isMeasured = measured.opens || measured.clicks;
  return (
    <>
      {isRunning(campaign) && stats.recipients > 0 && <HowFar campaign={campaign} stats={stats} />}
      <FigureGrid stats={stats} measured={measured} hrefOf={hrefOf} />
      <LeftOut campaign={campaign} />
      {test && <Variants campaign={campaign} test={test} />}
      {isMeasured && stats.delivered > 0 && <OpensChart campaign={campaign} measured={measured} />}
    </>
  );
}

/** How many were tried, and when the last mail will be released. */
function HowFar({ campaign, stats }: { campaign: Campaign; stats: NonNullable<Campaign['stats']> }) {
  const { ends_at, status } = campaign;
  return (
    <div className={css['far']}>
      <Progress label="Attempted" done={stats.recipients - stats.pending} of={stats.recipients} />
      {ends_at !== null && status !== 'paused' && (
        <span className={css['soft']}>
          The last email leaves <Time at={ends_at} />.
        </span>
      )}
    </div>
  );
}

/** Why some of the audience get no mail. */
function LeftOut({ campaign }: { campaign: Campaign }) {
  const rows = leftOutRows(campaign);
  if (rows.length === 0) return null;
  return (
    <Reasons
      label="Why some were left out"
      of="People"
      rows={rows.map(({ words, count }) => ({ reason: words, count }))}
    />
  );
}
