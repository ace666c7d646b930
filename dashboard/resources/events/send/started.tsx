// What an event that was just sent has started: its runs, each one press away, or in the words of the API why none.
import { useEffect, useRef } from 'react';
import type { SentEvent } from '../../../api/generated/types.ts';
import { useCall } from '../../../api/use-call.ts';
import { Button, ButtonLink } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { FormActions } from '../../../design/layout/form.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { RECEIVED_PATH } from '../list.ts';
import { startedWords } from '../received/outcome-sentences.ts';
import { Outcomes } from '../received/outcomes.tsx';

interface StartedProps {
  sent: SentEvent;
  onAnother(): void;
  onClose(): void;
}

/** The outcome. */
export function Started({ sent, onAnother, onClose }: StartedProps) {
  const { data: event, error } = useCall('getReceivedEvent', { id: sent.id });
  const place = useRef<HTMLDivElement>(null);
  const isThere = event !== undefined || error !== null;
  useEffect(() => {
    // The form had the focus: now the first run has it, or the way to the event.
    if (isThere) place.current?.querySelector('a')?.focus();
  }, [isThere]);
  return (
    <div ref={place}>
      <Stack gap={4}>
        <Notice kind={sent.reason === null ? 'good' : 'info'} title={`${sent.event} received`} role="status">
          {sent.reason ?? startedWords(sent)}
          {sent.contact_created && ' Its contact was created.'}
        </Notice>
        {event && event.automations.length > 0 && <Outcomes event={event} />}
        {!isThere && sent.runs_started > 0 && <Skeleton height={40} />}
        {error && <FailureNote failure={error} title="The runs that it started could not be loaded" />}
        <FormActions>
          <ButtonLink href={`${RECEIVED_PATH}/${sent.id}`}>Open event</ButtonLink>
          <Button onPress={onAnother}>Send another</Button>
          <Button onPress={onClose}>Close</Button>
        </FormActions>
      </Stack>
    </div>
  );
}
