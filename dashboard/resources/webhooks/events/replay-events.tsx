// The dialog that posts all events since a time again, and leads to how far that has come.
import { useState } from 'react';
import { useLocation } from 'wouter';
import { fieldError } from '../../../api/form-failure.ts';
import { useRefusal } from '../../../api/session.ts';
import { useChange } from '../../../api/use-call.ts';
import { RadioCards } from '../../../design/fields/radio-cards.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Dialog } from '../../../design/layout/dialog.tsx';
import { ChangeForm } from '../../../records/change-form.tsx';

interface ReplayEventsProps {
  webhookId: string;
  isOpen: boolean;
  onClose(): void;
}

type Which = 'undelivered' | 'failed' | 'success' | 'all';

const WHICH = [
  {
    id: 'undelivered',
    label: 'Not delivered',
    hint: 'Those whose attempts so far have failed, whether or not another follows.',
  },
  { id: 'failed', label: 'Failed', hint: 'Those whose attempts have all failed.' },
  {
    id: 'success',
    label: 'Delivered',
    hint: 'Those that the endpoint accepted: it receives them once more.',
  },
  { id: 'all', label: 'All', hint: 'Those that wait for their next attempt as well.' },
];

/** The dialog. */
export function ReplayEvents({ webhookId, isOpen, onClose }: ReplayEventsProps) {
  return (
    <Dialog title="Replay events" isOpen={isOpen} onClose={onClose}>
      <ReplayForm webhookId={webhookId} onClose={onClose} />
    </Dialog>
  );
}

/** Its state begins again each time the dialog opens. */
function ReplayForm({ webhookId, onClose }: { webhookId: string; onClose(): void }) {
  const [since, setSince] = useState('1 hour ago');
  const [which, setWhich] = useState<Which>('undelivered');
  const [, navigate] = useLocation();
  const replay = useChange('replayWebhook', {
    onSuccess: ({ id }) => {
      onClose();
      navigate(`/webhooks/${webhookId}?replay=${id}`);
    },
  });
  const refusal = useRefusal('replayWebhook');
  const submit = () => {
    const status = which === 'all' ? undefined : which;
    replay.mutate({ id: webhookId, body: { since: since.trim(), status } });
  };
  return (
    <ChangeForm
      change={replay}
      refusal={refusal}
      fields={['since']}
      onSubmit={submit}
      submitLabel="Replay"
      onCancel={onClose}
    >
      <TextField
        label="Since"
        value={since}
        onChange={setSince}
        hint="Such as “2 hours ago”, “yesterday” or 2026-11-20T12:00:00Z."
        error={fieldError(replay.error, 'since')}
        isRequired
        autoFocus
      />
      <RadioCards
        label="Which events"
        value={which}
        onChange={(id) => setWhich(id as Which)}
        options={WHICH}
      />
    </ChangeForm>
  );
}
