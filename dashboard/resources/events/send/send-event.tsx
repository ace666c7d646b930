// The dialog that sends an event: a form, and then what the event has started.
import { useState } from 'react';
import type { SentEvent } from '../../../api/generated/types.ts';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import type { EventDraft } from './event-draft.ts';
import { SendForm } from './send-form.tsx';
import { Started } from './started.tsx';
import { useFirstDomain } from './use-first-domain.ts';

interface SendEventProps {
  isOpen: boolean;
  /** The initial event. */
  eventName: string | undefined;
  onClose(): void;
}

/** The dialog. */
export function SendEvent({ isOpen, eventName, onClose }: SendEventProps) {
  return (
    <Dialog title="Send event" isOpen={isOpen} onClose={onClose} width="wide">
      <Sending eventName={eventName} onClose={onClose} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function Sending({ eventName, onClose }: Omit<SendEventProps, 'isOpen'>) {
  const { domain, error, refetch } = useFirstDomain();
  const [draft, setDraft] = useState<EventDraft>();
  const [sent, setSent] = useState<SentEvent>();
  if (sent) return <Started sent={sent} onAnother={() => setSent(undefined)} onClose={onClose} />;
  if (domain === undefined)
    return error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : <Skeleton height={360} />;
  if (domain === null)
    return (
      <Notice kind="warn" title="No domain yet">
        Events start the automations of a domain. Add a domain first.
      </Notice>
    );
  const blank = {
    contact: undefined,
    event: eventName === undefined ? undefined : { id: undefined, label: eventName },
    domain,
    payload: '',
  };
  return (
    <SendForm
      initial={draft ?? blank}
      onSent={(answer, written) => {
        setDraft(written);
        setSent(answer);
      }}
    />
  );
}
