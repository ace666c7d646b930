// Whom a campaign is sent to: an audience or a segment of it, and the topic of its mail. An audience's id is taken as a
// segment's and the other way round, because Resend's SDK has one kind of list only.
import { DomainError } from '../../../contract/domain-error.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { lockAudience } from '../../audience/audiences/lock.ts';
import { resolveAudience } from '../../audience/audiences/resolve.ts';
import { segmentOfOtherAudience } from '../../audience/segments/segment.ts';
import { requireTopic } from '../../audience/topics/find.ts';

/** The client's fields; an absent field keeps its value. */
export interface GivenTarget {
  audienceId?: string | undefined;
  /** null: the whole audience. */
  segmentId?: string | null | undefined;
  /** null: no topic. */
  topicId?: string | null | undefined;
}

/** The target of a campaign. */
export interface CampaignTarget {
  audienceId: string;
  segmentId: string | null;
  topicId: string | null;
}

/**
 * Reads the target of a new campaign. The caller has locked the account, so the target is not deleted before the commit.
 * @throws DomainError `missing_required_field` without an audience and a segment; `not_found`; `validation_error` for a
 *   segment of another audience
 */
export async function readTarget(
  client: Transaction,
  accountId: string,
  { audienceId, segmentId, topicId = null }: GivenTarget,
): Promise<CampaignTarget> {
  const resolve = (id: string | null | undefined, what: string) =>
    id ? resolveAudience(client, accountId, id, what) : undefined;
  const segment = await resolve(segmentId, 'Segment');
  const audience = await resolve(audienceId, 'Audience');
  const found = segment ?? audience;
  if (!found) throw new DomainError('missing_required_field', 'Missing `segment_id` or `audience_id` field.');
  if (segment && audience && segment.audienceId !== audience.audienceId)
    throw segmentOfOtherAudience(segmentId ?? '');
  await lockAudience(client, accountId, found.audienceId);
  if (topicId !== null) await requireTopic(client, accountId, topicId);
  return {
    audienceId: found.audienceId,
    segmentId: segment?.segmentId ?? audience?.segmentId ?? null,
    topicId,
  };
}

/**
 * Reads the target that a change leaves. An audience alone that is not the present one means all of its contacts.
 * @throws DomainError as `readTarget`
 */
export async function changeTarget(
  client: Transaction,
  accountId: string,
  given: GivenTarget,
  former: CampaignTarget,
): Promise<CampaignTarget> {
  const { audienceId, segmentId, topicId = former.topicId } = given;
  const isSame =
    (audienceId === undefined || audienceId === former.audienceId) &&
    (segmentId === undefined || segmentId === former.segmentId) &&
    topicId === former.topicId;
  if (isSame) return former;
  const asked =
    segmentId === undefined && (audienceId === undefined || audienceId === former.audienceId)
      ? { audienceId: former.audienceId, segmentId: former.segmentId }
      : { audienceId: audienceId ?? (segmentId === null ? former.audienceId : undefined), segmentId };
  return await readTarget(client, accountId, { ...asked, topicId });
}
