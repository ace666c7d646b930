// Refuses emails whose sender is not allowed: the From domain may not send, or the API key is bound to another one
// (docs/reference/emails.md#sender-and-recipients). The refusal names the domains that may send, which are read for
// refused emails only.

import { DomainError, type RefusalReason } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { findSenderChoices, type SenderChoices } from '../../domains/senders/find-sender-choices.ts';
import type { NewEmail } from '../email.ts';
import type { AcceptData, SenderDomain } from './plan.ts';

const NONE: ReadonlyMap<NewEmail, DomainError> = new Map();

/**
 * Checks the senders of a group.
 * @param facts one per email, in their order
 * @returns the refusals, `validation_error`, by email
 */
export async function refuseSenders(
  database: Queryable,
  emails: readonly NewEmail[],
  facts: readonly AcceptData[],
): Promise<ReadonlyMap<NewEmail, DomainError>> {
  const refused = emails
    .map((email, index) => ({ email, domain: facts[index]?.domain }))
    .filter((sender) => !isAllowed(sender));
  if (refused.length === 0) return NONE;
  const choices = await findSenderChoices(
    database,
    refused.map(({ email: { accountId, from, boundDomainId } }) => ({
      accountId,
      name: from.mailbox.domain,
      boundDomainId,
    })),
  );
  return new Map(
    refused.map((sender, place) => [sender.email, refusalOf(sender, choices[place] as SenderChoices)]),
  );
}

/** An email and its From domain, if it belongs to the account. */
interface Sender {
  email: NewEmail;
  domain: SenderDomain | undefined;
}

function isAllowed({ email: { boundDomainId }, domain }: Sender): boolean {
  return domain?.isSendable === true && (boundDomainId === null || boundDomainId === domain.id);
}

/** An API key that is bound to a domain learns of no other domain of its account. */
function refusalOf({ email: { from, boundDomainId }, domain }: Sender, choices: SenderChoices): DomainError {
  const { boundName } = choices;
  const { domain: name } = from.mailbox;
  const mayKnow = boundDomainId === null || boundName === name;
  const sentences = [
    ...(domain?.isSendable
      ? []
      : [`The ${name} domain is not verified. Add and verify it before you send from it.`]),
    ...(mayKnow ? describeStatus(choices) : []),
    boundDomainId === null
      ? describeSendable(choices)
      : `This API key can send only from ${boundName ?? 'its own domain'}.`,
  ];
  return new DomainError('validation_error', sentences.join(' '), { reason: reasonOf(domain) });
}

/** A domain that may send is refused only because the API key is bound to another one. */
function reasonOf(domain: SenderDomain | undefined): RefusalReason {
  if (!domain) return 'domain_not_registered';
  return domain.isSendable ? 'domain_not_bound' : 'domain_not_sendable';
}

function describeStatus({ status, sendingEnabled }: SenderChoices): string[] {
  if (status === null) return [];
  return [`Its status is ${status}${sendingEnabled ? '' : ', and sending from it is disabled'}.`];
}

function describeSendable({ sendable, sendableCount }: SenderChoices): string {
  if (sendableCount === 0) return 'No domain of this account can send yet.';
  const more = sendableCount - sendable.length;
  return `Domains of this account that can send: ${sendable.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
