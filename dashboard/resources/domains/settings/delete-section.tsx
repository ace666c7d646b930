// The end of a domain: asks for its name, and says what would end with it, and what has to be ended before.
import { useQueryClient } from '@tanstack/react-query';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Domain } from '../../../api/generated/types.ts';
import { useRefusal } from '../../../api/session.ts';
import { readOf, useCall, useChange } from '../../../api/use-call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { FailureNote } from '../../../design/feedback/failure-note.tsx';
import { Notice } from '../../../design/feedback/notice.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { notify } from '../../../design/feedback/toaster.tsx';
import { ConfirmDialog } from '../../../design/layout/confirm-dialog.tsx';
import { Section } from '../../../design/layout/section.tsx';
import { Stack } from '../../../design/layout/stack.tsx';
import { deletionLosses, deletionRefusal } from './delete-words.ts';
import css from './settings.module.css';

/** The section. */
export function DeleteSection({ domain }: { domain: Domain }) {
  const [isOpen, setOpen] = useState(false);
  const refusal = useRefusal('deleteDomain');
  const client = useQueryClient();
  const open = () => {
    // The uses from the last opening may have ended, and a read that is still on its way may have begun before that.
    void client.resetQueries({ queryKey: readOf('getDomainUses', { id: domain.id }).queryKey });
    setOpen(true);
  };
  return (
    <Section title="Delete domain" description="You can add the domain again later." level={3}>
      <div>
        <Button variant="danger" icon={Trash} refusal={refusal} onPress={open}>
          Delete domain
        </Button>
      </div>
      <DeleteDomain domain={domain} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Section>
  );
}

interface DeleteDomainProps {
  domain: Domain;
  isOpen: boolean;
  onClose(): void;
}

function DeleteDomain({ domain: { id, name }, isOpen, onClose }: DeleteDomainProps) {
  const [, navigate] = useLocation();
  const uses = useCall('getDomainUses', { id }, { isLive: true, isEnabled: isOpen });
  const role = useRefusal('deleteDomain');
  const remove = useChange('deleteDomain', {
    onSuccess: ({ audience_id }) => {
      notify(`${name} was deleted.${audience_id === null ? '' : ' Its contacts stay.'}`);
      navigate('/domains');
    },
  });
  const inUse = uses.data && deletionRefusal(uses.data);
  const unread = uses.data || uses.error ? undefined : 'Checking what uses this domain.';
  return (
    <ConfirmDialog
      title="Delete this domain?"
      isOpen={isOpen}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      lost={
        <Stack gap={3}>
          {uses.error && !uses.data && (
            <FailureNote
              title="The uses of this domain are not known"
              failure={uses.error}
              onRetry={() => void uses.refetch()}
            />
          )}
          {!(uses.error || uses.data) && <Skeleton height={80} />}
          {inUse !== undefined && (
            <Notice kind="warn" title="This domain cannot be deleted now">
              {inUse}
            </Notice>
          )}
          {uses.data && (
            <ul className={css['losses']}>
              {deletionLosses(name, uses.data).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </Stack>
      }
      typed={name}
      confirmLabel="Delete domain"
      onConfirm={() => remove.mutate({ id })}
      isBusy={remove.isPending}
      refusal={role ?? inUse ?? unread}
      failure={remove.error && <FailureNote failure={remove.error} />}
    />
  );
}
