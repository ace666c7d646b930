// Creates an import: a row of work for a file that is stored already. Everything that the request names is checked here,
// so that a mistake is answered at once; the file itself is read by a job.
import {
  isPropertyKey,
  PROPERTY_KEY_WORDS,
  RESERVED_PROPERTY_KEYS,
} from '../../../contract/contact-properties/keys.ts';
import { DomainError } from '../../../contract/domain-error.ts';
import { IMPORTS_UNFINISHED_MAX } from '../../../contract/limits.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { StoredContent } from '../../../platform/storage/upload-store.ts';
import { claimUploads, UploadGoneError } from '../../../platform/storage/uploads.ts';
import type { ContactPropertyType } from '../../audience/contact-properties/contact-property.ts';
import { lockDefinitions } from '../../audience/contacts/save/definitions.ts';
import { type Definitions, requireJoinable } from '../../audience/contacts/save/input.ts';
import { findCreatesProperties } from '../../foundation/accounts/creates-properties.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import {
  CONTACT_IMPORT_COLUMNS,
  type ColumnMap,
  type ContactImport,
  type FullContactImport,
} from './contact-import.ts';
import { nameInRecord } from './name-in-record.ts';
import { importWork } from './work.ts';

/** A new import. */
export interface NewContactImport
  extends Pick<
    FullContactImport,
    | 'id'
    | 'accountId'
    | 'onConflict'
    | 'encoding'
    | 'fileName'
    | 'columnMap'
    | 'segmentIds'
    | 'topics'
    | 'createdAt'
  > {
  /** Undefined: the default audience. */
  audienceId: string | undefined;
  /** Whether columns without a property make one; undefined: as the account's setting says. */
  createProperties: boolean | undefined;
  file: StoredContent;
}

/**
 * Creates an import, which takes its file over. After the commit, the job that runs it is woken.
 * @throws DomainError `not_found` for an audience, segment or topic; `validation_error` for the rest, and when the
 *   account has IMPORTS_UNFINISHED_MAX imports that have not ended
 */
export async function createContactImport(
  { database, queues }: { database: Database; queues: QueueProducer },
  order: NewContactImport,
): Promise<ContactImport> {
  return await transaction(database, async (client) => {
    await lockAccount(client, order.accountId);
    await requireRoom(client, order.accountId);
    const definitions = await lockDefinitions(client, {
      ...order,
      topicIds: order.topics.map(({ id }) => id),
      hasProperties: true,
    });
    const createsProperties =
      order.createProperties ?? (await findCreatesProperties(client, order.accountId));
    checkOrder({ ...order, createsProperties }, definitions);
    await takeFile(client, order.file);
    const { audienceId } = definitions;
    const created = await insert(client, { ...order, audienceId, createsProperties });
    client.afterCommit(() => queues.wake(importWork.queue, [created.id]));
    return created;
  });
}

async function requireRoom(client: Transaction, accountId: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>({
    name: 'count-unfinished-imports',
    text: `SELECT count(*)::integer AS count FROM contact_imports
           WHERE account_id = $1 AND status IN ('queued', 'in_progress')`,
    values: [accountId],
  });
  if ((rows[0]?.count ?? 0) < IMPORTS_UNFINISHED_MAX) return;
  throw new DomainError(
    'validation_error',
    `This account already has ${IMPORTS_UNFINISHED_MAX} unfinished imports. Wait for one to end, or cancel one.`,
  );
}

/** @throws DomainError */
function checkOrder(
  order: NewContactImport & { createsProperties: boolean },
  definitions: Definitions,
): void {
  requireJoinable(definitions, order);
  for (const [key, , type] of order.columnMap?.properties ?? []) {
    const property = definitions.properties.get(key);
    const field = `\`column_map.properties.${key}\``;
    if (!property) requireMakeable(field, key, order.createsProperties || mayMakeTyped(order, type));
    else if ((type ?? property.type) !== property.type) {
      throw new DomainError('validation_error', `${field}: the type of the property is ${property.type}.`);
    }
  }
}

/** A type in the column map asks for the property, unless the request says that none is made. */
function mayMakeTyped(
  { createProperties }: NewContactImport,
  type: ContactPropertyType | undefined,
): boolean {
  return createProperties !== false && type !== undefined;
}

/** @throws DomainError when the property is not to be made, or cannot be */
function requireMakeable(field: string, key: string, isToBeMade: boolean): void {
  if (!isToBeMade) {
    throw new DomainError(
      'validation_error',
      `${field} is not a contact property. Give its \`type\`, set \`create_properties\`, or create it with POST /contact-properties first.`,
    );
  }
  if (isPropertyKey(key)) return;
  const reserved = RESERVED_PROPERTY_KEYS.join(', ');
  throw new DomainError(
    'validation_error',
    `${field} cannot be a contact property: its key must be ${PROPERTY_KEY_WORDS}, and must not be ${reserved}.`,
  );
}

async function takeFile(client: Transaction, { id }: StoredContent): Promise<void> {
  try {
    await claimUploads(client, [id]);
  } catch (cause) {
    if (!(cause instanceof UploadGoneError)) throw cause;
    throw new DomainError('validation_error', 'The upload took too long. Send the file again.', {
      cause,
    });
  }
}

const INSERT = `
  INSERT INTO contact_imports
    (id, account_id, audience_id, status, on_conflict, encoding, column_map, segment_ids, topics, content_id, size,
     next_attempt_at, woken_at, created_at, create_properties, file_name)
  VALUES ($1, $2, $3, 'queued', $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp(), $11, $12, $13)
  RETURNING ${CONTACT_IMPORT_COLUMNS}`;

async function insert(
  client: Transaction,
  order: NewContactImport & { audienceId: string; createsProperties: boolean },
): Promise<ContactImport> {
  const { id, accountId, audienceId, onConflict, encoding, segmentIds, topics, file, createdAt } = order;
  const columnMap = storedMap(order);
  const { rows } = await client.query<ContactImport>({
    name: 'create-contact-import',
    text: INSERT,
    values: [
      id,
      accountId,
      audienceId,
      onConflict,
      encoding,
      columnMap && JSON.stringify(columnMap),
      segmentIds,
      JSON.stringify(topics),
      file.id,
      file.size,
      createdAt,
      order.createsProperties,
      order.fileName && nameInRecord(order.fileName),
    ],
  });
  if (!rows[0]) throw new Error('The import was not stored.');
  return rows[0];
}

/** Without types where none is made: a property that is deleted before its turn is not made again. */
function storedMap({ columnMap, createProperties }: NewContactImport): ColumnMap | null {
  if (!columnMap || createProperties !== false) return columnMap;
  return { ...columnMap, properties: columnMap.properties.map(([key, column]) => [key, column]) };
}
