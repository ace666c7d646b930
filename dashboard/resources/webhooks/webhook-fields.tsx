// The fields of a webhook, for a new one and for a change.
import { useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { MultiSelect } from '../../design/fields/multi-select.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import type { DraftForm } from '../../records/change-dialog.tsx';
import { EventTypesDialog } from './event-types/event-types-dialog.tsx';
import { SUBSCRIPTION_OPTIONS, type Subscription, subscribedWords } from './event-types.ts';

/** The fields that show their own errors, as the API names them. */
export const WEBHOOK_FIELDS = ['endpoint_url', 'events'];

/** The values of the fields. */
export interface WebhookDraft {
  endpointUrl: string;
  events: Subscription[];
}

/** The fields. */
export function WebhookFields({
  draft,
  field,
  set,
}: Pick<DraftForm<WebhookDraft>, 'draft' | 'field' | 'set'>) {
  const [isShowingTypes, setShowingTypes] = useState(false);
  return (
    <>
      <TextField
        {...field('endpointUrl', 'endpoint_url')}
        label="Endpoint"
        type="url"
        placeholder="https://acme.dev/hooks/mail"
        hint="A public http or https URL. It must answer with a 2xx status within 15 seconds."
        isRequired
        isMono
        autoFocus
      />
      <MultiSelect
        label="Events"
        values={draft.events}
        onChange={(events) => set({ events: events as Subscription[] })}
        options={SUBSCRIPTION_OPTIONS}
        placeholder="Choose events…"
        words={subscribedWords(draft.events)}
        hint="email.* subscribes to all email events, and * to all events."
        error={field('events').error}
        isRequired
      />
      <div>
        <Button size="small" variant="quiet" onPress={() => setShowingTypes(true)}>
          See what each event means, with examples
        </Button>
      </div>
      <EventTypesDialog isOpen={isShowingTypes} onClose={() => setShowingTypes(false)} />
    </>
  );
}
