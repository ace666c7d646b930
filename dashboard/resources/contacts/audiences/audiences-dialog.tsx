// The audiences of the account: lists that do not know of each other, such as those of two brands. Most accounts have one.
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Link } from 'wouter';
import { LIST_NAME_MAX_LENGTH } from '../../../../shared/contract/limits.ts';
import { fieldError } from '../../../api/form-failure.ts';
import type { AudienceItem } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { useAudiences } from '../../../audience/use-audiences.ts';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { SkeletonRows } from '../../../design/feedback/skeleton.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { ChangeForm } from '../../../records/change-form.tsx';
import { ConfirmChange } from '../../../records/confirm-change.tsx';
import { CONTACTS_PATH } from '../list.ts';
import css from './audiences.module.css';

interface AudiencesDialogProps {
  isOpen: boolean;
  onClose(): void;
  /** Called after the deletion: the list must not show contacts of a deleted audience. */
  onDeleted(id: string): void;
}

/** The dialog. */
export function AudiencesDialog({ isOpen, onClose, onDeleted }: AudiencesDialogProps) {
  return (
    <Dialog title="Audiences" isOpen={isOpen} onClose={onClose} width="wide">
      <Stack gap={5}>
        <p>
          An audience is a separate list of contacts, with its own names and segments. An address can be in
          several audiences. Each domain uses one audience, and its automations send to that audience.
        </p>
        <Audiences onDeleted={onDeleted} />
        <NewAudience />
      </Stack>
    </Dialog>
  );
}

function Audiences({ onDeleted }: Pick<AudiencesDialogProps, 'onDeleted'>) {
  const { data, error, refetch } = useAudiences();
  const [asked, setAsked] = useState<AudienceItem>();
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={2} columns={2} />;
  return (
    <>
      <ul className={css['list']} aria-label="Audiences">
        {data.data.map((audience) => (
          <AudienceRow key={audience.id} audience={audience} onDelete={() => setAsked(audience)} />
        ))}
      </ul>
      {data.has_more && <p>These are the newest {data.data.length}.</p>}
      {asked && <DeleteAudience audience={asked} onClose={() => setAsked(undefined)} onDeleted={onDeleted} />}
    </>
  );
}

function AudienceRow({ audience, onDelete }: { audience: AudienceItem; onDelete(): void }) {
  const refused = useRefusal('deleteAudience');
  const { id, name, domains } = audience;
  return (
    <li className={css['row']}>
      <Link href={`${CONTACTS_PATH}?audience_id=${id}`} className={css['name']}>
        {name}
      </Link>
      <span className={css['use']}>{useWords(audience)}</span>
      <IconButton
        label={`Delete ${name}`}
        icon={Trash2}
        refusal={
          refused ??
          (audience.default
            ? 'You cannot delete the default audience: mail and requests that name no audience use it.'
            : domains.length > 0
              ? 'A domain uses this audience. Choose another audience for the domain first.'
              : undefined)
        }
        onPress={onDelete}
      />
    </li>
  );
}

function useWords({ default: isDefault, domains }: AudienceItem): string {
  const of = domains.length === 0 ? '' : `of ${domains.join(', ')}`;
  return [isDefault ? 'Default' : '', of].filter(Boolean).join(', ');
}

function NewAudience() {
  const [name, setName] = useState('');
  const create = useChange('createAudience', {
    onSuccess: () => {
      notify(`Audience ${name.trim()} added.`);
      setName('');
    },
  });
  return (
    <ChangeForm
      change={create}
      refusal={useRefusal('createAudience')}
      fields={['name']}
      onSubmit={() => create.mutate({ body: { name } })}
      submitLabel="Add audience"
    >
      <TextField
        label="New audience"
        value={name}
        onChange={setName}
        placeholder="Name"
        error={fieldError(create.error, 'name')}
        maxLength={LIST_NAME_MAX_LENGTH}
      />
    </ChangeForm>
  );
}

interface DeleteAudienceProps extends Omit<AudiencesDialogProps, 'isOpen'> {
  audience: AudienceItem;
}

function DeleteAudience({ audience: { id, name }, onClose, onDeleted }: DeleteAudienceProps) {
  const remove = useChange('deleteAudience', {
    onSuccess: () => {
      notify(`${name} was deleted.`);
      onClose();
      onDeleted(id);
    },
  });
  return (
    <ConfirmChange
      operation="deleteAudience"
      input={{ id }}
      change={remove}
      title="Delete this audience?"
      isOpen
      onClose={onClose}
      lost={
        <p>
          All contacts and segments of <strong>{name}</strong> are deleted, as are campaign drafts for it.
          What people chose stays with their addresses.
        </p>
      }
      confirmLabel="Delete audience"
      typed="delete"
    />
  );
}
