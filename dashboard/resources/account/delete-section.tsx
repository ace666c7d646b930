// The end of the account: what goes with it, who may ask for it, and while it is to be deleted the way back.
import { useRef } from 'react';
import { useRefusal, useSession } from '../../api/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { Card } from '../../design/layout/card.tsx';
import { Section } from '../../design/layout/section.tsx';
import { Status } from '../../design/text/status.tsx';
import { dayAndTime } from '../../format/time.ts';
import { useDialogParameter } from '../../records/use-dialog-parameter.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import rows from './setting-rows.module.css';
import type { Suspension } from './suspension-bar.tsx';
import { useKeepAccount } from './use-keep-account.ts';

/** The section. */
export function DeleteSection() {
  // The session has the account, because it is updated when the account changes.
  const { name, suspension } = useSession().account;
  const refusal = useRefusal('deleteAccount');
  const [asked, setAsked] = useDialogParameter('delete');
  const keep = useKeepAccount();
  const act = useRef<HTMLButtonElement>(null);
  const isToBeDeleted = suspension?.cause === 'deletion';
  const close = () => {
    setAsked(undefined);
    // The button that opened the dialog may have been replaced: the focus moves to the new one.
    setTimeout(() => act.current?.focus());
  };
  return (
    <Section
      title="Delete account"
      description="The account is paused for 7 days, and you can still keep it. Then everything in it is deleted. This cannot be undone."
    >
      {keep.failure && <FailureNote failure={keep.failure} />}
      <Card padding="none">
        <div className={rows['row']}>
          <div className={rows['words']}>
            <span className={rows['title']}>
              {isToBeDeleted ? <Status status="failed" label={stateOf(suspension)} /> : name}
            </span>
            <span className={rows['soft']}>
              {isToBeDeleted
                ? 'Until then you can read and export everything. If you keep the account, pending work resumes.'
                : 'Deletes emails, contacts, domains, keys, webhooks, members and logs. Links in mail that was already sent say that the sender is gone. Audit events without addresses, counters without an account, and mail that the service itself sent to members stay.'}
            </span>
          </div>
          {isToBeDeleted ? (
            <Button ref={act} {...keep.button}>
              Keep account
            </Button>
          ) : (
            <Button ref={act} variant="danger" refusal={refusal} onPress={() => setAsked('yes')}>
              Delete account
            </Button>
          )}
        </div>
      </Card>
      <DeleteDialog
        name={name}
        isOpen={asked !== undefined && refusal === undefined && !isToBeDeleted}
        onClose={close}
      />
    </Section>
  );
}

function stateOf({ deletes_at: at }: Suspension): string {
  return at === null ? 'to be deleted' : `to be deleted on ${dayAndTime(new Date(at))}`;
}
