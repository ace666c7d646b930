// Every limit of the account: how much is used and left, when it counts again, and the error beyond it.
import type { ReactNode } from 'react';
import type { Usage } from '../../api/generated/types.ts';
import { useCall } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { OutOfDate } from '../../design/feedback/out-of-date.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { Card } from '../../design/layout/card.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Stack } from '../../design/layout/stack.tsx';
import { Amount } from '../../design/text/amount.tsx';
import { Code } from '../../design/text/code.tsx';
import { LimitMeter } from './limit-meter.tsx';
import {
  type LimitError,
  leftOf,
  RATE_LIMIT_ERROR,
  resourceLimits,
  sendingLimits,
  type UsageLimit,
} from './limits.ts';
import css from './usage.module.css';

/** The section of the settings. */
export function UsageSection() {
  const usage = useCall('getUsage', {}, { isLive: true });
  const account = useCall('getAccount', {});
  const failed = [usage, account].find(({ error, data }) => error && !data);
  const plan = account.data?.plan;
  return (
    <Stack gap={6}>
      <Section
        title="Usage"
        description={
          plan === undefined
            ? 'How much of its limits the account uses.'
            : `The plan of this account is ${plan}.`
        }
        actions={<CopyAs operation="getUsage" input={{}} />}
      >
        {failed?.error && <FailureNote failure={failed.error} onRetry={() => void failed.refetch()} />}
        {usage.error && usage.data && <OutOfDate what="These numbers" failure={usage.error} />}
        {!failed && (!usage.data || !account.data) && <Skeleton height={480} />}
        {usage.data && account.data && (
          <Limits usage={usage.data} isSandboxed={!account.data.production_access} />
        )}
      </Section>
    </Stack>
  );
}

function Limits({ usage, isSandboxed }: { usage: Usage; isSandboxed: boolean }) {
  return (
    <Stack gap={5}>
      <Group title="Sending">
        {sendingLimits(usage, isSandboxed).map((limit) => (
          <Limit key={limit.label} limit={limit} />
        ))}
        <RateLimit limit={usage.rate_limit.limit} />
      </Group>
      <Group title="Account">
        {resourceLimits(usage).map((limit) => (
          <Limit key={limit.label} limit={limit} />
        ))}
      </Group>
    </Stack>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card padding="none">
      <h3 className={css['group']}>{title}</h3>
      <ul className={css['limits']}>{children}</ul>
    </Card>
  );
}

function Limit({ limit }: { limit: UsageLimit }) {
  const { about, error, isAtLeast, used } = limit;
  return (
    <li className={css['limit']}>
      <LimitMeter limit={limit} />
      <p className={css['about']}>
        {about}
        {isAtLeast && (
          <>
            {' '}
            The account has <Amount value={used} /> or more. Counting stops at this number.
          </>
        )}
      </p>
      <Beyond error={limit.limit === null ? undefined : error} isReached={leftOf(limit) === 0} />
    </li>
  );
}

/** Each client has a minute of its own, so there is nothing to show as used. */
function RateLimit({ limit }: { limit: number | null }) {
  return (
    <li className={css['limit']}>
      <div className={css['line']}>
        <strong>Requests</strong>
        <span>{limit === null ? 'no limit' : <Rate limit={limit} />}</span>
      </div>
      <p className={css['about']}>Requests from one IP address to POST /emails.</p>
      <Beyond error={limit === null ? undefined : RATE_LIMIT_ERROR} />
    </li>
  );
}

function Rate({ limit }: { limit: number }) {
  return (
    <>
      <Amount value={limit} /> per minute
    </>
  );
}

function Beyond({ error, isReached = false }: { error: LimitError | undefined; isReached?: boolean }) {
  if (!error) return <p className={css['beyond']}>No limit applies.</p>;
  return (
    <p className={css['beyond']}>
      {isReached ? 'The limit is reached. Requests get ' : 'Requests over the limit get '}
      <Code>{error.name}</Code> {error.status}
    </p>
  );
}
