// The tab Claim of a domain: how an account proves a name that another one holds, and what the other one sees of it.
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { Domain, DomainClaim } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useCall, useChange } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { OutOfDate } from '../../../design/feedback/out-of-date.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Facts } from '../../../design/layout/facts.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { Copyable } from '../../../design/text/copyable.tsx';
import { Time } from '../../../design/text/time.tsx';
import { useClock } from '../../../format/clock.ts';
import css from './claim.module.css';
import {
  type ClaimVerdict,
  canStartAgain,
  claimVerdict,
  holderSteps,
  holderVerdict,
  isOpenClaim,
  isPastClaim,
  whatFollows,
} from './claim-words.ts';

/** The tab. */
export function ClaimTab({ domain }: { domain: Domain }) {
  useClock();
  // Most domains have no claim, so it is not read then. A change reads the domain again too.
  const isMissing = domain.claim === null;
  const input = { id: domain.id };
  const { data, error, refetch } = useCall('getDomainClaim', input, { isLive: true, isEnabled: !isMissing });
  const holder = holderVerdict(domain, new Date());
  const claim = isMissing || (data && isPastClaim(data, holder)) ? undefined : data;
  // An open claim of the account says more than why its domain is not verified.
  const isHolder = holder !== undefined && !(claim && isOpenClaim(claim));
  return (
    <Stack gap={6}>
      {isHolder && <HolderSide domain={domain} verdict={holder} hasClaim={claim !== undefined} />}
      {claim && <ClaimantSide claim={claim} id={domain.id} />}
      {error && claim && <OutOfDate what="This claim" failure={error} />}
      {error && !data && <FailureNote failure={error} onRetry={() => void refetch()} />}
      {!(isMissing || error || data) && <Skeleton height={240} />}
      {isMissing && !holder && (
        <EmptyState title="No claim">
          A claim proves that you own a domain that another account holds. Press “Verify now” to find out
          whether another account holds this one.
        </EmptyState>
      )}
    </Stack>
  );
}

interface HolderSideProps {
  domain: Domain;
  verdict: ClaimVerdict;
  /** Its own words have the button. */
  hasClaim: boolean;
}

function HolderSide({ domain: { name, contested }, verdict, hasClaim }: HolderSideProps) {
  return (
    <Stack gap={4}>
      <Words verdict={verdict} />
      {contested && <List title="What to do" lines={holderSteps(name)} />}
      {!(contested || hasClaim) && <StartClaim name={name} label="Claim domain" />}
    </Stack>
  );
}

function ClaimantSide({ claim, id }: { claim: DomainClaim; id: string }) {
  const { name, record } = claim;
  return (
    <Stack gap={4}>
      <Words verdict={claimVerdict(claim, new Date())} />
      {isOpenClaim(claim) && (
        <Section
          title="Claim record"
          description="Add this record next to the other TXT records of the domain."
          level={3}
          actions={<CopyAs operation="getDomainClaim" input={{ id }} />}
        >
          <Facts
            facts={[
              ['Type', record.type],
              ['Name', <Copyable key="name" text={record.name} label="the name of the record" isMono />],
              ['Value', <Copyable key="value" text={record.value} label="the value of the record" isMono />],
              ['Claimed', <Time key="made" at={claim.created_at} />],
            ]}
          />
          <CheckClaim id={id} isPending={claim.status === 'pending'} />
        </Section>
      )}
      {claim.status === 'pending' && <List title="What happens next" lines={whatFollows(name)} />}
      {canStartAgain(claim) && <StartClaim name={name} label="Start again" />}
    </Stack>
  );
}

function CheckClaim({ id, isPending }: { id: string; isPending: boolean }) {
  const check = useChange('verifyDomainClaim');
  const refusal = useRefusal('verifyDomainClaim');
  return (
    <Stack gap={3}>
      <div>
        <Button
          icon={RefreshCw}
          refusal={refusal}
          isBusy={check.isPending}
          onPress={() => check.mutate({ id })}
        >
          Check now
        </Button>
      </div>
      {check.error && <FailureNote failure={check.error} />}
      {check.data && isPending && <p role="status">Looking for the record. The result appears here.</p>}
    </Stack>
  );
}

function StartClaim({ name, label }: { name: string; label: string }) {
  const start = useChange('startDomainClaim');
  const refusal = useRefusal('startDomainClaim');
  return (
    <Stack gap={3}>
      <div>
        <Button refusal={refusal} isBusy={start.isPending} onPress={() => start.mutate({ body: { name } })}>
          {label}
        </Button>
      </div>
      {start.error && <FailureNote failure={start.error} />}
    </Stack>
  );
}

function Words({ verdict: { kind, title, text } }: { verdict: ClaimVerdict }) {
  return (
    <Notice kind={kind} title={title} role="status">
      {text}
    </Notice>
  );
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <Section title={title} level={3}>
      <ul className={css['lines']}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Section>
  );
}
