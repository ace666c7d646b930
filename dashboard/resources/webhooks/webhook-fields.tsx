// The fields of a webhook, for a new one and for a change.
import { useState } from 'react';
import type { ApiFailure } from '../../api/failure.ts';
import { fieldError } from '../../api/form-failure.ts';
import { Button } from '../../design/controls/button.tsx';
import { MultiSelect } from '../../design/fields/multi-select.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { loadedDialog } from '../../design/later/loaded-dialog.tsx';
import { SUBSCRIPTION_OPTIONS, type Subscription, subscribedWords } from './event-types.ts';

const EventTypesDialog = loadedDialog(() =>
  import('./event-types/event-types-dialog.tsx').then((it) => it.EventTypesDialog),
);

/** The fields that show their own errors, as the API names them. */
export const WEBHOOK_FIELDS = ['endpoint_url', 'events'];

/** What they have. */
export interface WebhookDraft {
  endpointUrl: string;
  events: Subscription[];
}

interface WebhookFieldsProps {
  draft: WebhookDraft;
  onChange(draft: WebhookDraft): void;
  failure: ApiFailure | null;
}

/** The fields. */
export function WebhookFields({ draft, onChange, failure }: WebhookFieldsProps) {
  const [isShowingTypes, setShowingTypes] = useState(false);
  return (
    <>
      <TextField
        label="Endpoint"
        type="url"
        value={draft.endpointUrl}
        onChange={(endpointUrl) => onChange({ ...draft, endpointUrl })}
        placeholder="https://acme.dev/hooks/mail"
        hint="A public http or https URL. It answers with a 2xx status within 15 seconds."
        error={fieldError(failure, 'endpoint_url')}
        isRequired
        isMono
        autoFocus
      />
      <MultiSelect
        label="Events"
        values={draft.events}
        onChange={(events) => onChange({ ...draft, events: events as Subscription[] })}
        options={SUBSCRIPTION_OPTIONS}
        placeholder="Choose events…"
        words={subscribedWords(draft.events)}
        hint="A group such as email.* means all events of its kind, * means all there are."
        error={fieldError(failure, 'events')}
        isRequired
      />
      <div>
        <Button size="small" variant="quiet" onPress={() => setShowingTypes(true)}>
          What each event means, with examples
        </Button>
      </div>
      <EventTypesDialog isOpen={isShowingTypes} onClose={() => setShowingTypes(false)} />
    </>
  );
}
