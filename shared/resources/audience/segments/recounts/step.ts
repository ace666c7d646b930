// One step of counting a segment: so many contacts of its audience, in the order of their ids. With the last step the
// number becomes the segment's. A change of the filter deletes the row of the recount, so counting must not lock it.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { defineWalk, type WalkDeps } from '../../../../platform/work/walk.ts';
import { rulesOf } from '../../rules/rule.ts';
import { countMatching, countMembers } from '../counts/count.ts';
import { storeCount } from '../counts/store.ts';
import { withinTime } from '../counts/within-time.ts';
import { findSegmentRules } from '../filters/reader.ts';
import { findSegments } from '../find.ts';
import { isDynamic, type Segment } from '../segment.ts';

/** A step is short enough to fit, with up to 5 s of earlier work of the job, into the 25 s of a stop. */
const STEP_MS = 15_000;
/** Contacts of a step: some tenths of a second with few rules. */
const STEP_CONTACTS = 200_000;
/** A rule takes up to 5 µs for each contact, when its text has 2,000 characters. */
const STEP_RULES = 2_000_000;

interface RecountRow {
  id: string;
  accountId: string;
  position: string;
  counted: number;
}

/** The contacts of a step. */
interface Counted {
  segment: Segment;
  count: number;
  /** The last contact; undefined: there are no more. */
  last: string | undefined;
}

export const recountWalk = defineWalk<RecountRow, WalkDeps, Counted | undefined>({
  table: 'segment_recounts',
  columns: 'position, counted',
  read: ({ id, accountId, position }, { database }, now) =>
    withinTime(database, STEP_MS, async (client) => {
      const [segment] = await findSegments(client, accountId, [id]);
      return segment && { segment, ...(await countNext(client, segment, { after: position, now })) };
    }),
  async step({ counted }, { client, read, now }) {
    if (!read) return { isDone: true };
    const { segment, count, last } = read;
    if (last !== undefined) return { position: last, set: { counted: counted + count } };
    await storeCount(client, segment, counted + count, now);
    return { isDone: true };
  },
});

async function countNext(
  client: Queryable,
  segment: Segment,
  { after, now }: { after: string; now: Date },
): Promise<Pick<Counted, 'count' | 'last'>> {
  if (!isDynamic(segment)) return { count: await countMembers(client, segment.id), last: undefined };
  const { accountId, audienceId } = segment;
  const tree = await findSegmentRules(client, segment);
  const contacts = Math.min(STEP_CONTACTS, Math.floor(STEP_RULES / rulesOf(tree).length));
  const last = await findLast(client, { audienceId, after, contacts });
  const range = { after, until: last };
  return { count: await countMatching(client, { accountId, audienceId, tree, now, range }), last };
}

async function findLast(
  client: Queryable,
  { audienceId, after, contacts }: { audienceId: string; after: string; contacts: number },
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>({
    name: 'find-last-contact-of-recount',
    text: `SELECT id FROM contacts WHERE audience_id = ANY($1::uuid[]) AND id > $2
           ORDER BY audience_id, id OFFSET $3 LIMIT 1`,
    values: [[audienceId], after, contacts - 1],
  });
  return rows[0]?.id;
}
