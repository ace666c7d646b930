// Writes a chunk of an import in one transaction: contacts, the decisions of their addresses, memberships, the counter
// of a limited account, the refused rows, and the progress of the import. So whatever dies, each row counts once. The
// result is the same as of one row after the other, whatever the chunks (docs/reference/contact-imports.md#rows). On a
// conflict, `skip` keeps the existing contact, and `update` applies the file; of rows with the same address the first
// one, or the later values (shared/resources/audience/contacts/save/merge.ts).
import { IMPORT_FAILURES_MAX } from '../../../../contract/limits.ts';
import { commitSoon, type Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { Claim } from '../../../../platform/work/work-table.ts';
import { announceChanges, type ChangedContacts } from '../../../audience/contact-events/announce.ts';
import type { ContactListener } from '../../../audience/contact-events/contact-listener.ts';
import {
  type ContactWrite,
  type ContactWriteDeps,
  writeContacts,
} from '../../../audience/contact-writes/write-contacts.ts';
import { findContactIdsOf } from '../../../audience/contacts/find.ts';
import { lockDefinitions } from '../../../audience/contacts/save/definitions.ts';
import { type MergedContact, mergeContacts } from '../../../audience/contacts/save/merge.ts';
import { lockDeciding } from '../../../audience/contacts/save/save.ts';
import { upsertChangedContacts, upsertContacts } from '../../../audience/contacts/save/upsert.ts';
import { addMemberships } from '../../../audience/segments/memberships/add.ts';
import { proposeTopics } from '../../../audience/topics/choices/choose.ts';
import { refuseTracking } from '../../../audience/tracking-refusals/refusals.ts';
import { unsubscribe } from '../../../audience/unsubscribes/unsubscribes.ts';
import type { FullContactImport, ImportCounts } from '../contact-import.ts';
import { insertFailures, type NewFailure, storableCells } from '../failures/insert.ts';
import type { Chunk, ContactRow } from '../parsing/chunks.ts';
import type { ReadRow } from '../parsing/file-rows.ts';
import { RefusedRowError } from '../parsing/read-row.ts';
import { UnreadableFileError } from '../parsing/unreadable-file.ts';
import { admitRows } from './admit-rows.ts';

/** Dependencies of writing. */
export interface WriteChunkDeps extends ContactWriteDeps {
  ids: Ids;
  queues: QueueProducer;
  contactListeners: readonly ContactListener[];
}

/** The import was canceled, or another worker has taken it over. */
export class ImportLostError extends Error {
  override readonly name = 'ImportLostError';
}

/** An import under the claim of its worker. */
export interface RunningImport {
  importing: FullContactImport;
  claim: Claim;
  now: Date;
}

/**
 * Writes the next chunk. A commit that is lost takes the progress of the import with it, so the chunk is written again. The commit
 * that ends the import waits for all before it.
 * @throws ImportLostError; UnreadableFileError when what the import needs was deleted; DomainError `contacts_busy`,
 *   `contacts_timeout`
 */
export function writeChunk(deps: WriteChunkDeps, running: RunningImport, chunk: Chunk): Promise<void> {
  const { accountId } = running.importing;
  const contacts = chunk.rows.filter(isContactRow);
  const refused = chunk.rows.flatMap(toFailure);
  return deps.contactLanes.run(accountId, () =>
    writeContacts(deps, accountId, async (write) => {
      const { client } = write;
      await Promise.all([commitSoon(client), lockPlaces(client, running.importing)]);
      const { admitted, beyond } = await admitRows(write, running.importing, contacts);
      const { changed, ...counts } = await storeContacts(write, deps, running, admitted);
      const failures = [...refused, ...beyond].sort((a, b) => a.row - b.row);
      await insertFailures(client, deps.ids, running.importing, failures);
      await moveOn(client, running, chunk, counts, failures);
      const { queues, contactListeners } = deps;
      await announceChanges(client, changed, { accountId, now: running.now, queues, contactListeners });
    }),
  );
}

function isContactRow(row: ReadRow): row is ContactRow {
  return !(row.read instanceof RefusedRowError);
}

function toFailure({ row, cells, read }: ReadRow): NewFailure[] {
  return read instanceof RefusedRowError ? [{ row, cells, reason: read.message }] : [];
}

/** Locks what the contacts join against its deletion. */
async function lockPlaces(client: Transaction, importing: FullContactImport): Promise<void> {
  const { accountId, audienceId, segmentIds, topics } = importing;
  const wanted = {
    accountId,
    audienceId,
    segmentIds,
    topicIds: topics.map(({ id }) => id),
    hasProperties: false,
  };
  const { segments, topicIds } = await lockDefinitions(client, wanted);
  if (segments.size < segmentIds.length)
    throw new UnreadableFileError('A segment of the import was deleted.');
  if (topicIds.size < topics.length) throw new UnreadableFileError('A topic of the import was deleted.');
}

async function storeContacts(
  write: ContactWrite,
  { ids, contactListeners }: WriteChunkDeps,
  { importing, now }: RunningImport,
  rows: readonly ContactRow[],
): Promise<Omit<ImportCounts, 'failed'> & { changed: ChangedContacts }> {
  const { onConflict: mode, segmentIds } = importing;
  const contacts = mergeContacts(
    rows.map(({ read }) => read),
    mode,
  );
  const withIds = contacts.map((contact) => ({ id: ids.next(), contact }));
  await lockDeciding(write.client, contacts, { accountId: importing.accountId, contactListeners });
  // Only the memberships need the ids of the contacts that exist already.
  const upsert = segmentIds.length > 0 && mode === 'update' ? upsertContacts : upsertChangedContacts;
  const written = await upsert(write.client, { ...importing, now, importId: importing.id }, withIds, mode);
  const created = written.filter(({ outcome }) => outcome === 'created');
  await write.count(created.length);
  const createdKeys = new Set(created.map(({ emailKey }) => emailKey));
  const isTaken = ({ emailKey }: MergedContact) => mode === 'update' || createdKeys.has(emailKey);
  const unsubscribed = await decide(write.client, { importing, now }, contacts.filter(isTaken));
  const members = mode === 'update' ? written : created;
  const entered = await addMemberships(
    write.client,
    segmentIds.flatMap((segmentId) => members.map(({ id: contactId }) => ({ segmentId, contactId }))),
  );
  const others = rows.length - created.length;
  const updated = mode === 'update' ? others : 0;
  const changed = { created: created.map(({ id }) => id), unsubscribed, entered, areImported: true };
  return { created: created.length, updated, skipped: others - updated, changed };
}

/**
 * Stores unsubscribes, refusals to be measured and topic choices; none undoes an earlier decision.
 * @returns the contacts whose address has unsubscribed
 */
async function decide(
  client: Transaction,
  { importing: { accountId, topics }, now }: Omit<RunningImport, 'claim'>,
  contacts: readonly MergedContact[],
): Promise<string[]> {
  const decisionOf = (decides: (contact: MergedContact) => boolean) => ({
    accountId,
    emailKeys: contacts.filter(decides).map(({ emailKey }) => emailKey),
    now,
  });
  const leaving = decisionOf(({ unsubscribed }) => unsubscribed);
  const gone = await unsubscribe(client, leaving, 'account');
  const refusing = decisionOf(({ refusesTracking }) => refusesTracking);
  await refuseTracking(client, refusing, 'account');
  const choices = topics.flatMap(({ id: topicId, subscription }) =>
    contacts.map(({ emailKey }) => ({ emailKey, topicId, subscription })),
  );
  await proposeTopics(client, { accountId, choices, chosenBy: 'account', now });
  return await findContactIdsOf(client, accountId, gone);
}

/** The number of the last row is compared too: a chunk that is committed already is never counted again. */
const MOVE_ON = `
  UPDATE contact_imports
  SET rows_read = $4, bytes_read = $5, created = created + $6, updated = updated + $7, skipped = skipped + $8,
      failed = failed + $9, header = coalesce(header, $10), reasons = CASE WHEN $9 = 0 THEN reasons ELSE (
        SELECT jsonb_object_agg(reason, rows) FROM (
          SELECT key AS reason, sum(value::integer) AS rows
          FROM (SELECT * FROM jsonb_each_text(coalesce(reasons, '{}')) UNION ALL SELECT * FROM jsonb_each_text($11))
            AS counted GROUP BY key) AS summed) END
  WHERE id = $1 AND claim_token = $2 AND status = 'in_progress' AND rows_read = $3
  RETURNING failed`;

/** There are few: a reason names a column, but quotes no cell. */
function countReasons(failures: readonly NewFailure[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { reason } of failures) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Object.fromEntries(counts);
}

async function moveOn(
  client: Transaction,
  { importing, claim }: RunningImport,
  { header, lastRow, bytesRead }: Chunk,
  { created, updated, skipped }: Omit<ImportCounts, 'failed'>,
  failures: readonly NewFailure[],
): Promise<void> {
  const { rows } = await client.query<{ failed: number }>({
    name: 'move-contact-import',
    text: MOVE_ON,
    values: [
      claim.id,
      claim.token,
      importing.rowsRead,
      lastRow,
      bytesRead,
      created,
      updated,
      skipped,
      failures.length,
      storableCells(header),
      JSON.stringify(countReasons(failures)),
    ],
  });
  const [moved] = rows;
  if (!moved) throw new ImportLostError('The import was canceled or taken over.');
  if (moved.failed > IMPORT_FAILURES_MAX) {
    const shown = IMPORT_FAILURES_MAX.toLocaleString('en');
    throw new UnreadableFileError(
      `More than ${shown} rows were rejected. Check that this is the right file.`,
    );
  }
}
