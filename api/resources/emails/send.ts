// Common steps of POST /emails and POST /emails/batch: idempotency, then validation, then acceptance; and the quota
// headers on every response (docs/reference/requests.md#order-of-checks).

import type { Reservation, StoredAnswer } from '../../../shared/resources/foundation/idempotency/keys.ts';
import type { Accepted, Submission } from '../../../shared/resources/messaging/emails/accept/submission.ts';
import type { NewAttachment } from '../../../shared/resources/messaging/emails/attachments/attachment.ts';
import {
  type EmailSource,
  type NewEmail,
  newEmail,
} from '../../../shared/resources/messaging/emails/email.ts';
import { readScheduleTime } from '../../../shared/resources/messaging/emails/schedule-time.ts';
import { contentsOf } from '../../body/email/contents.ts';
import { readEmailBody } from '../../body/email/read-email-body.ts';
import { type Caller, callerOf, timelineActorOf } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { runOnce } from '../../idempotency.ts';
import { Reply } from '../../reply.ts';
import { noteContents } from '../../request-notes.ts';
import type { Around, Call } from '../../route.ts';
import { toNewAttachment } from './attachments/input.ts';
import { type FilledEmail, withEmailContents } from './fill-contents.ts';
import type { sendEmailInput } from './input.ts';
import { partsOf } from './part-fields.ts';
import { setCurrentQuotaHeaders, setQuotaHeaders } from './quota-headers.ts';

const underKey: Around = async ({ deps: { database, keysInProgress, clock }, request, response }, run) => {
  const now = clock.now();
  const caller = callerOf(request);
  const setCurrent = () => setCurrentQuotaHeaders(response, database, caller.accountId, now);
  try {
    return await runOnce({ database, keysInProgress, now, beforeReplay: setCurrent }, request, response, run);
  } catch (error) {
    await setCurrent();
    throw error;
  }
};

/** Route options of the operations that send. */
export const SEND_OPTIONS = { readBody: readEmailBody, around: underKey };

/** POST /emails. */
export async function sendEmail(call: Call<'/emails', { body: typeof sendEmailInput }>): Promise<Reply> {
  const { deps, caller, body, request, response, reservation } = call;
  const contents = contentsOf(request);
  const attachments = body.attachments.map((attachment, index) =>
    toNewAttachment(attachment, index, (digest) => contents.find(digest)),
  );
  const accepted = await withEmailContents(deps, caller, body, (filled) =>
    deps.acceptor.submit({
      accountId: caller.accountId,
      by: timelineActorOf(caller),
      emails: [toNewEmail(deps, { input: body, contents: filled }, caller, 'api', attachments)],
      ...finishing(reservation, answerOne),
    }),
  );
  contents.keep(attachments);
  noteContents(response, accepted.ids[0] ?? '');
  return acceptedReply(call, accepted, answerOne);
}

type AnswerOf = (accepted: Accepted) => StoredAnswer;

/** The answer to a single send. */
export function answerOne({ ids }: Accepted): StoredAnswer {
  return { statusCode: 200, body: JSON.stringify({ id: ids[0] }) };
}

/** The part of a submission that finishes its idempotency key with its response. */
export function finishing(
  reservation: Reservation | undefined,
  answerOf: AnswerOf,
): Pick<Submission, 'idempotency'> {
  return reservation ? { idempotency: { reservation, answerOf } } : {};
}

/** The response to an accepted submission: the same bytes that are stored under its idempotency key. */
export function acceptedReply(
  { response }: Pick<Call, 'response'>,
  accepted: Accepted,
  answerOf: AnswerOf,
): Reply {
  const { statusCode, body } = answerOf(accepted);
  if (accepted.usage) setQuotaHeaders(response, accepted.usage);
  return new Reply(statusCode, body);
}

/** Converts an input to the email that the acceptor takes. */
export function toNewEmail(
  { ids, clock }: Pick<ApiDeps, 'ids' | 'clock'>,
  { input, contents }: FilledEmail,
  caller: Caller,
  source: EmailSource,
  attachments: readonly NewAttachment[] = [],
): NewEmail {
  const createdAt = clock.now();
  return newEmail(contents, {
    id: ids.next(),
    accountId: caller.accountId,
    boundDomainId: caller.domainId,
    source,
    to: input.to,
    cc: input.cc,
    bcc: input.bcc,
    headers: input.headers,
    tags: input.tags,
    ownsPoll: input.poll !== undefined,
    tracking: input.tracking ?? {},
    // An email of a batch has no schedule.
    scheduledAt: input.scheduled_at ? readScheduleTime(input.scheduled_at, createdAt) : null,
    createdAt,
    attachments,
    // Last: properties after a spread would give each of these objects a hidden class of its own.
    ...partsOf(input),
  });
}
