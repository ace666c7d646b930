// The dialog that sends an email: a new one, one that was sent before once more, or one to the simulator. What was typed
// stays when the dialog is closed, with the key under which a repeated request sends nothing twice.
import type { RefObject } from 'react';
import { Link } from 'wouter';
import { useCall } from '../../../api/use-call.ts';
import { Segmented } from '../../../design/controls/segmented.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { Simulator } from '../simulator/simulator.tsx';
import css from './compose.module.css';
import { ComposeForm, type Writing } from './compose-form.tsx';
import { BLANK, draftOf, isBlank } from './draft.ts';
import { useSendingDomain } from './use-sending-domain.ts';

const KINDS = [
  { id: 'yes', label: 'Write' },
  { id: 'simulator', label: 'Simulator' },
];

/** The emails that are being written, by the value of `?compose=`. */
export type Drafts = RefObject<Map<string, Writing>>;

interface ComposeDialogProps {
  isOpen: boolean;
  /** `yes`, `simulator`, or the id of the email to send again; undefined: closed. */
  compose: string | undefined;
  drafts: Drafts;
  onSwitch(compose: string): void;
  onClose(): void;
  onSent(id: string): void;
}

interface FormProps extends Omit<ComposeDialogProps, 'isOpen' | 'compose' | 'onSwitch'> {
  compose: string;
}

/** The dialog. */
export function ComposeDialog({ isOpen, compose, onSwitch, ...form }: ComposeDialogProps) {
  const { drafts, onClose } = form;
  const close = () => {
    const writing = drafts.current.get(compose ?? '');
    if (writing && !isBlank(writing.draft)) notify('Your draft stays here until you leave this page.');
    onClose();
  };
  const isNew = compose === undefined || KINDS.some(({ id }) => id === compose);
  return (
    <Dialog title={isNew ? 'Send an email' : 'Send again'} isOpen={isOpen} onClose={close} width="wide">
      {compose !== undefined && isNew && (
        <div className={css['kinds']}>
          <Segmented label="What to send" options={KINDS} selected={compose} onSelect={onSwitch} />
        </div>
      )}
      {compose === undefined ? null : compose === 'simulator' ? (
        <Simulator />
      ) : compose === 'yes' ? (
        <NewEmail compose={compose} {...form} />
      ) : (
        <SameEmail compose={compose} {...form} />
      )}
    </Dialog>
  );
}

function NewEmail(props: FormProps) {
  const { domain, error } = useSendingDomain();
  if (domain === undefined && !error) return <Loading />;
  const from = domain ? `hello@${domain}` : '';
  return (
    <Stack gap={4}>
      {domain === null && (
        <Notice kind="warn" title="No domain can send yet">
          Until you verify a domain, all sends are refused. <Link href="/domains">Add a domain</Link>
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
          ? 'The content of this email was removed when its retention period ended. Write it again.'
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
