// The form of an event. The API judges what is typed, but for the payload, which must be JSON to be sent at all. Each event
// has an idempotency key, so that it is taken once, however often its answer was lost.
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import type { ApiFailure } from '../../../api/failure.ts';
import { fieldError, formFailure } from '../../../api/form-failure.ts';
import type { EventItem, SentEvent } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Form, FormActions } from '../../../design/layout/form.tsx';
import { useAllDefinitions } from './all-definitions.ts';
import { ContactField } from './contact-field.tsx';
import { DomainField } from './domain-field.tsx';
import { type EventDomain, type EventDraft, readPayload, sendBodyOf } from './event-draft.ts';
import { EventNameField } from './event-name-field.tsx';
import { PayloadField } from './payload-field.tsx';
import { useEventKey } from './use-event-key.ts';

/** Fields that show their own refusal. */
const FIELDS = ['contact_id', 'email', 'event', 'domain', 'payload'];

interface SendFormProps {
  initial: EventDraft;
  onSent(answer: SentEvent, draft: EventDraft): void;
}

/** The form. */
export function SendForm({ initial, onSent }: SendFormProps) {
  const [draft, setDraft] = useState(initial);
  const { send, submit, missing, forget } = useSending(draft, onSent);
  const refusal = useRefusal('sendEvent');
  const definition = useDefinition(draft.event?.label);
  const change = (part: Partial<EventDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    forget();
  };
  const chooseDomain = (domain: EventDomain) => change({ domain, contact: contactElsewhere(draft, domain) });
  const failure = formFailure(send.error, FIELDS);
  return (
    <Form
      hasLegend
      isBusy={send.isPending}
      refusal={refusal}
      onSubmit={submit}
      error={failure && <SendFailure failure={failure} onRetry={submit} />}
    >
      <ContactField
        value={draft.contact}
        onChange={(contact) => change({ contact })}
        audienceId={draft.domain.audience_id}
        autoFocus={draft.domain === initial.domain}
        error={missing.contact ?? fieldError(send.error, 'contact_id') ?? fieldError(send.error, 'email')}
      />
      <EventNameField
        value={draft.event}
        onChange={(event) => change({ event })}
        isDefined={definition !== undefined}
        error={fieldError(send.error, 'event')}
      />
      <DomainField
        value={draft.domain}
        onChange={chooseDomain}
        hint="Only automations of this domain get the event."
        error={fieldError(send.error, 'domain')}
      />
      <PayloadField
        value={draft.payload}
        onChange={(payload) => change({ payload })}
        schema={definition?.schema ?? null}
        error={missing.payload ?? fieldError(send.error, 'payload')}
      />
      <FormActions>
        <Button type="submit" variant="filled" icon={Send} isBusy={send.isPending} refusal={refusal}>
          Send event
        </Button>
        <CopyAs operation="sendEvent" input={{ body: copiedBody(draft) }} />
      </FormActions>
    </Form>
  );
}

/** A refusal that is about no field; without an answer the event may have been taken. */
function SendFailure({ failure, onRetry }: { failure: ApiFailure; onRetry(): void }) {
  if (!failure.isPassing) return <FailureNote failure={failure} />;
  const title = 'The event may have been received: no answer came. Trying again never sends it twice.';
  return <FailureNote failure={failure} title={title} onRetry={onRetry} />;
}

/** Sends the event, and reports missing fields first. */
function useSending(draft: EventDraft, onSent: SendFormProps['onSent']) {
  const [missing, setMissing] = useState<{ contact?: string; payload?: string }>({});
  const key = useEventKey();
  const send = useChange('sendEvent', { onSuccess: (answer) => onSent(answer, draft) });
  const submit = () => {
    const read = readPayload(draft.payload);
    const found = {
      ...(draft.contact === undefined && { contact: 'Choose a contact, or enter an address.' }),
      ...('fault' in read && { payload: read.fault }),
    };
    setMissing(found);
    if (Object.keys(found).length > 0 || 'fault' in read) return;
    const body = sendBodyOf(draft, read.payload);
    const headers = { 'Idempotency-Key': key.of(body) };
    send.mutate({ body, headers });
  };
  return { send, submit, missing, forget: () => setMissing({}) };
}

function useDefinition(name: string | undefined): EventItem | undefined {
  return useAllDefinitions()?.find((each) => each.name === name);
}

/** A contact belongs to one audience: in another domain's audience it is found by its address. */
function contactElsewhere({ contact, domain }: EventDraft, next: EventDomain) {
  return contact && domain.audience_id !== next.audience_id
    ? { id: undefined, label: contact.label }
    : contact;
}

/** The copied call has no payload while the text is not one. */
function copiedBody(draft: EventDraft) {
  const read = readPayload(draft.payload);
  return sendBodyOf(draft, 'fault' in read ? undefined : read.payload);
}
