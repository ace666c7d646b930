// Accepting emails with uploaded attachments: the uploads are taken over in the emails' transaction, and only an email
// whose upload no longer exists is refused.
import { expect } from 'chai';
import { createUploadStore } from '../../../../../../shared/platform/storage/upload-store.ts';
import { discardUploads } from '../../../../../../shared/platform/storage/uploads.ts';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import type { NewAttachment } from '../../../../../../shared/resources/messaging/emails/attachments/attachment.ts';
import { useAcceptor } from './use-acceptor.ts';

describe('accepting emails with attachments', () => {
  const test = useAcceptor();

  async function attach(text: string): Promise<NewAttachment> {
    const ids = createIds(createSystemClock());
    const writer = createUploadStore({ database: test.database.pool, ids }).create();
    await writer.write(Buffer.from(text));
    const fields = { filename: 'a.txt', contentType: 'text/plain', contentId: null };
    return { ...fields, disposition: 'attachment', content: await writer.end(), path: null };
  }

  it('takes their uploads over, and refuses only the email whose upload no longer exists', async () => {
    const acceptor = test.create(test.database.pool);
    const kept = await attach('kept');
    const gone = await attach('gone');
    await discardUploads(test.database.pool, [gone.content?.id ?? '']);
    const emails = [{ attachments: [kept] }, { attachments: [gone] }, {}].map((changes) =>
      test.email(changes),
    );
    const answers = await Promise.allSettled(emails.map((email) => acceptor.accept(email)));
    expect(answers.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    const { rows } = await test.database.pool.query('SELECT attachment_count FROM emails ORDER BY id');
    expect(rows.map(({ attachment_count }) => attachment_count)).to.deep.equal([1, 0]);
    expect(await test.storedIds('attachment_uploads')).to.deep.equal([]);
    expect(await test.storedIds('attachment_chunks')).to.deep.equal([kept.content?.id]);
    await acceptor.drain();
  });
});
