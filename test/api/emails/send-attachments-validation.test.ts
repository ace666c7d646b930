// POST /emails with attachments: what is refused, each rule broken alone, and that nothing is left behind
// (interface.md, POST /emails and Limits; decisions.md §2, Attachments).
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { ErrorName } from '../../../shared/contract/errors.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { base64, fileOf, MIB, useAttaching } from './use-attaching.ts';

describe('POST /emails refuses as an attachment', () => {
  const app = useApp();
  const attaching = useAttaching(app);

  afterEach('no email was stored', async () => {
    const { rowCount } = await app.pool.query('SELECT FROM emails WHERE subject = $1', ['refused']);
    expect(rowCount).to.equal(0);
  });
  const content = base64('a');
  const refusing =
    (attachments: unknown, words: string, name: ErrorName = 'validation_error') =>
    async () => {
      const answer = await attaching.sender.send({ subject: 'refused', attachments });
      expect(expectError(answer, 422, name)).to.include(words);
    };

  describe('invalid_attachment | 422 | attachment has neither content nor path', () => {
    describe('Attachments: neither content nor path → `invalid_attachment`', () => {
      it('a name alone', refusing([{ filename: 'a.txt' }], 'attachments[0]', 'invalid_attachment'));

      it(
        'a content and a path that are null',
        refusing([{ content: null, path: null }], 'attachments[0]', 'invalid_attachment'),
      );

      it('the second file for it', refusing([{ content }, {}], 'attachments[1]', 'invalid_attachment'));
    });
  });

  it('Each needs `content` or `path`.', async () => {
    await refusing([{ filename: 'a.txt' }], 'attachments[0]', 'invalid_attachment')();
    const { status } = await attaching.sender.send({
      attachments: [{ content }, { path: 'https://files.customer.dev/b' }],
    });
    expect(status).to.equal(200);
  });

  describe('both, bad base64, over 25 MiB decoded or 40 MiB together → `validation_error`.', () => {
    for (const [what, attachments, words] of [
      ['both', [{ content, path: 'https://a.dev/b' }], 'both'],
      ['what is no base64', [{ content: 'not base64!' }], 'attachments[0].content'],
      ['the second content for it', [{ content }, { content: 'ä' }], 'attachments[1].content'],
      ['base64 without padding', [{ content: 'YWI' }], 'base64'],
      ['base64 with something behind its padding', [{ content: 'YQ==YQ==' }], 'base64'],
      ['the alphabet of URLs', [{ content: '_-__' }], 'base64'],
      ['a data URL', [{ content: `data:text/plain;base64,${content}` }], 'base64'],
      ['a digest', [{ content: `sha256-${'0'.repeat(64)}` }], 'base64'],
      ['a number', [{ content: 5 }], 'content'],
      ['a list', [{ content: ['YQ=='] }], 'content'],
    ] as const) {
      it(what, refusing(attachments, words));
    }

    describe('Attachment size | 25 MB per file, 40 MB per email', () => {
      it('Max 25 MB per file, 40 MB per email', async () => {
        await refusing([fileOf(25 * MIB + 1)], '25 MB')();
        await refusing([fileOf(20 * MIB), fileOf(20 * MIB), fileOf(1)], '40 MB')();
        const [row] = await attaching.send([fileOf(25 * MIB)]);
        expect(row?.bytes?.equals(Buffer.alloc(25 * MIB, 'content '))).to.equal(true);
        expect(await attaching.send([fileOf(25 * MIB), fileOf(15 * MIB)])).to.have.length(2);
      }).timeout(60_000);
    });
  });

  const refusals: [what: string, attachments: unknown, words: string][] = [
    ['a path that is no URL', [{ path: 'b.pdf' }], 'path'],
    ['a path to a file of ours', [{ path: 'file:///etc/passwd' }], 'path'],
    ['a name with CR', [{ content, filename: 'a\rb' }], 'filename'],
    ['a name with LF', [{ content, filename: 'a\nContent-Type: text/html' }], 'filename'],
    ['a name of 256 characters', [{ content, filename: 'x'.repeat(256) }], 'filename'],
    ['a type with a line break', [{ content, content_type: 'text/plain\r\nX: y' }], 'content_type'],
    ['a type that is none', [{ content, content_type: 'pdf' }], 'content_type'],
    ['a multipart type', [{ content, content_type: 'multipart/mixed' }], 'content_type'],
    ['a content id with a line break', [{ content, content_id: 'a\nb' }], 'content_id'],
    ['a content id with a bracket', [{ content, content_id: 'a>b' }], 'content_id'],
    ['a content id of 129 characters', [{ content, content_id: 'x'.repeat(129) }], 'content_id'],
    [
      'two files with one content id',
      [
        { content, content_id: 'a' },
        { content, content_id: '<a>' },
      ],
      'content_id',
    ],
    ['another disposition', [{ content, content_disposition: 'hidden' }], 'content_disposition'],
    ['the camelCase twin contentId', [{ content, contentId: 'a' }], '`content_id`'],
    ['the camelCase twin contentType', [{ content, contentType: 'a/b' }], '`content_type`'],
    ['NUL in a name', [{ content, filename: 'a\0' }], 'NUL'],
    ['101 files', Array.from({ length: 101 }, () => ({ content: '' })), '100'],
    ['101 hosted files', Array.from({ length: 101 }, () => ({ path: 'https://a.dev/b' })), '100'],
    ['a file instead of a list', { content }, 'attachments'],
    ['a text instead of a file', ['a.txt'], 'attachments[0]'],
  ];
  for (const [what, attachments, words] of refusals) {
    it(`${what} with validation_error`, refusing(attachments, words));
  }

  it('another mistake behind a large file, and keeps nothing of the file', async () => {
    const answer = await attaching.sender.send({ attachments: [fileOf(2 * MIB)], subject: '' });
    expectError(answer, 422, 'missing_required_field');
  });

  it('JSON that ends or breaks inside of a file', async () => {
    const body = JSON.stringify(attaching.sender.body({ subject: 'refused', attachments: [fileOf(MIB)] }));
    for (const broken of [body.slice(0, MIB), `${body.slice(0, MIB)}\n${body.slice(MIB)}x`, `${body}]`]) {
      expectError(await attaching.post(broken), 422, 'validation_error');
    }
  });

  it('a compressed body that is none, and one that becomes larger than 100 MB', async () => {
    const gzip = { 'Content-Encoding': 'gzip' };
    expect(
      expectError(await attaching.post(Buffer.from('no gzip'), gzip), 422, 'validation_error'),
    ).to.include('gzip');
    const bomb = gzipSync(Buffer.alloc(101 * MIB, ' '));
    expect(expectError(await attaching.post(bomb, gzip), 422, 'validation_error')).to.include('larger');
    const cut = gzipSync(JSON.stringify(attaching.sender.body({ attachments: [fileOf(MIB)] }))).subarray(
      0,
      -100,
    );
    expectError(await attaching.post(cut, gzip), 422, 'validation_error');
  }).timeout(60_000);

  it('an encoding that it does not know, and a body that is not JSON', async () => {
    const body = JSON.stringify(attaching.sender.body({ subject: 'refused', attachments: [fileOf(MIB)] }));
    expectError(await attaching.post(body, { 'Content-Encoding': 'zstd' }), 422, 'validation_error');
    const text = await attaching.post(body, { 'Content-Type': 'text/plain' });
    expect(expectError(text, 422, 'validation_error')).to.include('application/json');
  });
});
