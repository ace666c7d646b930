// What the service has to do, for all accounts, for the people who run it: each kind of work that has rows, what stops
// those that do not move, and in one line all kinds with nothing to do. Other people find that it is not theirs.
import { BASE } from '../../api/base.ts';
import type { ApiFailure } from '../../api/failure.ts';
import { useWork } from '../../api/work.ts';
import type { WorkKind } from '../../api/work-kind.ts';
import { ButtonLink } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { OutOfDate } from '../../design/feedback/out-of-date.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { Card } from '../../design/layout/card.tsx';
import { Facts } from '../../design/layout/facts.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Code } from '../../design/text/code.tsx';
import { Status } from '../../design/text/status.tsx';
import { useClock } from '../../format/clock.ts';
import { nearMoment } from '../../format/time.ts';
import { Providers } from './providers.tsx';
import { Rests } from './rests.tsx';
import { countWords, kindWords, needWords, STATE_WORDS, stateOf, withTimesOfPeople } from './words.ts';
import css from './work.module.css';

/** The page. */
export function ServiceWorkPage() {
  const { data: answer, error, refetch } = useWork();
  const data = answer?.data;
  return (
    <div className={css['page']}>
      <PageHeader
        title="Work"
        description="Background work of all accounts. Only people who run this service see this page."
        actions={
          data && (
            <ButtonLink href={`${BASE}/ops/queues`} isExternal>
              Open queues
            </ButtonLink>
          )
        }
      />
      <div className={css['parts']}>
        {error && <WorkFailure error={error} isShown={!!data} onRetry={() => void refetch()} />}
        {data === undefined && !error && <Skeleton height={320} />}
        {data === null && <NotYours />}
        {answer?.providers && <Providers providers={answer.providers} />}
        {answer?.resting && <Rests resting={answer.resting} />}
        {data && <Work kinds={data} />}
      </div>
    </div>
  );
}

function NotYours() {
  return (
    <EmptyState title="This page is for the people who run the service" level={2}>
      Owners and admins of the first account can open it, and browsers that are signed in at /ops.
    </EmptyState>
  );
}

/** @param isShown there are numbers of before */
function WorkFailure({ error, isShown, onRetry }: { error: ApiFailure; isShown: boolean; onRetry(): void }) {
  if (error.status === 404)
    return (
      <EmptyState title="This server does not show its work on this page" level={2}>
        The command <Code>posthorn-ops list-queues</Code> does, in a clone{' '}
        <Code>npm run ops -- list-queues</Code>.
      </EmptyState>
    );
  return isShown ? (
    <OutOfDate what="These numbers" failure={error} />
  ) : (
    <FailureNote failure={error} onRetry={onRetry} />
  );
}

function Work({ kinds }: { kinds: readonly WorkKind[] }) {
  const busy = kinds.filter((kind) => stateOf(kind) !== 'idle');
  const idle = kinds.filter((kind) => stateOf(kind) === 'idle');
  return (
    <>
      <Need kinds={kinds} />
      {busy.length > 0 && (
        <Card padding="none">
          <ul className={css['kinds']} aria-label="Work by kind">
            {busy.map((kind) => (
              <Kind key={`${kind.queue} ${kind.table}`} kind={kind} />
            ))}
          </ul>
        </Card>
      )}
      <div>
        {idle.length > 0 && <Idle kinds={idle} isAll={busy.length === 0} />}
        <Meanings />
      </div>
    </>
  );
}

function Need({ kinds }: { kinds: readonly WorkKind[] }) {
  if (kinds.every(({ stuck, held }) => stuck + held === 0)) return null;
  const isStuck = kinds.some(({ stuck }) => stuck > 0);
  return (
    <Notice kind={isStuck ? 'bad' : 'warn'} title={needWords(kinds)}>
      The reasons are listed below. <Code>posthorn-ops list-stuck</Code> (in a clone{' '}
      <Code>npm run ops -- list-stuck</Code>) lists each row with its reason.
    </Notice>
  );
}

const STATUSES = {
  stuck: 'failed',
  held: 'blocked',
  claimed: 'running',
  due: 'due',
  waiting: 'waiting',
  idle: 'skipped',
} as const;

function Kind({ kind }: { kind: WorkKind }) {
  useClock();
  const now = new Date();
  const state = stateOf(kind);
  const moment = (at: string) => nearMoment(new Date(at), now);
  return (
    <li className={css['kind']} data-stuck={state === 'stuck' || undefined}>
      <div className={css['name']}>
        <h2>{kindWords(kind)}</h2>
        <code title={`Rows of the table ${kind.table}`}>{kind.queue}</code>
      </div>
      <div className={css['state']}>
        <Status status={STATUSES[state]} label={STATE_WORDS[state][0]} />
      </div>
      <div className={css['words']}>
        <p>{countWords(kind, now)}</p>
        {kind.why !== null && <p className={css['why']}>{withTimesOfPeople(kind.why, moment)}</p>}
      </div>
    </li>
  );
}

/** One line, which opens. */
function Idle({ kinds, isAll }: { kinds: readonly WorkKind[]; isAll: boolean }) {
  const count = `${kinds.length}${isAll ? '' : ' other'} ${kinds.length === 1 ? 'kind' : 'kinds'}`;
  return (
    <details className={css['more']}>
      <summary>
        {count} of work {kinds.length === 1 ? 'has' : 'have'} nothing to do
      </summary>
      <p>{kinds.map(kindWords).join(', ')}.</p>
    </details>
  );
}

function Meanings() {
  const states = ['waiting', 'due', 'held', 'claimed', 'stuck'] as const;
  return (
    <details className={css['more']}>
      <summary>What these words mean</summary>
      <Facts facts={states.map((state) => [STATE_WORDS[state][0], STATE_WORDS[state][1]] as const)} />
    </details>
  );
}
