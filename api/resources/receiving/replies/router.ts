// Routes of /emails/receiving/:id/forward and /emails/receiving/:id/reply. They read bodies and take Idempotency-Keys like
// POST /emails, whose rate limit they do not have.
import { OPERATIONS } from '../../../../shared/contract/operations.ts';
import { requireReceived } from '../../../../shared/resources/messaging/receiving/find.ts';
import { makeForward } from '../../../../shared/resources/messaging/receiving/replies/forward.ts';
import { makeReply } from '../../../../shared/resources/messaging/receiving/replies/reply.ts';
import { contentsOf } from '../../../body/email/contents.ts';
import { idempotencyHeader } from '../../../idempotency.ts';
import { type Resource, route, uuidOf } from '../../../route.ts';
import { checkPaths, toNewAttachment } from '../../emails/attachments/input.ts';
import { SEND_OPTIONS } from '../../emails/send.ts';
import { forwardInput, replyInput } from './input.ts';
import { refuseReserved, sendReply } from './send-reply.ts';
import { withCopiedFiles } from './with-copied-files.ts';

const params = { id: uuidOf('Email') };
const headers = idempotencyHeader('send');

/** Routes of answers to received emails. */
export const receivingReplyRoutes: Resource = [
  route(
    OPERATIONS.forwardReceivedEmail,
    { params, headers, body: forwardInput },
    async (call) => {
      const { deps, caller, params, body } = call;
      const original = await requireReceived(deps.database, caller.accountId, params.id);
      const { files, ...answer } = await makeForward(deps.database, caller.accountId, original, body);
      refuseReserved(call, answer);
      const hasOwnContents = !body.passthrough;
      return await withCopiedFiles(deps, files, (attachments) =>
        sendReply(call, { answer, source: 'forward', attachments, hasOwnContents }),
      );
    },
    SEND_OPTIONS,
  ),
  route(
    OPERATIONS.replyToReceivedEmail,
    { params, headers, body: replyInput },
    async (call) => {
      const { deps, caller, params, body, request } = call;
      const original = await requireReceived(deps.database, caller.accountId, params.id);
      const { reply_all: replyAll, attachments: given, ...input } = body;
      const answer = await makeReply(deps.database, caller.accountId, original, { ...input, replyAll });
      refuseReserved(call, answer);
      const contents = contentsOf(request);
      const attachments = given.map((file, index) =>
        toNewAttachment(file, index, (digest) => contents.find(digest)),
      );
      const answered = await sendReply(call, { answer, source: 'reply', attachments, hasOwnContents: true });
      contents.keep(attachments);
      return answered;
    },
    {
      ...SEND_OPTIONS,
      check: ({ deps, body }) => checkPaths(body.attachments, deps.config.outboundReach),
    },
  ),
];
