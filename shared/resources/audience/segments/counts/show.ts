// Shows segments with the numbers of their contacts: a single one is counted at once, those in a list have the number
// of the last count. A job counts segments that could not be counted at once, or were counted long ago.
import type { Database } from '../../../../platform/db/connect.ts';
import { findPageOf } from '../../../../platform/db/list.ts';
import type { Page, PageRequest } from '../../../../platform/db/page.ts';
import { requireSegment } from '../find.ts';
import { SEGMENT_LIST, type SegmentFilters } from '../list.ts';
import { type RecountDeps, recountOld, startRecounts } from '../recounts/start.ts';
import type { Segment } from '../segment.ts';
import { countSegment } from './count.ts';
import { storeCount } from './store.ts';
import { unlessTimeOut, withinTime } from './within-time.ts';

/** A person waits for it. */
const COUNT_MS = 5_000;

/** Dependencies of showing. */
export interface ShowDeps extends RecountDeps {
  database: Database;
}

/**
 * Reads a segment and counts its contacts; if that takes too long, it has the last count.
 * @param countMs only tests give another one
 * @throws DomainError `not_found`
 */
export async function showSegment(
  deps: ShowDeps,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
  countMs = COUNT_MS,
): Promise<Segment> {
  const { database } = deps;
  const segment = await requireSegment(database, accountId, id);
  const count = await unlessTimeOut(
    withinTime(database, countMs, (client) => countSegment(client, segment, now)),
  );
  if (count === undefined) {
    await startRecounts(deps, [segment], now);
    return segment;
  }
  return (await storeCount(database, segment, count, now)) ?? (await requireSegment(database, accountId, id));
}

/** Lists a page of an account's segments that meet the filters, newest first. */
export async function showSegments(
  deps: ShowDeps,
  accountId: string,
  { page, filters }: { page: PageRequest; filters: SegmentFilters },
  now: Date,
): Promise<Page<Segment>> {
  const listed = await findPageOf(deps.database, SEGMENT_LIST, accountId, page, filters);
  await recountOld(deps, listed.rows, now);
  return listed;
}
