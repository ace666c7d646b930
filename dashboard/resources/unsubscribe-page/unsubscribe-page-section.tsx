// The unsubscribe page in the settings: its texts and colours, and next to them the pages as they would be.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PreviewedPage } from '../../../shared/contract/unsubscribe-page/values.ts';
import { fieldError } from '../../api/form-failure.ts';
import type { UnsubscribePage } from '../../api/generated/types.ts';
import { useRefusal } from '../../api/session.ts';
import { readOf, useCall, useChange } from '../../api/use-call.ts';
import { CopyAs } from '../../copy-as/copy-as.tsx';
import { Segmented } from '../../design/controls/segmented.tsx';
import { FailureNote } from '../../design/feedback/failure-note.tsx';
import { OutOfDate } from '../../design/feedback/out-of-date.tsx';
import { SkeletonRows } from '../../design/feedback/skeleton.tsx';
import { notify } from '../../design/feedback/toaster.tsx';
import { Section } from '../../design/layout/section.tsx';
import { LeaveGuard } from '../../editing/leave-guard.tsx';
import { useAskBeforeUnload } from '../../editing/use-ask-before-unload.ts';
import { ChangeForm } from '../../records/change-form.tsx';
import {
  contrastFault,
  draftOf,
  formFaults,
  PAGE_FIELDS,
  type PageDraft,
  type PageFaults,
  pageChanges,
  shownSettings,
  type TypedFields,
  withoutSent,
} from './page-draft.ts';
import { PageFields } from './page-fields.tsx';
import { PagePreview } from './page-preview.tsx';
import css from './unsubscribe-page.module.css';

const READ = readOf('getUnsubscribePage', {});
const PAGES = [
  { id: 'unsubscribe', label: 'Question' },
  { id: 'unsubscribed', label: 'After it' },
  { id: 'preferences', label: 'Preferences' },
] as const satisfies readonly { id: PreviewedPage; label: string }[];

/** The section. */
export function UnsubscribePageSection() {
  const { data: saved, error, refetch } = useCall('getUnsubscribePage', {}, { isLive: true });
  const retry = () => void refetch();
  return (
    <Section
      title="Unsubscribe page"
      description="The pages that people see when they follow a link in your mail to unsubscribe or choose topics."
      actions={<CopyAs operation="getUnsubscribePage" input={{}} />}
    >
      {saved && error && <OutOfDate what="This page" failure={error} />}
      {saved && <PageForm saved={saved} />}
      {!saved && error && <FailureNote failure={error} onRetry={retry} />}
      {!(saved || error) && <SkeletonRows rows={10} columns={2} label="Loading the unsubscribe page" />}
    </Section>
  );
}

/** An unedited field shows the saved value, even when another person changes it. */
function PageForm({ saved }: { saved: UnsubscribePage }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<TypedFields>({});
  const [faults, setFaults] = useState<PageFaults>({});
  const update = useChange('updateUnsubscribePage', {
    onSuccess: (answer) => {
      client.setQueryData(READ.queryKey, answer);
      notify('Unsubscribe page saved.');
    },
  });
  const refusal = useRefusal('updateUnsubscribePage');
  const draft = draftOf(saved, typed);
  const body = pageChanges(saved, draft);
  const faint = contrastFault(draft);
  const submit = () => {
    const found = formFaults(draft);
    setFaults(found);
    if (Object.keys(found).length > 0 || faint !== undefined) return;
    // Text that was typed in the meantime stays.
    if (body) update.mutate({ body }, { onSuccess: () => setTyped((now) => withoutSent(now, typed)) });
    else notify('There are no unsaved changes.');
  };
  const discard = () => {
    update.reset();
    setTyped({});
    setFaults({});
  };
  useAskBeforeUnload(body !== undefined);
  return (
    <div className={css['columns']}>
      <ChangeForm
        change={update}
        refusal={refusal}
        fields={PAGE_FIELDS}
        onSubmit={submit}
        submitLabel="Save"
        {...(body && { onCancel: discard })}
      >
        <PageFields
          draft={draft}
          onChange={(field, value) => {
            setTyped({ ...typed, [field]: value });
            setFaults({ ...faults, [field]: undefined });
          }}
          faultOf={(field) =>
            faults[field] ?? (field === 'text_color' ? faint : undefined) ?? fieldError(update.error, field)
          }
          isReadOnly={refusal !== undefined}
        />
      </ChangeForm>
      <Preview draft={draft} />
      <LeaveGuard isAtRisk={() => body !== undefined} />
    </div>
  );
}

function Preview({ draft }: { draft: PageDraft }) {
  const [page, setPage] = useState<PreviewedPage>('unsubscribe');
  return (
    <div className={css['preview']}>
      <PagePreview
        label="The page as people see it"
        page={page}
        settings={shownSettings(draft)}
        choices={
          <Segmented
            label="Page"
            options={PAGES}
            selected={page}
            onSelect={(id) => setPage(PAGES.find((each) => each.id === id)?.id ?? page)}
          />
        }
      />
    </div>
  );
}
