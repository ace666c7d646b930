// Requests with attachments: what is stored of them, and that nothing is left of what no email refers to.
import { expect } from 'chai';
import type { TestApp } from '../../../support/api/app.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { createSender, type Sender } from '../sender.ts';

export const MIB = 1024 * 1024;

export const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');

export const fileOf = (size: number) => ({
  filename: 'a.bin',
  content: base64(Buffer.alloc(size, 'content ')),
});

/** A row of `email_attachments` with its content. */
export interface StoredRow {
  filename: string;
  content_type: string;
  content_id: string | null;
  disposition: string;
  path: string | null;
  size: number | null;
  bytes: Buffer | null;
}

/** Sends with attachments. */
export interface Attaching extends Sender {
  /** Sends a body as it is. */
  post(body: string | Buffer, headers?: Record<string, string>): ReturnType<Sender['send']>;
  /** Sends such a body; it must be accepted. */
  postFiles(body: string | Buffer, headers?: Record<string, string>): Promise<StoredRow[]>;
  /** Sends files; they must be accepted. */
  sendFiles(attachments: unknown): Promise<StoredRow[]>;
  storedOf(emailId: string): Promise<StoredRow[]>;
}

/** After each test no file may be left that no email refers to. Call it within `describe`. */
export function leaveNoFile(app: TestApp): void {
  afterEach('nothing is left of what no email refers to', async () => {
    await eventually('every upload is taken over or discarded', async () => {
      await app.deps.background.settled();
      return (await app.pool.query('SELECT FROM attachment_uploads')).rowCount === 0;
    });
    const { rowCount } = await app.pool.query(
      'SELECT FROM attachment_chunks WHERE id NOT IN (SELECT stored_id FROM email_attachments WHERE stored_id IS NOT NULL)',
    );
    expect(rowCount).to.equal(0);
  });
}

/** A new sender for each test, after which no upload may be left that no email refers to. Call it within `describe`. */
export function useAttaching(app: TestApp): Attaching {
  leaveNoFile(app);
  return useEach(() => createAttaching(app));
}

async function createAttaching(app: TestApp): Promise<Attaching> {
  const sender = await createSender(app);
  const post: Attaching['post'] = (body, headers = {}) =>
    sender.api
      .post('/emails')
      .set({ 'Content-Type': 'application/json', ...headers })
      .serialize((text) => text as unknown as string)
      .send(body);
  const storedOf = async (emailId: string) => {
    const { rows } = await app.pool.query<StoredRow>(
      `SELECT filename, content_type, content_id, disposition, path, size,
              (SELECT string_agg(bytes, '' ORDER BY number) FROM attachment_chunks AS chunk
               WHERE chunk.id = stored_id) AS bytes
       FROM email_attachments WHERE email_id = $1 ORDER BY id DESC`,
      [emailId],
    );
    return rows;
  };
  return {
    ...sender,
    post,
    async postFiles(body, headers) {
      const { status, text, body: answered } = await post(body, headers);
      expect(status, text).to.equal(200);
      return await storedOf(answered.id);
    },
    sendFiles: async (attachments) => await storedOf((await sender.sent({ attachments })).id),
    storedOf,
  };
}
