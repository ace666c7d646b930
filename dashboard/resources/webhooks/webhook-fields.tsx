// The fields of a webhook, for a new one and for a change.
import type { ApiFailure } from '../../api/failure.ts';
import { fieldError } from '../../api/form-failure.ts';
import { MultiSelect } from '../../design/fields/multi-select.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { SUBSCRIPTION_OPTIONS, type Subscription } from './event-types.ts';

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
        hint="A group such as email.* means all events of its kind, * means all there are."
        error={fieldError(failure, 'events')}
        isRequired
      />
    </>
  );
}
