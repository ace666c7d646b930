// The blob store of attachments: contents are written and read in chunks, referred to by an email or discarded.
import { expect } from 'chai';
import { transaction } from '../../../../shared/platform/db/transaction.ts';
import {
  CHUNK_BYTES,
  createUploadStore,
  type StoredContent,
  type UploadStore,
} from '../../../../shared/platform/storage/upload-store.ts';
import { claimUploads, discardUploads } from '../../../../shared/platform/storage/uploads.ts';
import { createIds } from '../../../../shared/platform/time/ids.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { createTestClock } from '../../../support/time/clock.ts';
import { removeOldRows } from '../../../support/work/remove-old-rows.ts';

describe('The attachment store', () => {
  const database = useDatabase();
  let store: UploadStore;
  before(() => {
    store = createUploadStore({ database: database.pool, ids: createIds(createTestClock()) });
  });

  async function write(bytes: Buffer, pieceLength = 64 * 1024): Promise<StoredContent> {
    const writer = store.create();
    for (let start = 0; start < bytes.length; start += pieceLength)
      await writer.write(bytes.subarray(start, start + pieceLength));
    return await writer.end();
  }

  async function read(content: StoredContent): Promise<Buffer[]> {
    const chunks: Buffer[] = [];
    for await (const chunk of store.read(content)) chunks.push(chunk);
    return chunks;
  }

  async function count(table: string): Promise<number> {
    const { rows } = await database.pool.query(`SELECT count(*)::integer AS count FROM ${table}`);
    return rows[0].count;
  }

  for (const size of [0, 1, 57, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES]) {
    it(`returns ${size} bytes unchanged`, async () => {
      const bytes = Buffer.alloc(size, 'content ');
      const content = await write(bytes);
      const chunks = await read(content);
      expect(content.size).to.equal(size);
      expect(Buffer.concat(chunks).equals(bytes)).to.equal(true);
      for (const chunk of chunks.slice(0, -1)) expect(chunk.length).to.equal(CHUNK_BYTES);
    });
  }

  it('accepts pieces larger than a chunk, and many small ones', async () => {
    const bytes = Buffer.alloc(2 * CHUNK_BYTES + 10, 'abc');
    for (const pieceLength of [bytes.length, 1_000]) {
      expect(Buffer.concat(await read(await write(bytes, pieceLength))).equals(bytes)).to.equal(true);
    }
  });

  it('has chunks that end at a line of base64', () => {
    expect(CHUNK_BYTES % 57).to.equal(0);
  });

  it('fails rather than return an incomplete content', async () => {
    const content = await write(Buffer.alloc(2 * CHUNK_BYTES));
    await database.pool.query('DELETE FROM attachment_chunks WHERE id = $1 AND number = 1', [content.id]);
    expect((await failureOf(read(content))).message).to.include('not complete');
    expect((await failureOf(read({ ...content, size: 10 }))).message).to.include('not complete');
  });

  it('discards contents without a reference, and no others', async () => {
    const kept = await write(Buffer.from('kept'));
    const discarded = await write(Buffer.from('discarded'));
    await transaction(database.pool, (client) => claimUploads(client, [kept.id]));
    await discardUploads(database.pool, [kept.id, discarded.id]);
    await discardUploads(database.pool, []);
    expect(String(await read(kept))).to.equal('kept');
    expect((await failureOf(read(discarded))).message).to.include('not complete');
  });

  it('waits for the transaction that writes a reference before it discards', async () => {
    const content = await write(Buffer.from('kept'));
    let discarding: Promise<void> | undefined;
    await transaction(database.pool, async (client) => {
      await claimUploads(client, [content.id]);
      discarding = discardUploads(database.pool, [content.id]);
      // The statement must wait for its lock before the commit; the answer to a later statement shows that it has
      // begun.
      await database.pool.query('SELECT 1');
    });
    await discarding;
    expect(String(await read(content))).to.equal('kept');
  });

  it('refuses references to discarded contents', async () => {
    const content = await write(Buffer.from('gone'));
    await discardUploads(database.pool, [content.id]);
    const taking = transaction(database.pool, (client) => claimUploads(client, [content.id, content.id]));
    expect((await failureOf(taking)).name).to.equal('UploadGoneError');
  });

  it('discards uploads of a killed process after three hours', async () => {
    await database.pool.query('DELETE FROM attachment_uploads');
    const young = await write(Buffer.from('young'));
    const old = await write(Buffer.from('old'));
    await database.pool.query(
      `UPDATE attachment_uploads SET started_at = now() - interval '181 minutes' WHERE id = $1`,
      [old.id],
    );
    await removeOldRows(database.pool, new Date());
    expect(await count('attachment_uploads')).to.equal(1);
    expect(String(await read(young))).to.equal('young');
  });
});
