// An entry of the suppression list: which address, why and since when, the email that caused it, and its removal.
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Suppression } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { ConfirmDialog } from '../../design/layout/confirm-dialog.tsx';
import { Facts } from '../../design/layout/facts.tsx';
import { Copyable } from '../../design/text/copyable.tsx';
import { Status } from '../../design/text/status.tsx';
import { Time } from '../../design/text/time.tsx';
import { RecordPane, RecordState } from '../../records/record-pane.tsx';
import css from './suppressions.module.css';
import { CAUSES, ORIGINS } from './words.ts';

/** The record. */
export function SuppressionRecord({ id, listPath }: { id: string; listPath: string }) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const remove = useChange('deleteSuppression', {
    onSuccess: () => {
      notify('The address was removed.');
      navigate(search ? `${listPath}?${search}` : listPath);
    },
  });
  // What is removed must not be asked for once more.
  const isGoing = remove.isPending || remove.isSuccess;
  const read = useCall('getSuppression', { id }, { isLive: true, isEnabled: !isGoing });
  return (
    <RecordState read={read} listPath={listPath} what="suppression">
      {(entry) => (
        <RecordPane
          title={entry.email}
          mark={<Status status={entry.origin} label={ORIGINS[entry.origin]} />}
          actions={
            <>
              <Removal entry={entry} remove={remove} />
              <CopyAs operation="getSuppression" input={{ id: entry.id }} />
            </>
          }
          listPath={listPath}
        >
          <Facts facts={factsOf(entry)} />
        </RecordPane>
      )}
    </RecordState>
  );
}

function factsOf({ id, email, origin, source_id, smtp_reply, report, created_at }: Suppression) {
  return [
    ['Address', <Copyable key="address" text={email} label="the address" />],
    ['Why', CAUSES[origin]],
    ...(smtp_reply === null
      ? []
      : [
          [
            'Reply',
            <code key="reply" className={css['reply']}>
              {smtp_reply}
            </code>,
          ] as const,
        ]),
    ['Since', <Time key="since" at={created_at} />],
    ...(source_id === null
      ? []
      : [
          [
            'Cause',
            <Link key="cause" href={`/emails/${source_id}`}>
              The email that {origin === 'bounce' ? 'bounced' : 'was reported'}
            </Link>,
          ] as const,
        ]),
    ...(report === null
      ? []
      : [
          [
            'Report',
            <a key="report" href={report.download_url}>
              The message that came back
            </a>,
          ] as const,
        ]),
    [
      'Emails',
      <Link key="emails" href={`/emails?to=${encodeURIComponent(email)}`}>
        Emails to this address
      </Link>,
    ],
    ['Id', <Copyable key="id" text={id} label="the id" isMono />],
  ] as const;
}

interface RemovalProps {
  entry: Suppression;
  remove: ReturnType<typeof useChange<'deleteSuppression'>>;
}

function Removal({ entry, remove }: RemovalProps) {
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal('deleteSuppression');
  const close = () => {
    remove.reset();
    setOpen(false);
  };
  return (
    <>
      <Button icon={Trash2} refusal={refusal} onPress={() => setOpen(true)}>
        Remove
      </Button>
      <ConfirmDialog
        title="Remove from the list?"
        isOpen={isOpen}
        onClose={close}
        lost={
          <>
            <p>
              The next email to <strong>{entry.email}</strong> is sent. Why it was here is forgotten.
            </p>
            {entry.origin !== 'manual' && (
              <p className={css['risk']}>
                {entry.origin === 'bounce'
                  ? 'If the mailbox still does not exist, the email bounces, which harms the reputation of your domain.'
                  : 'Mail to people who reported it as spam harms the reputation of your domain.'}
              </p>
            )}
          </>
        }
        confirmLabel="Remove the address"
        isBusy={remove.isPending}
        refusal={refusal}
        failure={remove.error && <FailureNote failure={remove.error} />}
        onConfirm={() => remove.mutate({ id: entry.id })}
      />
    </>
  );
}
