// GET /emails/receiving/:id/attachments, GET /emails/receiving/:id/attachments/:aid, and the links of files and messages
// (docs/reference/receiving.md#get-emailsreceivingidattachments).
import { expect } from 'chai';
import { CHUNK_BYTES } from '../../../shared/platform/storage/upload-store.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createReceived, type ReceivedFileFields } from '../../support/factories/received-factories.ts';

interface Item {
  id: string;
  filename: string | null;
  download_url: string;
}

describe('Files of a received email', () => {
  const app = useApp({ config: { publicUrl: 'https://mail.acme.dev' } });
  const account = useAccount(app);
  const receive = (...files: ReceivedFileFields[]) => createReceived(app.pool, account.accountId, { files });
  const list = async (id: string, query = ''): Promise<{ has_more: boolean; data: Item[] }> =>
    await account.read(`/emails/receiving/${id}/attachments${query}`);
  const pathOf = (url = '') => url.replace('https://mail.acme.dev', '');
  const named = (count: number) => Array.from({ length: count }, (_, n) => ({ filename: `${n}.txt` }));

  it('Lists the files of a received email with their size, type and download link.', async () => {
    const { id, attachmentIds } = await receive(
      { filename: 'a.pdf', contentType: 'application/pdf', bytes: 'pdf' },
      { filename: null, contentType: 'image/png', contentId: 'logo', disposition: 'Inline', bytes: '' },
      { disposition: 'form-data' },
      { disposition: null },
    );
    const ends = Math.floor(app.clock.now().getTime() / 1000) * 1000 + 3_600_000;
    const { data } = await list(id);
    expect(data.map(({ download_url: _, ...item }) => item).slice(0, 2)).to.deep.equal([
      {
        id: attachmentIds[0],
        filename: 'a.pdf',
        charset_guessed: false,
        size: 3,
        content_type: 'application/pdf',
        content_disposition: 'attachment',
        content_id: null,
        content_description: null,
        expires_at: new Date(ends).toISOString(),
      },
      {
        id: attachmentIds[1],
        filename: null,
        charset_guessed: false,
        size: 0,
        content_type: 'image/png',
        content_disposition: 'inline',
        content_id: 'logo',
        content_description: null,
        expires_at: new Date(ends).toISOString(),
      },
    ]);
    expect(data.slice(2)).to.have.nested.property('[0].content_disposition', 'attachment');
    expect(data.slice(2)).to.have.nested.property('[1].content_disposition', null);
    expect(data[0]?.download_url).to.match(
      /^https:\/\/mail\.acme\.dev\/downloads\/received-attachments\/[0-9a-f-]+\?/,
    );
  });

  it('Returns all files of a received email in their order when limit is absent, and a page with limit or a cursor.', async () => {
    const { id } = await receive(...named(25));
    const { data, has_more } = await list(id);
    const names = (items: Item[]) => items.map(({ filename }) => filename);
    expect([names(data), has_more]).to.deep.equal([named(25).map(({ filename }) => filename), false]);
    const first = await list(id, '?limit=10');
    expect([names(first.data), first.has_more]).to.deep.equal([names(data.slice(0, 10)), true]);
    const rest = await list(id, `?after=${first.data[9]?.id}`);
    expect([names(rest.data), rest.has_more]).to.deep.equal([names(data.slice(10)), false]);
    const before = await list(id, `?limit=2&before=${data[10]?.id}`);
    expect([names(before.data), before.has_more]).to.deep.equal([names(data.slice(8, 10)), true]);
  });

  it('Returns one file of a received email with its download link under GET /emails/receiving/:id/attachments/:attachmentId.', async () => {
    const { id } = await receive(...named(2));
    const { data } = await list(id);
    expect(await account.read(`/emails/receiving/${id}/attachments/${data[1]?.id}`)).to.deep.equal({
      object: 'attachment',
      ...data[1],
    });
  });

  it('Answers not_found 404 for a file of another received email.', async () => {
    const { attachmentIds } = await receive({});
    const other = await receive({});
    const path = `/emails/receiving/${other.id}/attachments/${attachmentIds[0]}`;
    expectError(await account.api.get(path), 404, 'not_found');
    expectError(
      await account.api.get(`/emails/${other.id}/attachments/${attachmentIds[0]}`),
      404,
      'not_found',
    );
  });

  it('Serves the links of files and messages without an API key or a User-Agent, with headers that make browsers save them and never run them.', async () => {
    const bytes = Buffer.alloc(CHUNK_BYTES + 5, 'chunk ');
    const { id } = await receive({ filename: '../../etc/"x".html', contentType: 'text/html', bytes });
    const safe = {
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    };
    const file = await app
      .bare()
      .get(pathOf((await list(id)).data[0]?.download_url))
      .set('User-Agent', '')
      .responseType('blob');
    expect(bytes.equals(file.body)).to.equal(true);
    expect(file.headers).to.include({
      ...safe,
      'content-type': 'text/html',
      'content-length': `${bytes.length}`,
    });
    expect(file.headers['content-disposition']).to.match(/^attachment; filename="/);
    const { raw } = await account.read(`/emails/receiving/${id}`);
    const message = await app.bare().get(pathOf(raw.download_url)).set('User-Agent', '').responseType('blob');
    expect(message.body.toString()).to.match(/^From: Bo/);
    expect(message.headers).to.include({
      ...safe,
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="${id}.eml"; filename*=UTF-8''${id}.eml`,
    });
  });

  it('Serves a file whose name or type could not be in a header under a safe one.', async () => {
    const { id } = await receive(
      { filename: 'a\r\nX: y', contentType: 'text/html\r\nX: y' },
      { filename: null, contentType: 'multipart/mixed' },
      { filename: '\u{1f600}', contentType: '' },
    );
    for (const { download_url: url } of (await list(id)).data) {
      const { status, headers } = await app.bare().get(pathOf(url));
      expect([status, headers['content-type'], headers['x']]).to.deep.equal([
        200,
        'application/octet-stream',
        undefined,
      ]);
    }
  });

  it('Serves the links of files and messages for one hour, and answers not_found 404 when one has expired or was changed.', async () => {
    const { id, attachmentIds } = await receive({});
    const link = pathOf((await list(id)).data[0]?.download_url);
    const message = pathOf((await account.read(`/emails/receiving/${id}`)).raw.download_url);
    for (const forged of [
      link.replace('received-attachments', 'attachments'),
      message.replace(id, attachmentIds[0] ?? ''),
      link.replace(/signature=./, 'signature='),
      link.replace(/\?.*/, ''),
    ])
      expectError(await app.bare().get(forged), 404, 'not_found');
    app.clock.advance(3_599_000);
    for (const path of [link, message]) expect((await app.bare().get(path)).status).to.equal(200);
    app.clock.advance(1_000);
    for (const path of [link, message]) expectError(await app.bare().get(path), 404, 'not_found');
  });
});
