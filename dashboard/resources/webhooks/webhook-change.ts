// What a change of a webhook sends: only what one has changed, so that what a colleague has changed at the same time
// stays.
import type { UpdateWebhookBody, Webhook } from '../../api/generated/types.ts';
import type { WebhookDraft } from './webhook-fields.tsx';

/** The body of `PATCH /webhooks/:id`; undefined: nothing has changed. @param before as it was when the form was opened */
export function changeBody(before: Webhook, draft: WebhookDraft): UpdateWebhookBody | undefined {
  const endpointUrl = draft.endpointUrl.trim();
  const body: UpdateWebhookBody = {
    ...(endpointUrl !== before.endpoint_url && { endpoint_url: endpointUrl }),
    ...(!areSame(draft.events, before.events) && { events: draft.events }),
  };
  return Object.keys(body).length === 0 ? undefined : body;
}

/** In any order: a field that one has touched has its own. */
function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
