// GET /emails/:id/attachments, GET /emails/:id/attachments/:aid, and the signed links in their answers by which a file
// is downloaded without a key (docs/reference/attachments.md#download-links).
import { expect } from 'chai';
import { CHUNK_BYTES } from '../../../../shared/platform/storage/upload-store.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createApiKey } from '../../../support/factories/factories.ts';
import { UNKNOWN_ID } from '../../specimen.ts';
import { base64, useAttaching } from './use-attaching.ts';

interface Item {
  id: string;
  filename: string;
  download_url: string | null;
  expires_at: string | null;
}

describe('Attachments of an email', () => {
  const app = useApp({ config: { publicUrl: 'https://mail.acme.dev' } });
  const attaching = useAttaching(app);

  const list = (id: string, query = ''): Promise<{ object: string; has_more: boolean; data: Item[] }> =>
    attaching.read(`/emails/${id}/attachments${query}`);
  const sendWith = async (attachments: unknown[]) => {
    const { id } = await attaching.sent({ attachments });
    return { id, data: (await list(id)).data };
  };
  /** Sends one file. @returns the path of its link */
  const linkOf = async (file: object) => pathOf((await sendWith([file])).data[0] ?? expect.fail('None.'));

  const files = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ filename: `${index}.txt`, content: base64(`${index}`) }));
  const pathOf = ({ download_url: url }: Item) =>
    (url ?? expect.fail('There is no link.')).replace('https://mail.acme.dev', '');

  describe('GET /emails/:id/attachments', () => {
    it('Lists the files of an email with their size, type and download link.', async () => {
      const { id } = await sendWith([
        { filename: 'a.pdf', content: base64('pdf') },
        { filename: 'logo.png', content: base64('logo'), content_id: 'logo' },
        { filename: 'b.zip', path: 'https://files.customer.dev/b.zip' },
      ]);
      const { object, has_more, data } = await list(id);
      expect({ object, has_more }).to.deep.equal({ object: 'list', has_more: false });
      const ends = Math.floor(app.clock.now().getTime() / 1000) * 1000 + 3_600_000;
      const plain = { content_disposition: 'attachment', content_id: null };
      const link = { expires_at: new Date(ends).toISOString() };
      expect(data.map(({ id: _id, download_url: _url, ...item }) => item)).to.deep.equal([
        { filename: 'a.pdf', size: 3, content_type: 'application/pdf', ...plain, ...link },
        {
          filename: 'logo.png',
          size: 4,
          content_type: 'image/png',
          content_disposition: 'inline',
          content_id: 'logo',
          ...link,
        },
        { filename: 'b.zip', size: null, content_type: 'application/zip', ...plain, expires_at: null },
      ]);
      expect(data[0]?.download_url).to.match(
        /^https:\/\/mail\.acme\.dev\/downloads\/attachments\/[0-9a-f-]+\?/,
      );
      expect(data[2]?.download_url).to.equal(null);
    });

    it('Returns all files in the order in which they were sent when limit is absent, and a page with limit or a cursor.', async () => {
      const { id, data } = await sendWith(files(25));
      const names = (items: { filename: string }[]) => items.map(({ filename }) => filename);
      expect(names(data)).to.deep.equal(names(files(25)));
      const first = await list(id, '?limit=10');
      expect([names(first.data), first.has_more]).to.deep.equal([names(data.slice(0, 10)), true]);
      const rest = await list(id, `?after=${first.data[9]?.id}`);
      expect([names(rest.data), rest.has_more]).to.deep.equal([names(data.slice(10)), false]);
      const before = await list(id, `?limit=2&before=${data[10]?.id}`);
      expect([names(before.data), before.has_more]).to.deep.equal([names(data.slice(8, 10)), true]);
    });

    it('Returns an empty list for an email without files.', async () => {
      expect((await sendWith([])).data).to.deep.equal([]);
    });
  });

  it('Returns one file with its download link under GET /emails/:id/attachments/:attachmentId.', async () => {
    const { id, data } = await sendWith(files(2));
    expect(await attaching.read(`/emails/${id}/attachments/${data[1]?.id}`)).to.deep.equal({
      object: 'attachment',
      ...data[1],
    });
  });

  it('Answers not_found 404 for a file of another account or of another email, and for an unknown id.', async () => {
    const { id, data } = await sendWith(files(1));
    const other = await sendWith([]);
    const { token } = await createApiKey(app.pool);
    const aid = data[0]?.id;
    for (const [key, path] of [
      [token, `/emails/${id}/attachments`],
      [token, `/emails/${id}/attachments/${aid}`],
      [attaching.token, `/emails/${other.id}/attachments/${aid}`],
      [attaching.token, `/emails/${UNKNOWN_ID}/attachments`],
      [attaching.token, `/emails/${id}/attachments/${UNKNOWN_ID}`],
      [attaching.token, '/emails/x/attachments'],
      [attaching.token, `/emails/${id}/attachments/x`],
    ] as const) {
      expectError(await app.as(key).get(path), 404, 'not_found');
    }
  });

  describe('download_url', () => {
    it('Serves a download_url without an API key or a User-Agent, with headers that make browsers save the file and never run it.', async () => {
      const content = base64('<script>alert(1)</script>');
      const path = await linkOf({ filename: 'Grüße "x".html', content, content_type: 'text/html' });
      const answer = await app.bare().get(path).set('User-Agent', '').buffer(true);
      expect(answer.status).to.equal(200);
      expect(answer.text).to.equal('<script>alert(1)</script>');
      expect(answer.headers).to.include({
        'content-type': 'text/html',
        'content-length': '25',
        'content-disposition': `attachment; filename="Gr__e _x_.html"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%22x%22.html`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      });
    });

    it('Serves a file of any size completely, and answers HEAD with its length.', async () => {
      const bytes = Buffer.alloc(2 * CHUNK_BYTES + 5, 'chunk ');
      const path = await linkOf({ filename: 'a.bin', content: base64(bytes) });
      const { body } = await app.bare().get(path).responseType('blob');
      expect(bytes.equals(body)).to.equal(true);
      const head = await app.bare().head(path);
      expect([head.status, head.headers['content-length']]).to.deep.equal([200, String(bytes.length)]);
    });

    it('Serves download links under /api as well, and empty files.', async () => {
      const path = await linkOf({ filename: 'a.bin', content: '' });
      const { status, body } = await app.bare().get(`/api${path}`).responseType('blob');
      expect([status, body.length]).to.deep.equal([200, 0]);
    });

    it('Serves a download_url for one hour, and answers not_found 404 when it has expired or was changed.', async () => {
      const { data } = await sendWith(files(2));
      const [item = expect.fail('There is none.'), other = expect.fail('There is none.')] = data;
      const path = pathOf(item);
      const expires = Number(/expires=(\d+)/.exec(path)?.[1]);
      for (const forged of [
        path.replace(item.id, other.id),
        path.replace(/expires=\d+/, `expires=${expires + 1}`),
        path.replace(/signature=./, 'signature='),
        path.replace(/&signature.*/, ''),
        path.replace(/\?.*/, ''),
        `${path}&expires=${expires}`,
      ]) {
        expectError(await app.bare().get(forged), 404, 'not_found');
      }
      app.clock.advance(3_599_000);
      expect((await app.bare().get(path)).status).to.equal(200);
      app.clock.advance(1_000);
      expectError(await app.bare().get(path), 404, 'not_found');
    });
  });
});
