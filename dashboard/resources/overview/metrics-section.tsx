// What became of the mail of the last day, week or month: five numbers with their rates, and a chart over time.
import { Link } from 'wouter';
import type { EmailMetrics } from '../../api/generated/types.ts';
import { useCall } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Segmented } from '../../design/controls/segmented.tsx';
import { BarChart } from '../../design/data/bar-chart.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { OutOfDate } from '../../design/feedback/out-of-date.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { Card } from '../../design/layout/card.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Amount } from '../../design/text/amount.tsx';
import { Dot } from '../../design/text/status.tsx';
import type { Tone } from '../../design/text/statuses.ts';
import { useClock } from '../../format/clock.ts';
import { useRecordParameter } from '../../records/use-record-parameter.ts';
import {
  metricsInput,
  pointsOf,
  RANGES,
  rateOfText,
  readRange,
  shareOf,
  touchesText,
  warningOf,
} from './metrics.ts';
import css from './overview.module.css';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const SERIES = [
  { id: 'delivered', label: 'delivered', tone: 'good' },
  { id: 'undelivered', label: 'bounced or failed', tone: 'bad' },
  { id: 'complained', label: 'complained', tone: 'warn' },
] as const;

/** The section. */
export function MetricsSection() {
  // The range moves on with the hour.
  useClock();
  const [chosen, choose] = useRecordParameter('range');
  const range = readRange(chosen);
  const input = metricsInput(range, new Date(), ZONE);
  const read = useCall('getEmailMetrics', input, { keepsPrevious: true });
  const { data, error } = read;
  const retry = () => void read.refetch();
  return (
    <Section
      title="Sending"
      description="Recipients by delivery result. Mail to the simulator counts here, but not in your reputation."
      actions={
        <>
          <Segmented
            label="Period"
            options={RANGES}
            selected={range}
            onSelect={(id) => choose(id === readRange(undefined) ? undefined : id)}
          />
          <CopyAs operation="getEmailMetrics" input={input} label="Copy as" />
        </>
      }
    >
      {error && !data && <FailureNote failure={error} onRetry={retry} />}
      {error && data && <OutOfDate what="These numbers" failure={error} onRetry={retry} />}
      {(data || !error) && (
        <Card padding="none">
          {/* The numbers of another period, until those of this one are there. */}
          <div className={css['sending']} aria-busy={read.isPlaceholderData}>
            <div className={css['room']}>
              {data ? <Numbers totals={data.totals} /> : <Skeleton height="100%" />}
              {data && <Chart metrics={data} />}
            </div>
          </div>
        </Card>
      )}
    </Section>
  );
}

function Numbers({ totals }: { totals: EmailMetrics['totals'] }) {
  const reputation = useCall('getAccount', {}).data?.reputation;
  const count = (name: string) => totals[name] ?? 0;
  const tried = count('attempted');
  const delivered = count('delivered');
  const failed = count('failed');
  return (
    <div className={css['numbers']}>
      <Figure name="Sent" tone="info" value={count('sent')} rate="recipients" href="/emails" />
      <Figure
        name="Delivered"
        tone="good"
        value={delivered}
        rate={rateOfText(count('delivery_rate'), tried, 'tried')}
        href="/emails?status=delivered"
      />
      <Figure
        name="Bounced"
        tone="bad"
        value={count('bounced')}
        rate={rateOfText(count('bounce_rate'), tried, 'tried')}
        warning={warningOf(reputation, 'bounces')}
        href="/emails?status=bounced"
      />
      <Figure
        name="Failed"
        tone={failed > 0 ? 'bad' : 'neutral'}
        value={failed}
        rate={rateOfText(shareOf(failed, tried), tried, 'tried')}
        isBad={failed > 0}
        href="/emails?status=failed"
      />
      <Figure
        name="Complained"
        tone="warn"
        value={count('complained')}
        rate={rateOfText(count('complaint_rate'), delivered, 'delivered')}
        warning={warningOf(reputation, 'complaints')}
        href="/emails?status=complained"
      />
    </div>
  );
}

interface FigureProps {
  name: string;
  tone: Tone;
  value: number;
  /** The rate with its whole. */
  rate: string;
  /** The consequence. */
  warning?: string | undefined;
  isBad?: boolean;
  href: string;
}

function Figure({ name, tone, value, rate, warning, isBad = false, href }: FigureProps) {
  return (
    <Link href={href} className={css['number']}>
      <span className={css['name']}>
        <Dot tone={tone} />
        {name}
      </span>
      <span className={css['count']} data-bad={isBad || warning !== undefined || undefined}>
        <Amount value={value} />
      </span>
      <span className={css['rate']} data-warned={warning !== undefined || undefined}>
        {rate}
        {warning !== undefined && <span className={css['warning']}>{warning}</span>}
      </span>
    </Link>
  );
}

function Chart({ metrics }: { metrics: EmailMetrics }) {
  const points = pointsOf(metrics, ZONE);
  // Only accounts that measure have them.
  const touches = touchesText(metrics.totals);
  const isEmpty = points.every(({ values }) => Object.values(values).every((value) => value === 0));
  if (isEmpty)
    return (
      <p className={css['nothing']}>
        {touches ?? 'No mail was delivered, bounced or failed in this period.'}
      </p>
    );
  const unit = metrics.granularity === 'hourly' ? 'hour' : 'day';
  return (
    <div className={css['chart']}>
      <BarChart label={`Delivery results by ${unit}`} note={touches} series={SERIES} points={points} />
    </div>
  );
}
