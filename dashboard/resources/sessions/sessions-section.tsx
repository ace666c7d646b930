// Where the person is signed in, in all accounts, and ending it there.
import { CircleHelp, type LucideIcon, Monitor, Smartphone, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import type { SessionItem } from '../../api/generated/types.ts';
import { useSession } from '../../api/session.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { SkeletonRows } from '../../design/feedback/skeleton.tsx';
import { Card } from '../../design/layout/card.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { Pager } from '../../lists/parts/pager.tsx';
import { useList } from '../../lists/state/use-list.ts';
import rows from '../account/setting-rows.module.css';
import { type Device, describeDevice } from './device.ts';
import { EndOthersDialog, EndSessionDialog } from './end-dialogs.tsx';
import { SESSIONS } from './list.ts';
import css from './sessions-section.module.css';

const ICONS: Readonly<Record<Device['kind'], LucideIcon>> = {
  computer: Monitor,
  phone: Smartphone,
  program: SquareTerminal,
  unknown: CircleHelp,
};

/** The section. */
export function SessionsSection() {
  const list = useList(SESSIONS, { isHeld: false });
  const [ending, setEnding] = useState<SessionItem | 'others'>();
  const close = () => setEnding(undefined);
  const isAlone = list.rows?.every(({ is_current: isCurrent }) => isCurrent);
  return (
    <Section
      title="Sessions"
      description="Where you are signed in. A session ends after 14 days without use, and 90 days after you signed in."
      actions={
        <>
          <CopyAs operation="listSessions" input={list.input} label="Copy this list as" />
          <Button
            variant="danger"
            refusal={isAlone ? 'You are not signed in anywhere else.' : undefined}
            onPress={() => setEnding('others')}
          >
            End all other sessions
          </Button>
        </>
      }
    >
      {list.failure && <FailureNote failure={list.failure} onRetry={list.retry} />}
      {list.rows ? (
        <Card padding="none">
          <ul className={rows['rows']} aria-label="Sessions">
            {list.rows.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        </Card>
      ) : (
        !list.failure && <SkeletonRows rows={3} columns={2} label="Loading the sessions" />
      )}
      <Pager list={list} />
      {ending === 'others' && <EndOthersDialog onClose={close} />}
      {ending !== undefined && ending !== 'others' && <EndSessionDialog session={ending} onClose={close} />}
    </Section>
  );
}

function SessionRow({ session, onEnd }: { session: SessionItem; onEnd(): void }) {
  const { accounts } = useSession();
  const { words, kind } = describeDevice(session.user_agent);
  const Icon = ICONS[kind];
  const account = accounts.length > 1 ? accounts.find(({ id }) => id === session.account_id) : undefined;
  return (
    <li className={css['row']}>
      <Icon className={css['icon']} size={20} strokeWidth={1.5} aria-hidden />
      <div className={rows['words']}>
        <span className={rows['title']} title={session.user_agent ?? undefined}>
          {words}
        </span>
        <span className={css['facts']}>
          {session.address !== null && <Copyable text={session.address} label="the address" isMono />}
          {account && <span>{account.name}</span>}
          <span>
            used <Time at={session.last_used_at} isInRow />
          </span>
          <span>
            signed in <Time at={session.created_at} isInRow />
          </span>
        </span>
      </div>
      <div className={css['act']}>
        {session.is_current ? (
          <Status status="active" label="this session" />
        ) : (
          <Button size="small" aria-label={`End the session of ${words}`} onPress={onEnd}>
            End
          </Button>
        )}
      </div>
    </li>
  );
}
