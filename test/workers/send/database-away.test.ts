// Mail whose database goes away while its message is made, or while its files are read and sent: it waits, and no attempt
// counts. A statement that takes too long does so each time, so it counts as an attempt that failed.
import { expect } from 'chai';
import type { QueryConfig } from 'pg';
import { CHUNK_BYTES, createUploadStore } from '../../../shared/platform/storage/upload-store.ts';
import { SECOND_MS } from '../../../shared/platform/time/durations.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import type { NewEmail } from '../../../shared/resources/messaging/emails/email.ts';
import { eventually } from '../../support/time/eventually.ts';
import { type SendJob, useSending } from './support/use-sending.ts';

const CONTENTS = /FROM email_contents/;
const CHUNKS = /FROM attachment_chunks/;

describe('Mail whose database goes away', () => {
  const sending = useSending();
  let job: SendJob;
  /** Statements that fail after some have passed, and the code of their error. */
  let failing: { text: RegExp; code: string; passing: number } | undefined;
  before(async () => {
    job = await sending.openJob();
    const { database } = job.deps;
    const query = database.query.bind(database) as (...args: unknown[]) => Promise<unknown>;
    const queryOrFail = (statement: string | QueryConfig, ...args: unknown[]) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      if (!failing?.text.test(text) || failing.passing-- > 0) return query(statement, ...args);
      return Promise.reject(Object.assign(new Error('the database is away'), { code: failing.code }));
    };
    Object.assign(database, { query: queryOrFail });
  });
  afterEach(() => {
    failing = undefined;
  });

  const large = { html: `<p>${'large '.repeat(60_000)}</p>` };
  const withFile = async (): Promise<Partial<NewEmail>> => {
    const writer = createUploadStore({ database: sending.pool, ids: createIds(sending.clock) }).create();
    await writer.write(Buffer.alloc(2 * CHUNK_BYTES, 'a'));
    const content = await writer.end();
    const file = { filename: 'a.bin', contentType: 'application/octet-stream', contentId: null, path: null };
    return { attachments: [{ ...file, disposition: 'attachment', content }] };
  };
  /** Tries to send it once. @returns the recipient afterwards, and how long it waits */
  const tryOnce = async (changes: Partial<NewEmail>, text: RegExp, code: string, passing = 0) => {
    const id = await sending.accept(changes);
    failing = { text, code, passing };
    await job.run(id);
    await eventually('it has ended', async () => (await sending.recipient(id)).smtp_reply !== null);
    failing = undefined;
    const { state, attempts, next_attempt_at } = await sending.recipient(id);
    return { id, ended: [state, attempts], waitMs: Number(next_attempt_at) - sending.clock.now().getTime() };
  };
  const whenBack = async (id: string) => {
    await sending.tick(2 * SECOND_MS);
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
    expect(sending.sink.count()).to.equal(1);
  };

  it('counts an attempt whose message takes longer to read than a statement may', async () => {
    const { ended } = await tryOnce(large, CONTENTS, '57014');
    expect(ended).to.deep.equal(['delivery_delayed', 1]);
  });

  for (const code of ['ECONNRESET', '25006', 'ENOENT'])
    it(`counts no attempt and waits two seconds, so that it is not tried in a circle (${code})`, async () => {
      const { id, ended, waitMs } = await tryOnce(large, CONTENTS, code);
      expect([ended, waitMs]).to.deep.equal([['queued', 0], 2 * SECOND_MS]);
      await whenBack(id);
    });

  it('counts no attempt when its files cannot be read any further in the midst of DATA, and does not arrive', async () => {
    // Both chunks are read to sign the message, and the first of them to send it.
    const { id, ended, waitMs } = await tryOnce(await withFile(), CHUNKS, 'ECONNRESET', 3);
    expect([ended, waitMs]).to.deep.equal([['queued', 0], 2 * SECOND_MS]);
    expect(sending.sink.commands).to.include('DATA');
    await whenBack(id);
  });
});
