// POST /emails with attachments that are accepted, in every way in which JSON and base64 may be written. After each
// test no upload without an email is left (docs/reference/attachments.md#sending-files).
import { request as httpRequest } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { base64, fileOf, MIB, useAttaching } from './use-attaching.ts';

describe('POST /emails with attachments', () => {
  const app = useApp();
  const attaching = useAttaching(app);

  it('Stores each file with its name, type, content id and disposition, and completes the fields that are absent.', async () => {
    const rows = await attaching.sendFiles([
      { filename: 'Größe 📏.pdf', content: base64('pdf') },
      { filename: 'logo.png', content: base64('png'), content_id: 'logo' },
      {
        filename: 'x',
        content: base64('x'),
        content_type: 'text/x-y; charset=utf-8',
        content_id: '<a@b>',
        content_disposition: 'attachment',
      },
      { path: 'https://files.customer.dev/b.zip', filename: 'b.zip' },
      { content: '', path: '', filename: '', content_type: '', content_id: '', content_disposition: '' },
      { content: base64('y'), path: null, filename: null, content_type: null, content_id: null },
    ]);
    const none = { content_id: null, disposition: 'attachment', path: null };
    const octets = { ...none, content_type: 'application/octet-stream' };
    expect(rows.map(({ bytes, ...row }) => ({ ...row, bytes: bytes && String(bytes) }))).to.deep.equal([
      { ...none, filename: 'Größe 📏.pdf', content_type: 'application/pdf', size: 3, bytes: 'pdf' },
      {
        ...none,
        filename: 'logo.png',
        content_type: 'image/png',
        content_id: 'logo',
        disposition: 'inline',
        size: 3,
        bytes: 'png',
      },
      {
        ...none,
        filename: 'x',
        content_type: 'text/x-y; charset=utf-8',
        content_id: 'a@b',
        size: 1,
        bytes: 'x',
      },
      {
        ...none,
        filename: 'b.zip',
        content_type: 'application/zip',
        path: 'https://files.customer.dev/b.zip',
        size: null,
        bytes: null,
      },
      { ...octets, filename: 'attachment-4', size: 0, bytes: '' },
      { ...octets, filename: 'attachment-5', size: 1, bytes: 'y' },
    ]);
  });

  it('Accepts attachments that are absent, null or an empty list as no files.', async () => {
    for (const attachments of [undefined, null, []])
      expect(await attaching.sendFiles(attachments)).to.deep.equal([]);
  });

  it('Accepts base64 with line breaks and with escaped slashes, as PHP writes them.', async () => {
    const bytes = Buffer.alloc(100_000, Buffer.from([0xff, 0xef, 0x3f]));
    const text = base64(bytes);
    expect(text).to.include('/');
    const inLines = text.replace(/.{76}/g, '$&\r\n');
    for (const json of [
      JSON.stringify(inLines),
      JSON.stringify(text).replaceAll('/', '\\/'),
      JSON.stringify(text).replaceAll('/', '\\u002f'),
    ]) {
      const body = JSON.stringify(attaching.body({ attachments: [{ content: 'here' }] }));
      const [row] = await attaching.postFiles(body.replace('"here"', () => json));
      expect(row?.bytes?.equals(bytes)).to.equal(true);
    }
  });

  it('Recognizes attachments and content when their names are written with JSON escapes.', async () => {
    const body = JSON.stringify(attaching.body({ attachments: [{ content: base64('a') }] }))
      .replace('"attachments"', '"\\u0061ttachments"')
      .replace('"content"', '"c\\u006fntent"');
    expect(String((await attaching.postFiles(body))[0]?.bytes)).to.equal('a');
  });

  it('Uses the last of two content fields of one file, as JSON parsers do, and discards the first.', async () => {
    const body = JSON.stringify(attaching.body({ attachments: [{ content: 'here' }] }));
    const twice = body.replace('"here"', `"${base64('one')}","content":"${base64('two')}"`);
    expect((await attaching.postFiles(twice)).map(({ bytes }) => String(bytes))).to.deep.equal(['two']);
  });

  it('Accepts the same content in two files.', async () => {
    const rows = await attaching.sendFiles([{ content: base64('a') }, { content: base64('a') }]);
    expect(rows.map(({ bytes }) => String(bytes))).to.deep.equal(['a', 'a']);
  });

  it('Reads files only from the content of attachments, and ignores fields called content elsewhere.', async () => {
    const { id } = await attaching.sent({
      content: 'no base64!',
      other: { attachments: [{ content: 'no base64!' }, { content: [256] }] },
      headers: { attachments: 'content' },
      attachments: [{ content: base64('a'), other: { content: 'no base64!' }, data: { type: 'Buffer' } }],
    });
    expect((await attaching.storedOf(id)).map(({ bytes }) => String(bytes))).to.deep.equal(['a']);
  });

  it('Accepts a body with files that is compressed with gzip, deflate or br.', async () => {
    const body = JSON.stringify(attaching.body({ attachments: [fileOf(2 * MIB)] }));
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const) {
      const [row] = await attaching.postFiles(compress(body), { 'Content-Encoding': encoding });
      expect(row?.size, encoding).to.equal(2 * MIB);
    }
  });

  it('Guesses an absent content_type from the ending of the filename.', async () => {
    const guesses = {
      'a.pdf': 'application/pdf',
      'b.PNG': 'image/png',
      'c.txt': 'text/plain',
      d: 'application/octet-stream',
    };
    const rows = await attaching.sendFiles(
      Object.keys(guesses).map((filename) => ({ filename, content: base64('x') })),
    );
    expect(rows.map(({ content_type }) => content_type)).to.deep.equal(Object.values(guesses));
    const [said] = await attaching.sendFiles([
      { filename: 'a.pdf', content_type: 'text/x', content: base64('x') },
    ]);
    expect(said?.content_type).to.equal('text/x');
  });

  it('Accepts up to 100 files, in their order.', async () => {
    const files = Array.from({ length: 100 }, (_, index) => ({
      filename: `${index}.txt`,
      content: base64(`${index}`),
    }));
    const rows = await attaching.sendFiles(files);
    expect(rows.map(({ filename, bytes }) => [filename, String(bytes)])).to.deep.equal(
      files.map(({ filename }, index) => [filename, `${index}`]),
    );
  });

  it('Compares files by their bytes under an Idempotency-Key, and answers invalid_idempotent_request 409 when they differ.', async () => {
    const bodyOf = (content: string, lineBreak = '') =>
      JSON.stringify(attaching.body({ attachments: [{ content: base64(content) + lineBreak }] }));
    const key = { 'Idempotency-Key': 'files' };
    const first = await attaching.post(bodyOf('a'), key);
    const asNumbers = attaching.body({ attachments: [{ content: Buffer.from('a') }] });
    for (const again of [
      await attaching.post(gzipSync(bodyOf('a')), { ...key, 'Content-Encoding': 'gzip' }),
      await attaching.post(bodyOf('a', '\r\n'), key),
      await attaching.post(JSON.stringify(asNumbers), key),
    ]) {
      expect([again.status, again.body, again.headers['idempotent-replayed']]).to.deep.equal([
        200,
        first.body,
        'true',
      ]);
    }
    expectError(await attaching.post(bodyOf('b'), key), 409, 'invalid_idempotent_request');
    expect((await attaching.storedOf(first.body.id)).map(({ bytes }) => String(bytes))).to.deep.equal(['a']);
  });

  it('Discards the files of a request that its client aborts.', async () => {
    const body = JSON.stringify(attaching.body({ attachments: [fileOf(4 * MIB)] }));
    const request = httpRequest(`${app.url}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${attaching.token}`,
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'test',
      },
    });
    request.on('error', () => {});
    request.write(body.slice(0, 3 * MIB));
    await eventually('a chunk is stored', async () => {
      const { rowCount } = await app.pool.query('SELECT FROM attachment_uploads');
      return rowCount === 1;
    });
    request.destroy();
    await eventually('it is discarded', async () => {
      const { rowCount } = await app.pool.query('SELECT FROM attachment_uploads');
      return rowCount === 0;
    });
  });
});
