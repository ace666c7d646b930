// Accepting emails whose message is kept as it arrived: the upload is taken over in the emails' transaction, and the
// email has the Message-ID of its client.
import { expect } from 'chai';
import { createUploadStore } from '../../../../../../shared/platform/storage/upload-store.ts';
import { discardUploads } from '../../../../../../shared/platform/storage/uploads.ts';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import { useAcceptor } from './use-acceptor.ts';

describe('accepting mail that is kept as it came', () => {
  const test = useAcceptor();

  async function upload(text: string) {
    const ids = createIds(createSystemClock());
    const writer = createUploadStore({ database: test.database.pool, ids }).create();
    await writer.write(Buffer.from(text));
    return await writer.end();
  }

  it('takes the uploads over, and refuses only the email whose upload no longer exists', async () => {
    const acceptor = test.create(test.database.pool);
    const kept = await upload('From: a\r\n\r\nHi\r\n');
    const gone = await upload('gone');
    await discardUploads(test.database.pool, [gone.id]);
    const emails = [{ kept }, { kept: gone }, {}].map((changes) => test.email(changes));
    const answers = await Promise.allSettled(emails.map((email) => acceptor.accept(email)));
    expect(answers.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    const { rows } = await test.database.pool.query(
      `SELECT kept_size AS size, content.content_id AS content
       FROM emails LEFT JOIN email_kept_messages AS content ON content.id = emails.id ORDER BY emails.id`,
    );
    expect(rows).to.deep.equal([
      { size: kept.size, content: kept.id },
      { size: null, content: null },
    ]);
    expect(await test.storedIds('attachment_uploads')).to.deep.equal([]);
    expect(await test.storedIds('attachment_chunks')).to.deep.equal([kept.id]);
    await acceptor.drain();
  });

  it('stores the Message-ID of the client, and makes one where there is none', async () => {
    const acceptor = test.create(test.database.pool);
    const given = test.email({ source: 'smtp', messageId: '<issue-7@gitlab.acme.dev>' });
    const made = test.email({ source: 'smtp' });
    for (const email of [given, made]) await acceptor.accept(email);
    const { rows } = await test.database.pool.query<{ id: string }>('SELECT message_id AS id FROM emails');
    expect(rows.map(({ id }) => id)).to.have.members([
      given.messageId,
      `<${made.id}@${made.from.mailbox.domain}>`,
    ]);
    await acceptor.drain();
  });
});
