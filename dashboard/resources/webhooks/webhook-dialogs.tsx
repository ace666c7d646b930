// The dialogs that add a webhook and change where it posts and what. The signing secret of a new one is shown once, in a
// dialog over its record.
import type { UpdateWebhookBody, Webhook } from '../../api/generated/types.ts';
import { notify } from '../../design/feedback/toaster.tsx';
import { changeDialog } from '../../records/change-dialog.tsx';
import { showSecret } from './signing-secret.tsx';
import { WEBHOOK_FIELDS, type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

const NEW_WEBHOOK: WebhookDraft = { endpointUrl: '', events: ['email.*'] };

/** Leads to the record of the new webhook. */
export const CreateWebhook = changeDialog({
  operation: 'createWebhook',
  title: 'Add webhook',
  fields: WEBHOOK_FIELDS,
  begin: () => NEW_WEBHOOK,
  input: ({ endpointUrl, events }) => ({ body: { endpoint_url: endpointUrl.trim(), events } }),
  submitLabel: 'Add webhook',
  hasCancel: false,
  Fields: WebhookFields,
  onDone: ({ id, signing_secret }, { navigate }) => {
    showSecret('The webhook is ready', signing_secret);
    navigate(`/webhooks/${id}`);
  },
});

/** The dialog of a change. */
export const EditWebhook = changeDialog({
  operation: 'updateWebhook',
  title: 'Edit webhook',
  fields: WEBHOOK_FIELDS,
  begin: ({ endpoint_url, events }): WebhookDraft => ({ endpointUrl: endpoint_url, events }),
  input: changeOf,
  submitLabel: 'Save',
  Fields: WebhookFields,
  onDone: (_webhook, { close }) => {
    notify('Webhook updated.');
    close();
  },
});

/** Only what one has changed, so that what a colleague has changed at the same time stays. */
function changeOf(draft: WebhookDraft, { id, ...before }: Webhook) {
  const endpointUrl = draft.endpointUrl.trim();
  const body: UpdateWebhookBody = {
    ...(endpointUrl !== before.endpoint_url && { endpoint_url: endpointUrl }),
    ...(!areSame(draft.events, before.events) && { events: draft.events }),
  };
  return Object.keys(body).length === 0 ? undefined : { id, body };
}

/** Compares in any order: an edited field has its own order. */
function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
