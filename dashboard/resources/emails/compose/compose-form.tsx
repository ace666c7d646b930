// The form of an email. The API judges what is typed; its refusal is shown at the field, and nothing typed is lost. Each
// form has an idempotency key, so that trying again after a lost connection never sends twice.
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import type { ApiFailure } from '../../../api/failure.ts';
import { faultAt, fieldError, formFailure } from '../../../api/form-failure.ts';
import { newIdempotencyKey } from '../../../api/idempotency-key.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { CopyAs } from '../../../copy-as/copy-as.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { Form, FormActions } from '../../../design/layout/form.tsx';
import css from './compose.module.css';
import { AddressFields, ContentFields } from './compose-fields.tsx';
import { bodyOf, type Draft } from './draft.ts';

/** The typed text, and the key of its form. */
export interface Writing {
  draft: Draft;
  key: string;
}

interface ComposeFormProps {
  initial: Draft;
  /** The text that was typed before the dialog was closed. */
  kept: Writing | undefined;
  onWrite(writing: Writing): void;
  onDiscard(): void;
  onSent(id: string): void;
}

/** Fields that show their own refusal. */
const FIELDS = [
  'from',
  'to',
  'cc',
  'bcc',
  'reply_to',
  'tags',
  'subject',
  'html',
  'text',
  'scheduled_at',
] as const;
type Field = (typeof FIELDS)[number];

/** The form. */
export function ComposeForm({ initial, kept, onWrite, onDiscard, onSent }: ComposeFormProps) {
  const [writing, setWriting] = useState(() => kept ?? { draft: initial, key: newIdempotencyKey() });
  const [isEmpty, setEmpty] = useState(false);
  const send = useChange('sendEmail', {
    onSuccess: ({ id }, { body }) => {
      notify(body.scheduled_at ? 'Email scheduled.' : 'Email accepted.');
      onSent(id);
    },
  });
  const { draft } = writing;
  const write = (next: Writing) => {
    setWriting(next);
    onWrite(next);
  };
  const change = (part: Partial<Draft>) => write({ ...writing, draft: { ...draft, ...part } });
  const submit = ({ key }: Pick<Writing, 'key'>) => {
    const body = bodyOf(draft);
    const hasContent = body.html !== undefined || body.text !== undefined;
    setEmpty(!hasContent);
    if (hasContent) send.mutate({ body, headers: { 'Idempotency-Key': key } });
  };
  const refusal = useRefusal('sendEmail');
  const submitAsAnother = () => {
    const next = { draft, key: newIdempotencyKey() };
    write(next);
    submit(next);
  };
  const errorOf = (field: Field) => refusalOf(field, send.error, send.variables?.body);
  const contentError = isEmpty ? 'Write a text or HTML.' : (errorOf('text') ?? errorOf('html'));
  return (
    <Form
      hasLegend
      isBusy={send.isPending}
      refusal={refusal}
      onSubmit={() => submit(writing)}
      error={
        <SendFailure
          failure={formFailure(send.error, FIELDS)}
          onRetry={() => submit(writing)}
          onSendAnother={submitAsAnother}
        />
      }
    >
      <AddressFields draft={draft} onChange={change} errorOf={errorOf} />
      <ContentFields draft={draft} onChange={change} errorOf={errorOf} contentError={contentError} />
      <div className={css['foot']}>
        <FormActions>
          <Button type="submit" variant="filled" icon={Send} isBusy={send.isPending} refusal={refusal}>
            {draft.scheduledAt.trim() === '' ? 'Send' : 'Schedule'}
          </Button>
          <Button onPress={onDiscard}>Discard</Button>
          <CopyAs operation="sendEmail" input={{ body: bodyOf(draft) }} />
        </FormActions>
      </div>
    </Form>
  );
}

function refusalOf(field: Field, failure: ApiFailure | null, body: object | undefined): string | undefined {
  const error = fieldError(failure, field);
  const refused = itemAt(body, faultAt(failure, field)?.field ?? undefined);
  return error === undefined || refused === undefined ? error : `${error} It is “${refused}”.`;
}

/** The address that `to.1` names: people do not count them. */
function itemAt(body: object | undefined, field = ''): string | undefined {
  const [, name = '', index] = /^(\w+)\.(\d+)$/.exec(field) ?? [];
  const list: unknown = (body as Readonly<Record<string, unknown>> | undefined)?.[name];
  const item: unknown = Array.isArray(list) ? list[Number(index)] : undefined;
  return typeof item === 'string' ? item : undefined;
}

interface SendFailureProps {
  failure: ApiFailure | undefined;
  onRetry(): void;
  onSendAnother(): void;
}

/** A refusal that is about no field. */
function SendFailure({ failure, onRetry, onSendAnother }: SendFailureProps) {
  if (!failure) return null;
  if (failure.name === 'invalid_idempotent_request') {
    return (
      <Notice
        kind="warn"
        role="alert"
        title="An earlier attempt may have been sent"
        action={
          <Button size="small" onPress={onSendAnother}>
            Send as another email
          </Button>
        }
      >
        This email differs from that one. Check the list first if you do not want to send it twice.
      </Notice>
    );
  }
  if (failure.isPassing) {
    return (
      <FailureNote
        failure={failure}
        title="The email may have been accepted: no answer came. Trying again never sends it twice."
        onRetry={onRetry}
      />
    );
  }
  return <FailureNote failure={failure} />;
}
