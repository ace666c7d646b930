// GET /emails/receiving/:id/raw (docs/reference/receiving.md#get-emailsreceivingidraw).
import { expect } from 'chai';
import { CHUNK_BYTES } from '../../../shared/platform/storage/upload-store.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createReceived } from '../../support/factories/received-factories.ts';

describe('GET /emails/receiving/:id/raw', () => {
  const app = useApp({ config: { publicUrl: 'https://mail.acme.dev' } });
  const account = useAccount(app);
  /** Every octet, over several chunks; the last one is not a multiple of three. */
  const raw = Buffer.from(Array.from({ length: 2 * CHUNK_BYTES + 7 }, (_, n) => n % 256));
  const receive = async () => (await createReceived(app.pool, account.accountId, { raw })).id;
  const removeChunk = async (id: string, number: number) => {
    const { rowCount } = await app.pool.query(
      `DELETE FROM received_chunks USING received_contents AS contents
       WHERE contents.id = $1 AND received_chunks.id = raw_id AND number = $2`,
      [id, number],
    );
    expect(rowCount).to.equal(1);
  };

  it('Answers the message byte for byte in base64, with its size and its link.', async () => {
    const id = await receive();
    for (const accept of ['*/*', 'application/json', 'message/*', 'text/message/rfc822']) {
      const { status, body } = await account.api.get(`/emails/receiving/${id}/raw`).set('Accept', accept);
      expect(status).to.equal(200);
      const { content, download_url: url, ...others } = body;
      expect(Buffer.from(content, 'base64').equals(raw)).to.equal(true);
      const ends = Math.floor(app.clock.now().getTime() / 1000) * 1000 + 3_600_000;
      const expires_at = new Date(ends).toISOString();
      expect(others).to.deep.equal({ object: 'raw_email', id, size: raw.length, expires_at });
      const linked = await app.bare().get(url.replace('https://mail.acme.dev', '')).responseType('blob');
      expect(raw.equals(linked.body)).to.equal(true);
    }
  });

  it('Answers the bytes themselves to a request that accepts message/rfc822.', async () => {
    const id = await receive();
    for (const accept of ['message/rfc822', 'text/html, Message/RFC822;q=0.9']) {
      const asked = account.api.get(`/emails/receiving/${id}/raw`).set('Accept', accept);
      const { status, headers, body } = await asked.responseType('blob');
      expect([status, headers['content-type']]).to.deep.equal([200, 'message/rfc822']);
      expect(headers['content-disposition']).to.include(`filename="${id}.eml"`);
      expect(raw.equals(body)).to.equal(true);
    }
  });

  it('Answers not_found 404 when the bytes of a message are gone, and breaks the connection off when they go while it is sent.', async () => {
    const id = await receive();
    const ask = async (accept: string) => {
      const headers = { Accept: accept, Authorization: `Bearer ${account.token}`, 'User-Agent': 'x' };
      const answer = await fetch(`${app.url}/emails/receiving/${id}/raw`, { headers });
      return await answer.arrayBuffer();
    };
    await removeChunk(id, 2);
    for (const accept of ['*/*', 'message/rfc822']) {
      const fault: unknown = await ask(accept).catch((error: unknown) => error);
      expect(fault).to.be.an('Error').with.property('message', 'terminated');
    }
    await removeChunk(id, 0);
    for (const accept of ['*/*', 'message/rfc822'])
      expectError(
        await account.api.get(`/emails/receiving/${id}/raw`).set('Accept', accept),
        404,
        'not_found',
      );
  });
});
