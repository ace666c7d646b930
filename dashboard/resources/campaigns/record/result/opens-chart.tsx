// When people have opened a campaign and followed its links, by the hour.
import type { Campaign } from '../../../../api/generated/types.ts';
import { useCall } from '../../../../api/use-call.ts';
import { CopyAs } from '../../../../copy-as/copy-as.tsx';
import { LineChart } from '../../../../design/data/line-chart.tsx';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { Skeleton } from '../../../../design/feedback/skeleton.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { useClock } from '../../../../format/clock.ts';
import { opensInput, pointsOf } from './opens-by-hour.ts';
import css from './result.module.css';
import type { Measured } from './result-words.ts';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const OPENED = { id: 'opened', label: 'opened', tone: 'accent' } as const;
const CLICKED = { id: 'clicked', label: 'clicked', tone: 'info' } as const;

/** The section. */
export function OpensChart({ campaign, measured }: { campaign: Campaign; measured: Measured }) {
  // The range moves on with the hour.
  useClock();
  const input = opensInput(campaign, new Date(), ZONE);
  const { data, error, refetch } = useCall('getEmailMetrics', input, { isLive: true, keepsPrevious: true });
  const series = [...(measured.opens ? [OPENED] : []), ...(measured.clicks ? [CLICKED] : [])];
  const points = data && pointsOf(data);
  return (
    <Section
      title="Opens and clicks by hour"
      level={3}
      description="People by the hour of their first open or click, for up to 7 days."
      actions={<CopyAs operation="getEmailMetrics" input={input} label="Copy as" />}
    >
      {error && !data && <FailureNote failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={180} />}
      {points &&
        (points.length === 0 ? (
          <p className={css['soft']}>No opens or clicks yet.</p>
        ) : (
          <LineChart label="Opens and clicks by hour" series={series} points={points} />
        ))}
    </Section>
  );
}
