// The words of a draft in every state, and the choice after a change in another place; and with `?template=<id>` a page
// that edits a template of the account by the API, for those who build editors and for the tests.
import { useState } from 'react';
import { call, callUntil } from '../api/call.ts';
import { ApiFailure } from '../api/failure.ts';
import { fieldError } from '../api/form-failure.ts';
import type { Template } from '../api/generated/types.ts';
import { useRefusal } from '../api/session.ts';
import { useCall } from '../api/use-call.ts';
import { FailureNote } from '../design/feedback/failure-note.tsx';
import { ComboBox, type ComboValue } from '../design/fields/combo/combo-box.tsx';
import { TextArea } from '../design/fields/text-area.tsx';
import { TextField } from '../design/fields/text-field.tsx';
import { Card } from '../design/layout/card.tsx';
import { Stack } from '../design/layout/stack.tsx';
import { Status } from '../design/text/status.tsx';
import { DraftConflict } from '../editing/draft-conflict.tsx';
import { type SavedState, SavedWords } from '../editing/saved-words.tsx';
import { useDraft } from '../editing/use-draft.ts';
import { WorkPage } from '../editing/work-page.tsx';

const FAILURE = new ApiFailure({
  status: 0,
  name: 'network_error',
  message: 'The server cannot be reached.',
});
const SHARED = { savedAtMs: Date.parse('2026-03-12T08:00:00.000Z'), retry: () => undefined };
const STATES: readonly SavedState[] = [
  { ...SHARED, state: 'saved', failure: undefined, isKept: false },
  { ...SHARED, state: 'saving', failure: undefined, isKept: true },
  { ...SHARED, state: 'unfinished', failure: undefined, isKept: true },
  { ...SHARED, state: 'failed', failure: FAILURE, isKept: true },
  { ...SHARED, state: 'failed', failure: FAILURE, isKept: false },
  { ...SHARED, state: 'conflict', failure: undefined, isKept: true },
];
const LINES = Array.from({ length: 30 }, (_, line) => `Line ${line + 1} of the letter.`);
const CONFLICTS = [
  { field: 'subject', label: 'Subject', mine: 'Welcome, {{{NAME}}}', theirs: 'Welcome to Acme' },
  {
    field: 'text',
    label: 'Text',
    mine: LINES.with(4, 'What I have written in the meantime.').join('\n'),
    theirs: [...LINES.with(4, 'What they have written.'), 'And a line at the end.'].join('\n'),
  },
];

export function DraftParts() {
  const [chosen, setChosen] = useState('');
  return (
    <Card>
      <Stack gap={4}>
        {STATES.map((state, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
          <SavedWords key={index} saved={state} />
        ))}
        <DraftConflict
          conflicts={CONFLICTS}
          onResolve={(choices) => setChosen(`Chosen: ${JSON.stringify(choices)}`)}
        />
        <p>{chosen}</p>
      </Stack>
    </Card>
  );
}

const LABELS = { name: 'Name', subject: 'Subject', text: 'Text' };

const valuesOf = ({ name, subject, text }: Template) => ({
  name,
  subject: subject ?? '',
  text: text ?? '',
});

/** A template of the account. */
export function TemplateWork({ id }: { id: string }) {
  const { data, error, refetch } = useCall('getTemplate', { id });
  if (data) return <TemplateEditor template={data} />;
  return error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null;
}

function TemplateEditor({ template }: { template: Template }) {
  const { id, status } = template;
  const refusal = useRefusal('updateTemplate');
  const [like, setLike] = useState<ComboValue>();
  const draft = useDraft({
    of: `templates/${id}`,
    record: template,
    valuesOf,
    labels: LABELS,
    save: (changes, ifUpdatedAt) =>
      call('updateTemplate', { id, body: { ...changes, if_updated_at: ifUpdatedAt } }),
    read: () => call('getTemplate', { id }),
  });
  const { values, change, failure } = draft;
  return (
    <WorkPage
      name={values.name}
      onRename={(name) => change({ name })}
      nameError={fieldError(failure, 'name')}
      nameMaxLength={200}
      refusal={refusal}
      back={{ href: '/', label: 'Overview' }}
      mark={<Status status={status} />}
      draft={draft}
    >
      <TextField
        label="Subject"
        value={values.subject}
        onChange={(subject) => change({ subject })}
        error={fieldError(failure, 'subject')}
        isReadOnly={refusal !== undefined}
      />
      <TextArea
        label="Text"
        value={values.text}
        onChange={(text) => change({ text })}
        error={fieldError(failure, 'text')}
        rows={8}
        isReadOnly={refusal !== undefined}
      />
      <ComboBox label="Looks like" value={like} onChange={setLike} read={findTemplates} />
    </WorkPage>
  );
}

/** The list has no search: its first page will do here. */
async function findTemplates(text: string, signal: AbortSignal) {
  const { data } = await callUntil(signal, 'listTemplates', { query: { limit: 20 } });
  return data.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).map(toOption);
}

function toOption({ id, name }: { id: string; name: string }) {
  return { id, label: name };
}
