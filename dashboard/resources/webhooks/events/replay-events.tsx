// The dialog that posts all events since a time again, and leads to how far that has come.
import { RadioCards } from '../../../design/fields/radio-cards.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { changeDialog } from '../../../records/change-dialog.tsx';

type Which = 'undelivered' | 'failed' | 'success' | 'all';

const WHICH = [
  {
    id: 'undelivered',
    label: 'Not delivered',
    hint: 'Events whose attempts have failed so far, even if Posthorn will retry.',
  },
  { id: 'failed', label: 'Failed', hint: 'Events whose attempts have all failed.' },
  {
    id: 'success',
    label: 'Delivered',
    hint: 'Events that the endpoint accepted. It receives them again.',
  },
  { id: 'all', label: 'All', hint: 'All events, including those that wait for their next attempt.' },
];

/** The dialog for the webhook with this id. */
export const ReplayEvents = changeDialog({
  operation: 'replayWebhook',
  title: 'Replay events',
  fields: ['since'],
  begin: (_id: string): { since: string; which: Which } => ({ since: '1 hour ago', which: 'undelivered' }),
  input: ({ since, which }, id) => ({
    id,
    body: { since: since.trim(), status: which === 'all' ? undefined : which },
  }),
  submitLabel: 'Replay',
  Fields: ({ field }) => (
    <>
      <TextField
        {...field('since')}
        label="Since"
        hint="Such as “2 hours ago”, “yesterday” or 2026-11-20T12:00:00Z."
        isRequired
        autoFocus
      />
      <RadioCards {...field('which')} label="Which events" options={WHICH} />
    </>
  ),
  onDone: ({ id, webhook_id }, { close, navigate }) => {
    close();
    navigate(`/webhooks/${webhook_id}?replay=${id}`);
  },
});
