// What POST /emails and POST /emails/batch have in common: idempotency, then validation, then the account's guards
// (decisions.md §1), and what the account has used on every answer.
import type { Request, RequestHandler, Response } from 'express';
import { TimeoutError, withTimeout } from '../../../shared/platform/time/timeout.ts';
import { Deadline } from '../../../shared/resources/emails/accept/deadline.ts';
import { describeRefused } from '../../../shared/resources/emails/accept/decide.ts';
import type { Accepted, Submission } from '../../../shared/resources/emails/accept/submission.ts';
import type { NewAttachment } from '../../../shared/resources/emails/attachments/attachment.ts';
import type { EmailSource, NewEmail } from '../../../shared/resources/emails/email.ts';
import { readScheduleTime } from '../../../shared/resources/emails/schedule-time.ts';
import type { RememberedAnswer, Reservation } from '../../../shared/resources/idempotency/keys.ts';
import { answerText } from '../../answer.ts';
import { contentsOf } from '../../body/email/contents.ts';
import { type Caller, callerOf } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { runOnce } from '../../idempotency.ts';
import { noteContents } from '../../request-notes.ts';
import { validate } from '../../validate.ts';
import { toNewAttachment } from './attachments/input.ts';
import { refuseIncomplete } from './batch/incomplete.ts';
import { readBatch } from './batch/input.ts';
import { type SendEmailInput, sendEmailInput } from './input.ts';
import { tellPresentUsage, tellUsage } from './quota-headers.ts';

type SendDeps = Pick<ApiDeps, 'database' | 'acceptor' | 'ids' | 'clock' | 'config'>;

/** POST /emails. */
export function sendEmail(deps: SendDeps): RequestHandler {
  return sendUnderKey(deps, '/emails', async (request, response, reservation) => {
    const caller = callerOf(request);
    const input = validate(sendEmailInput, request.body);
    const contents = contentsOf(request);
    const attachments = input.attachments.map((attachment, index) =>
      toNewAttachment(attachment, index, (digest) => contents.find(digest)),
    );
    const accepted = await deps.acceptor.submit({
      accountId: caller.accountId,
      emails: [toNewEmail(deps, input, caller, 'api', attachments)],
      ...underKey(reservation, answerOne),
    });
    contents.keep(attachments);
    noteContents(response, accepted.ids[0] ?? '');
    return { ...answerOne(accepted), usage: accepted.usage };
  });
}

/** POST /emails/batch. */
export function sendBatch(deps: SendDeps): RequestHandler {
  return sendUnderKey(deps, '/emails/batch', async (request, _response, reservation) => {
    const caller = callerOf(request);
    const { mode, items, refused } = readBatch(request);
    const answer = mode === 'strict' ? answerBatch : answerPermissiveBatch;
    const accepted = await submitInTime(deps, reservation, {
      accountId: caller.accountId,
      emails: items.map(({ input }) => toNewEmail(deps, input, caller, 'batch')),
      batch: { mode, indexes: items.map(({ index }) => index), refused },
      ...underKey(reservation, answer),
    });
    return { ...answer(accepted), usage: accepted.usage };
  });
}

type Send = (
  request: Request,
  response: Response,
  reservation: Reservation | undefined,
) => Promise<RememberedAnswer & Pick<Accepted, 'usage'>>;

function sendUnderKey({ database, clock }: SendDeps, path: string, send: Send): RequestHandler {
  return async (request, response) => {
    const now = clock.now();
    const tellPresent = () => tellPresentUsage(response, database, callerOf(request).accountId, now);
    const run = async (reservation: Reservation | undefined) => {
      const { statusCode, body, usage } = await send(request, response, reservation);
      if (usage) tellUsage(response, usage);
      answerText(response, body, statusCode);
    };
    try {
      await runOnce({ database, now, path, beforeReplay: tellPresent }, request, response, run);
    } catch (error) {
      await tellPresent();
      throw error;
    }
  };
}

function underKey(
  reservation: Reservation | undefined,
  answerOf: (accepted: Accepted) => RememberedAnswer,
): Pick<Submission, 'idempotency'> {
  return reservation ? { idempotency: { reservation, answerOf } } : {};
}

function answerOne({ ids }: Accepted): RememberedAnswer {
  return { statusCode: 200, body: JSON.stringify({ id: ids[0] }) };
}

function answerBatch({ ids }: Accepted): RememberedAnswer {
  return { statusCode: 200, body: JSON.stringify({ data: ids.map((id) => ({ id })) }) };
}

function answerPermissiveBatch({ ids, refused }: Accepted): RememberedAnswer {
  const body = { data: ids.map((id) => ({ id })), errors: describeRefused(refused) };
  return { statusCode: 200, body: JSON.stringify(body) };
}

/** A batch that is not stored in time is given up, wholly (decisions.md §2, batch_incomplete). */
async function submitInTime(
  { acceptor, config, database }: SendDeps,
  reservation: Reservation | undefined,
  submission: Submission,
): Promise<Accepted> {
  const deadline = new Deadline();
  const submitted = acceptor.submit({ ...submission, deadline });
  // After giving up nobody waits for it, and that it fails is known.
  submitted.catch(() => undefined);
  const inTime = await withTimeout(config.batchTimeoutMs, 'Storing a batch', submitted).catch(
    (error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error;
      return deadline.giveUp() ? undefined : submitted;
    },
  );
  if (!inTime) throw await refuseIncomplete(database, reservation);
  return inTime;
}

function toNewEmail(
  { ids, clock }: SendDeps,
  input: Omit<SendEmailInput, 'attachments'>,
  caller: Caller,
  source: EmailSource,
  attachments: readonly NewAttachment[] = [],
): NewEmail {
  const { from, to, cc, bcc, subject, html, text, headers, tags, scheduled_at: scheduledAt } = input;
  const createdAt = clock.now();
  // Each field by its name: V8 makes a map for each object that is spread from what joi has made.
  return {
    id: ids.next(),
    accountId: caller.accountId,
    boundDomainId: caller.domainId,
    source,
    from,
    to,
    cc,
    bcc,
    replyTo: input.reply_to,
    subject,
    html,
    text,
    previewText: input.preview_text,
    headers,
    tags,
    // A batch has no schedule.
    scheduledAt: scheduledAt ? readScheduleTime(scheduledAt, createdAt) : null,
    createdAt,
    attachments,
  };
}
