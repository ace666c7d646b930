// One step of counting a segment: so many contacts of its audience, in the order of their ids. The row of the recount
// records the last contact and the number until there (keyset); with the last step the number becomes that of the
// segment. The row changes only under the fencing token and if it is still where the step began, so neither a worker
// that lost its claim nor one whose segment got another filter meanwhile records anything.
import type { Database } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { Claim } from '../../../platform/work/work-table.ts';
import { rulesOf } from '../../rules/rule.ts';
import { countMatching, countMembers } from '../counts/count.ts';
import { storeCount } from '../counts/store.ts';
import { withinTime } from '../counts/within-time.ts';
import { findSegmentRules } from '../filters/reader.ts';
import { findSegments } from '../find.ts';
import { isDynamic, type Segment } from '../segment.ts';
import { endRecount } from './start.ts';

/** With the 5 s that a job may have worked before, below the 25 s of a stop. */
const STEP_MS = 15_000;
/** Contacts of a step: some tenths of a second with few rules. */
const STEP_CONTACTS = 200_000;
/** A rule takes up to 5 µs for each contact, when its text has 2,000 characters. */
const STEP_RULES = 2_000_000;

/** Whether contacts are left. `done` also when another worker has taken over. */
export type RecountStep = 'more' | 'done';

interface RecountRow {
  accountId: string;
  position: string;
  counted: number;
}

/** Runs one step. The row of the recount is deleted when all are counted. */
export function stepRecount(database: Database, claim: Claim, now: Date): Promise<RecountStep> {
  return withinTime(database, STEP_MS, async (client) => {
    const recount = await findRecount(client, claim);
    if (!recount) return 'done';
    const [segment] = await findSegments(client, recount.accountId, [claim.id]);
    if (!segment) {
      await endRecount(client, claim.id);
      return 'done';
    }
    const { count, last } = await countNext(client, segment, recount.position);
    const counted = recount.counted + count;
    if (last !== undefined) return await moveTo(client, claim, recount, { position: last, counted });
    if (await isEnded(client, claim, recount)) await storeCount(client, segment, counted, now);
    return 'done';
  });
}

async function findRecount(client: Transaction, { id, token }: Claim): Promise<RecountRow | undefined> {
  const { rows } = await client.query<RecountRow>({
    name: 'find-recount',
    text: `SELECT account_id AS "accountId", position, counted FROM segment_recounts
           WHERE id = $1 AND claim_token = $2`,
    values: [id, token],
  });
  return rows[0];
}

/** The contacts of a step. */
interface CountedRange {
  count: number;
  /** The last contact of the step; undefined: there are no more. */
  last: string | undefined;
}

async function countNext(client: Transaction, segment: Segment, after: string): Promise<CountedRange> {
  if (!isDynamic(segment)) return { count: await countMembers(client, segment.id), last: undefined };
  const { accountId, audienceId } = segment;
  const tree = await findSegmentRules(client, segment);
  const contacts = Math.min(STEP_CONTACTS, Math.floor(STEP_RULES / rulesOf(tree).length));
  const last = await findLast(client, { audienceId, after, contacts });
  const range = { after, until: last };
  return { count: await countMatching(client, { accountId, audienceId, tree, range }), last };
}

async function findLast(
  client: Transaction,
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

async function moveTo(
  client: Transaction,
  { id, token }: Claim,
  { position }: RecountRow,
  next: Pick<RecountRow, 'position' | 'counted'>,
): Promise<RecountStep> {
  const { rowCount } = await client.query({
    name: 'move-recount',
    text: `UPDATE segment_recounts SET position = $4, counted = $5
           WHERE id = $1 AND claim_token = $2 AND position = $3`,
    values: [id, token, position, next.position, next.counted],
  });
  return rowCount === 1 ? 'more' : 'done';
}

async function isEnded(
  client: Transaction,
  { id, token }: Claim,
  { position }: RecountRow,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'finish-recount',
    text: 'DELETE FROM segment_recounts WHERE id = $1 AND claim_token = $2 AND position = $3',
    values: [id, token, position],
  });
  return rowCount === 1;
}
