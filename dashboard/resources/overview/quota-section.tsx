// What may still be sent today and this month.
import { Link } from 'wouter';
import { useCall } from '../../api/use-call.ts';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { OutOfDate } from '../../design/feedback/out-of-date.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { Card } from '../../design/layout/card.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { LimitMeter } from '../usage/limit-meter.tsx';
import { sendingLimits } from '../usage/limits.ts';
import css from './overview.module.css';

/** The section. */
export function QuotaSection() {
  const { data, error, refetch } = useCall('getUsage', {});
  const retry = () => void refetch();
  return (
    <Section title="Quota">
      {error && !data && <FailureNote failure={error} onRetry={retry} />}
      {error && data && <OutOfDate what="These numbers" failure={error} onRetry={retry} />}
      {!data && !error && <Skeleton height={196} />}
      {data && (
        <Card>
          <Stack gap={4}>
            <div className={css['meters']}>
              {sendingLimits(data, false).map((limit) => (
                <LimitMeter key={limit.label} limit={limit} />
              ))}
            </div>
            <Link href="/settings/usage" className={css['more']}>
              All limits
            </Link>
          </Stack>
        </Card>
      )}
    </Section>
  );
}
