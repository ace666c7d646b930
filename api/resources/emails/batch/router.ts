// Route of POST /emails/batch: up to 100 emails, stored completely or not at all.
import { OPERATIONS } from '../../../../shared/contract/operations.ts';
import { TimeoutError, withTimeout } from '../../../../shared/platform/time/timeout.ts';
import type { Reservation } from '../../../../shared/resources/foundation/idempotency/keys.ts';
import { Deadline } from '../../../../shared/resources/messaging/emails/accept/deadline.ts';
import { AllRefusedError } from '../../../../shared/resources/messaging/emails/accept/decide.ts';
import type { Accepted } from '../../../../shared/resources/messaging/emails/accept/submission.ts';
import { timelineActorOf } from '../../../caller.ts';
import type { ApiDeps } from '../../../deps.ts';
import type { Reply } from '../../../reply.ts';
import { type Call, type Resource, route } from '../../../route.ts';
import { withBatchContents } from '../fill-contents.ts';
import { acceptedReply, finishing, SEND_OPTIONS, toNewEmail } from '../send.ts';
import { refuseIncomplete } from './incomplete.ts';
import { batchHeaders, batchInput, readBatch } from './input.ts';
import { answerBatch, answerPermissiveBatch } from './output.ts';

/** Routes of batches. */
export const batchRoutes: Resource = [
  route(
    OPERATIONS.sendBatch,
    { headers: batchHeaders, body: { unchecked: batchInput } },
    sendBatch,
    SEND_OPTIONS,
  ),
];

async function sendBatch(
  call: Pick<Call, 'deps' | 'caller' | 'request' | 'response' | 'reservation'>,
): Promise<Reply> {
  const { deps, caller, request, reservation } = call;
  const batch = await readBatch(request);
  const { mode } = batch;
  const answerOf = mode === 'strict' ? answerBatch : answerPermissiveBatch;
  const accepted = await inTime(deps, reservation, (deadline) =>
    withBatchContents(deps, caller, batch, {
      checkTime: () => deadline.check(),
      async run({ emails, refused }) {
        if (emails.length === 0) throw new AllRefusedError(refused);
        return await deps.acceptor.submit({
          accountId: caller.accountId,
          by: timelineActorOf(caller),
          emails: emails.map((email) => toNewEmail(deps, email, caller, 'batch')),
          batch: { mode, indexes: emails.map(({ index }) => index), refused },
          deadline,
          ...finishing(reservation, answerOf),
        });
      },
    }),
  );
  return acceptedReply(call, accepted, answerOf);
}

/** Gives up a batch that is not rendered and stored in time, completely: `batch_incomplete`. */
async function inTime(
  deps: ApiDeps,
  reservation: Reservation | undefined,
  submit: (deadline: Deadline) => Promise<Accepted>,
): Promise<Accepted> {
  const deadline = new Deadline();
  const submitted = submit(deadline);
  // After the timeout this promise is no longer awaited, and its failure is expected.
  submitted.catch(() => undefined);
  const accepted = await withTimeout(deps.config.batchTimeoutMs, 'Storing a batch', submitted).catch(
    (error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error;
      return deadline.giveUp() ? undefined : submitted;
    },
  );
  if (!accepted) throw await refuseIncomplete(deps, reservation);
  return accepted;
}
