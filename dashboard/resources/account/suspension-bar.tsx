// Above every page while the account is suspended: why, what goes on and what waits, and the way back. It comes and goes with
// the session, which is read again when that changes.
import type { Session } from '../../api/generated/types.ts';
import { Notice } from '../../design/feedback/notice.tsx';
import { Time } from '../../design/text/time.tsx';
import { dayAndTime } from '../../format/time.ts';
import css from './suspension-bar.module.css';

/** Why the account of a session is suspended. */
export type Suspension = NonNullable<Session['account']['suspension']>;

/** The bar. */
export function SuspensionBar({ of: suspension }: { of: Suspension }) {
  const Words = suspension.cause === 'operator' ? ByOperator : ToBeDeleted;
  return (
    <div className={css['bar']}>
      <Words of={suspension} />
    </div>
  );
}

function ByOperator({ of: { since, reason } }: { of: Suspension }) {
  return (
    <Notice kind="warn" title="This account is suspended" role="status">
      <p>
        The operator of this server has suspended it <Time at={since} />. <Reason reason={reason} />
      </p>
      <p>
        Everything can be read and exported; nothing can be sent or changed. What waits is kept, and goes on
        once the operator resumes the account: ask them.
      </p>
    </Notice>
  );
}

function ToBeDeleted({ of: { deletes_at, reason } }: { of: Suspension }) {
  const title = deletes_at
    ? `This account will be deleted on ${dayAndTime(new Date(deletes_at))}`
    : 'This account will be deleted';
  return (
    <Notice kind="warn" title={title} role="status">
      <p>
        Until then it can be read and exported, and an owner may keep it; nothing can be sent or changed. What
        waits goes on when it is kept. <Reason reason={reason} />
      </p>
    </Notice>
  );
}

function Reason({ reason }: { reason: string | null }) {
  return reason !== null && <span className={css['reason']}>They say: “{reason}”</span>;
}
