// POST /automations/:id/enroll: stores an enrolment, a batch that starts runs of an enabled automation for contacts that the
// account names (docs/reference/automation-batches.md).
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { requireContact, requireContactId } from '../../../audience/contacts/find.ts';
import { requireSegment } from '../../../audience/segments/find.ts';
import type { Automation, AutomationPath } from '../automation.ts';
import { type AskForBatchDeps, askForBatch } from './ask.ts';
import type { AutomationBatch, EnrollSelection } from './batch.ts';

/** The contacts that a request names. */
export type EnrolledContacts =
  | { contactId: string }
  /** A contact by its address in key form (shared/mail/addresses.ts). */
  | { emailKey: string }
  | { segmentId: string }
  | { all: true };

/**
 * Stores an enrolment.
 * @throws DomainError `not_found`, also for a contact, an address or a segment; `validation_error` for a disabled
 *   automation, a contact or segment of another audience, and too many batches that have not ended
 */
export function enrollContacts(
  deps: AskForBatchDeps,
  path: AutomationPath,
  contacts: EnrolledContacts,
  now: Date,
): Promise<AutomationBatch> {
  return askForBatch(
    deps,
    path,
    async (client, automation) => ({
      type: 'enroll',
      selection: await select(client, automation, contacts),
    }),
    now,
  );
}

async function select(
  client: Queryable,
  { accountId, audienceId }: Automation,
  contacts: EnrolledContacts,
): Promise<EnrollSelection> {
  if ('all' in contacts) return contacts;
  if ('emailKey' in contacts)
    return { contactId: await requireContactId(client, { ...contacts, accountId, audienceId }) };
  if ('contactId' in contacts) {
    const contact = await requireContact(client, { accountId, id: contacts.contactId });
    requireSameAudience('contact_id', contact.audienceId, audienceId);
    return { contactId: contact.id };
  }
  const segment = await requireSegment(client, accountId, contacts.segmentId);
  requireSameAudience('segment_id', segment.audienceId, audienceId);
  return { segmentId: segment.id };
}

function requireSameAudience(field: string, given: string, audienceId: string): void {
  if (given === audienceId) return;
  throw new DomainError(
    'validation_error',
    `\`${field}\` does not belong to the audience of the automation.`,
  );
}
