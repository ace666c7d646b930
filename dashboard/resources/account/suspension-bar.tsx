// Above every page while the account is suspended: why, what goes on and what waits, and the way back. It comes and goes with
// the session, which is read again when that changes.
import type { Session } from '../../api/generated/types.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { Notice } from '../../design/feedback/notice.tsx';
import { Time } from '../../design/text/time.tsx';
import { dayAndTime } from '../../format/time.ts';
import css from './suspension-bar.module.css';
import { useKeepAccount } from './use-keep-account.ts';

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
        The operator of this server suspended this account <Time at={since} />. <Reason reason={reason} />
      </p>
      <p>
        You can read and export everything, but you cannot send or change anything. Pending work resumes when
        the operator resumes the account. Contact them to ask for this.
      </p>
    </Notice>
  );
}

function ToBeDeleted({ of: { deletes_at: at, reason } }: { of: Suspension }) {
  const { button, failure } = useKeepAccount();
  const title = `This account will be deleted${at === null ? '' : ` on ${dayAndTime(new Date(at))}`}`;
  const keep = (
    <Button size="small" {...button}>
      Keep account
    </Button>
  );
  return (
    <>
      <Notice kind="bad" title={title} role="status" action={keep}>
        Until then you can read and export everything, but you cannot send or change anything. Pending work
        resumes if an owner keeps the account. If the operator of this server asked for the deletion, only
        they can keep it. <Reason reason={reason} />
      </Notice>
      {failure && <FailureNote failure={failure} />}
    </>
  );
}

function Reason({ reason }: { reason: string | null }) {
  return reason !== null && <span className={css['reason']}>They say: “{reason}”</span>;
}
