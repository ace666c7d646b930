// Requests with attachments: what is stored of them, and that nothing is left of what no email refers to.
import { expect } from 'chai';
import type { TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { createSender, type Sender } from './sender.ts';

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
export interface Attaching {
  readonly sender: Sender;
  /** Sends a body as it is. */
  post(body: string | Buffer, headers?: Record<string, string>): ReturnType<Sender['send']>;
  /** Sends files; they must be taken. */
  send(attachments: unknown[]): Promise<StoredRow[]>;
  storedOf(emailId: string): Promise<StoredRow[]>;
}

/** Call it within `describe`. */
export function useAttaching(app: TestApp): Attaching {
  let sender: Sender | undefined;
  before(async () => {
    sender = await createSender(app);
  });
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
  const attaching: Attaching = {
    get sender() {
      return sender ?? expect.fail('There is a sender only inside tests.');
    },
    post: (body, headers = {}) =>
      app
        .as(attaching.sender.token)
        .post('/emails')
        .set({ 'Content-Type': 'application/json', ...headers })
        .serialize((text) => text as unknown as string)
        .send(body),
    async send(attachments) {
      const { status, body } = await attaching.sender.send({ attachments });
      expect(status, JSON.stringify(body)).to.equal(200);
      return await attaching.storedOf(body.id);
    },
    async storedOf(emailId) {
      const { rows } = await app.pool.query<StoredRow>(
        `SELECT filename, content_type, content_id, disposition, path, size,
                (SELECT string_agg(bytes, '' ORDER BY number) FROM attachment_chunks AS chunk
                 WHERE chunk.id = stored_id) AS bytes
         FROM email_attachments WHERE email_id = $1 ORDER BY id DESC`,
        [emailId],
      );
      return rows;
    },
  };
  return attaching;
}
