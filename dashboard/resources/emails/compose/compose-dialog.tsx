// The dialog that sends an email: a new one, or one that was sent before once more. What was typed stays when the dialog
// is closed, with the key under which a repeated request sends nothing twice.
import type { RefObject } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { findSendingDomain } from '../../domains/sending-domain.ts';
import { ComposeForm, type Writing } from './compose-form.tsx';
import { BLANK, draftOf, isBlank } from './draft.ts';

/** What is being written, by the value of `?compose=`. */
export type Drafts = RefObject<Map<string, Writing>>;

interface ComposeDialogProps {
  isOpen: boolean;
  /** `yes`, or the id of the email to send again; undefined: closed. */
  compose: string | undefined;
  drafts: Drafts;
  onClose(): void;
  onSent(id: string): void;
}

interface FormProps extends Omit<ComposeDialogProps, 'isOpen' | 'compose'> {
  compose: string;
}

/** The dialog. */
export function ComposeDialog({ isOpen, compose, drafts, onClose, onSent }: ComposeDialogProps) {
  const close = () => {
    const writing = drafts.current.get(compose ?? '');
    if (writing && !isBlank(writing.draft)) notify('Your draft stays here until you leave the emails.');
    onClose();
  };
  return (
    <Dialog
      title={compose === undefined || compose === 'yes' ? 'Send an email' : 'Send again'}
      isOpen={isOpen}
      onClose={close}
      width="wide"
    >
      {compose === undefined ? null : compose === 'yes' ? (
        <NewEmail compose={compose} drafts={drafts} onClose={onClose} onSent={onSent} />
      ) : (
        <SameEmail compose={compose} drafts={drafts} onClose={onClose} onSent={onSent} />
      )}
    </Dialog>
  );
}

function NewEmail(props: FormProps) {
  const { data, error } = useCall('listDomains', {});
  if (!data && !error) return <Loading />;
  const domain = findSendingDomain(data?.data ?? []);
  const from = domain === undefined ? '' : `hello@${domain}`;
  return (
    <Stack gap={4}>
      {data && domain === undefined && (
        <Notice kind="warn" title="No domain of this account can send yet">
          Add a domain and its DNS records first. Until then every send is refused.
        </Notice>
      )}
      <ComposeForm {...formProps(props)} initial={{ ...BLANK, from }} />
    </Stack>
  );
}

function SameEmail(props: FormProps) {
  const { data, error, refetch } = useCall('getEmail', { id: props.compose });
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const isGone = data.html === null && data.text === null;
  return (
    <Stack gap={4}>
      <Notice kind="info">
        {isGone
          ? 'The content of this email was removed after its retention. Write it again.'
          : 'This is a new email with the same content. Attached files are not copied.'}
      </Notice>
      <ComposeForm {...formProps(props)} initial={draftOf(data)} />
    </Stack>
  );
}

function formProps({ compose, drafts, onClose, onSent }: FormProps) {
  return {
    kept: drafts.current.get(compose),
    onWrite: (writing: Writing) => drafts.current.set(compose, writing),
    onDiscard: () => {
      drafts.current.delete(compose);
      onClose();
    },
    onSent: (id: string) => {
      drafts.current.delete(compose);
      onSent(id);
    },
  };
}

function Loading() {
  return (
    <Stack gap={4}>
      {[56, 56, 56, 220].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        <Skeleton key={index} height={height} />
      ))}
    </Stack>
  );
}
