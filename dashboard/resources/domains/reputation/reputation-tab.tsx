// The tab Reputation of a domain: whether it may send as much as one wants, what would change that, and its warm-up.
import type { Domain, DomainReputation } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { BarChart } from '../../../design/data/bar-chart.tsx';
import { Meter } from '../../../design/data/meter.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { OutOfDate } from '../../../design/feedback/out-of-date.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Facts } from '../../../design/layout/facts.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { useClock } from '../../../format/clock.ts';
import { canSend } from '../sending-domain.ts';
import {
  accountVerdict,
  daysOf,
  isNothingJudged,
  rateWords,
  reputationVerdict,
  type Verdict,
} from './reputation-words.ts';
import { WarmUpSection } from './warm-up-section.tsx';

const SERIES = [
  { id: 'others', label: 'others', tone: 'good' },
  { id: 'bounced', label: 'bounced', tone: 'bad' },
  { id: 'complained', label: 'complained', tone: 'warn' },
] as const;

/** The tab. */
export function ReputationTab({ domain }: { domain: Domain }) {
  useClock();
  const input = { id: domain.id };
  const { data, error, refetch } = useCall('getDomainReputation', input, { isLive: true });
  if (!data)
    return error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : <Skeleton height={480} />;
  return (
    <Stack gap={6}>
      {error && <OutOfDate what="This reputation" failure={error} />}
      <State reputation={data} sends={canSend(domain)} />
      <Section
        title="The last 7 days"
        description="Recipients that a server accepted or refused, by day (UTC). Mail to the simulator does not count."
        level={3}
        actions={<CopyAs operation="getDomainReputation" input={input} />}
      >
        <Days reputation={data} />
      </Section>
      <WarmUpSection domain={domain} warmUp={data.warm_up} />
    </Stack>
  );
}

function State({ reputation, sends }: { reputation: DomainReputation; sends: boolean }) {
  const { account_status, status, capacity, used } = reputation;
  const ofAccount = accountVerdict(account_status);
  return (
    <Stack gap={3}>
      {ofAccount && <Words verdict={ofAccount} />}
      <Words verdict={reputationVerdict(reputation, new Date(), sends)} />
      {status === 'recovering' && capacity !== null && (
        <Meter
          label="Used today"
          used={used}
          limit={capacity}
          unit="recipients"
          note="Resets at 00:00 UTC."
        />
      )}
    </Stack>
  );
}

function Words({ verdict: { kind, title, text } }: { verdict: Verdict }) {
  return (
    <Notice kind={kind} title={title}>
      {text}
    </Notice>
  );
}

function Days({ reputation }: { reputation: DomainReputation }) {
  return (
    <Stack gap={4}>
      {isNothingJudged(reputation) ? (
        <p>This domain sent no mail in this period.</p>
      ) : (
        <BarChart
          label="Delivery results by day (UTC)"
          series={SERIES}
          points={daysOf(reputation, new Date())}
        />
      )}
      <Facts
        facts={[
          ['Bounces', rateWords('bounces', reputation)],
          ['Complaints', rateWords('complaints', reputation)],
        ]}
      />
    </Stack>
  );
}
