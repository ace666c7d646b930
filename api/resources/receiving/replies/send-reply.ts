// Sends an answer to a received email: it is checked, charged and stored like an email of POST /emails.

import { EMPTY_MAIL_CONTENT } from '../../../../shared/contract/mail/fields.ts';
import { refuseReservedRecipients } from '../../../../shared/resources/messaging/emails/accept/drop-cause.ts';
import type { NewAttachment } from '../../../../shared/resources/messaging/emails/attachments/attachment.ts';
import { newEmail } from '../../../../shared/resources/messaging/emails/email.ts';
import type { ReceivedReply } from '../../../../shared/resources/messaging/receiving/replies/received-reply.ts';
import { timelineActorOf } from '../../../caller.ts';
import type { Reply } from '../../../reply.ts';
import { noteContents } from '../../../request-notes.ts';
import type { Call } from '../../../route.ts';
import { acceptedReply, answerOne, finishing } from '../../emails/send.ts';

/** The email to send. */
export interface OutgoingReply {
  answer: ReceivedReply;
  source: 'forward' | 'reply';
  attachments: readonly NewAttachment[];
  /** Whether its html and text are those of the request. */
  hasOwnContents: boolean;
}

/** A call of either operation. */
export type ReplyCall = Pick<Call, 'deps' | 'caller' | 'response' | 'reservation'>;

/** @throws DomainError `reserved_recipient`, before files are copied for nothing */
export function refuseReserved({ deps }: Pick<Call, 'deps'>, { to, cc, bcc }: ReceivedReply): void {
  refuseReservedRecipients([...to, ...cc, ...bcc], deps.config.simulatorDomains);
}

/** Sends an answer. @returns its id, as POST /emails answers it */
export async function sendReply(
  call: ReplyCall,
  { answer, source, attachments, hasOwnContents }: OutgoingReply,
): Promise<Reply> {
  const { deps, caller, response, reservation } = call;
  const { accountId, domainId: boundDomainId } = caller;
  const sending = { id: deps.ids.next(), accountId, boundDomainId, source, attachments };
  const email = newEmail(
    { ...EMPTY_MAIL_CONTENT, ...answer },
    { ...answer, ...sending, createdAt: deps.clock.now() },
  );
  const accepted = await deps.acceptor.submit({
    accountId,
    by: timelineActorOf(caller),
    emails: [email],
    ...finishing(reservation, answerOne),
  });
  if (hasOwnContents) noteContents(response, email.id);
  return acceptedReply(call, accepted, answerOne);
}
