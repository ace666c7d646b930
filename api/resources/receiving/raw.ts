// Route of /emails/receiving/:id/raw: the message as it arrived, as JSON or as the bytes themselves. Both are streamed in
// chunks, because a message may have 96 MiB.
import { notFound } from '../../../shared/contract/domain-error.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { ContentGoneError } from '../../../shared/platform/storage/upload-store.ts';
import { requireRaw } from '../../../shared/resources/messaging/receiving/raw.ts';
import { streamed } from '../../http/streams.ts';
import { wantsType } from '../../http/wants-type.ts';
import { inDatabaseSlot } from '../../middleware/account-slots.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { toRawEmail } from './output.ts';

const MESSAGE = 'message/rfc822';

/** Routes of the bytes of a received email. */
export const rawRoutes: Resource = [
  route(
    OPERATIONS.getRawReceivedEmail,
    { params: { id: uuidOf('Email') } },
    async ({ deps, caller: { accountId }, params: { id }, request, response }) => {
      const raw = await inDatabaseSlot(response, accountId, () => requireRaw(deps.database, accountId, id));
      if (!raw) throw notFound('Email');
      const chunks = deps.received.read(raw);
      const answer = wantsType(request, MESSAGE)
        ? streamed(MESSAGE, chunks, `${id}.eml`)
        : streamed('application/json; charset=utf-8', toRawEmail(id, raw, chunks, deps));
      return await answer.catch((error: unknown) => {
        // Deleted in between.
        throw error instanceof ContentGoneError ? notFound('Email') : error;
      });
    },
  ),
];
