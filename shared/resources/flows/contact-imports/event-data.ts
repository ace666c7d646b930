// The payload data of contact.import.completed, for real events and for the sample events of POST /webhooks/:id/test.
// The event says that an import has ended, also by a failure or a cancellation: the status says which.
import type { SampleOptions } from '../../foundation/sample-event.ts';
import type { WebhookEventType } from '../../foundation/webhooks/webhook.ts';
import { type ContactImport, withTotal } from './contact-import.ts';

/** Data of contact.import.completed. */
export function buildContactImportEventData(
  ended: Omit<ContactImport, 'accountId' | 'columns' | 'reasons'>,
): object {
  const { id, audienceId, status, error } = ended;
  return {
    id,
    audience_id: audienceId,
    status,
    counts: withTotal(ended),
    error,
    created_at: ended.createdAt.toISOString(),
    completed_at: ended.completedAt?.toISOString() ?? null,
  };
}

/** Builds sample data of contact.import.completed. */
export function sampleContactImportEventData(
  _type: WebhookEventType,
  { nextId, now }: SampleOptions,
): object {
  return buildContactImportEventData({
    id: nextId(),
    audienceId: nextId(),
    status: 'completed',
    onConflict: 'update',
    encoding: 'utf-8',
    fileName: 'contacts.csv',
    size: 1_024,
    bytesRead: 1_024,
    created: 8,
    updated: 1,
    skipped: 0,
    failed: 1,
    error: null,
    createdAt: now,
    completedAt: now,
  });
}
