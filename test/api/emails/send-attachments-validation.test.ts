// POST /emails with attachments that are rejected: each rule is broken alone. After each test no email and no upload is
// left (docs/reference/attachments.md#sending-files).
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { ErrorName } from '../../../shared/contract/errors.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { base64, fileOf, MIB, useAttaching } from './use-attaching.ts';

describe('POST /emails with invalid attachments', () => {
  const app = useApp();
  const attaching = useAttaching(app);

  afterEach('no email was stored', async () => {
    const { rowCount } = await app.pool.query('SELECT FROM emails WHERE subject = $1', ['refused']);
    expect(rowCount).to.equal(0);
  });
  const content = base64('a');
  const rejects =
    (attachments: unknown, words: string, name: ErrorName = 'validation_error') =>
    async () => {
      const answer = await attaching.sender.send({ subject: 'refused', attachments });
      expect(expectError(answer, 422, name)).to.include(words);
    };

  describe('Rejects a file that has neither content nor path with invalid_attachment 422.', () => {
    it('a name alone', rejects([{ filename: 'a.txt' }], 'attachments[0]', 'invalid_attachment'));

    it(
      'a content and a path that are null',
      rejects([{ content: null, path: null }], 'attachments[0]', 'invalid_attachment'),
    );

    it('only the second file', rejects([{ content }, {}], 'attachments[1]', 'invalid_attachment'));
  });

  it('Accepts files with a content and files with a path in one email.', async () => {
    await rejects([{ filename: 'a.txt' }], 'attachments[0]', 'invalid_attachment')();
    const { status } = await attaching.sender.send({
      attachments: [{ content }, { path: 'https://files.customer.dev/b' }],
    });
    expect(status).to.equal(200);
  });

  it(
    'Rejects a file that has both content and path with validation_error 422.',
    rejects([{ content, path: 'https://a.dev/b' }], 'both'),
  );

  describe('Rejects a text that is not padded base64 as content with validation_error 422.', () => {
    for (const [what, attachments, words] of [
      ['text that is not base64', [{ content: 'not base64!' }], 'attachments[0].content'],
      ['only the second content', [{ content }, { content: 'ä' }], 'attachments[1].content'],
      ['base64 without padding', [{ content: 'YWI' }], 'base64'],
      ['base64 with more text after its padding', [{ content: 'YQ==YQ==' }], 'base64'],
      ['the alphabet of URLs', [{ content: '_-__' }], 'base64'],
      ['a data URL', [{ content: `data:text/plain;base64,${content}` }], 'base64'],
      ['a digest', [{ content: `sha256-${'0'.repeat(64)}` }], 'base64'],
    ] as const) {
      it(what, rejects(attachments, words));
    }
  });

  describe('Rejects a content that is neither a text, a list nor an object with validation_error 422.', () => {
    for (const other of [5, true])
      it(String(other), rejects([{ content: other }], '`attachments[0].content` must be base64, a list'));
  });

  it('Rejects a file of more than 25 MiB, or files of more than 40 MiB together, with validation_error 422.', async () => {
    await rejects([fileOf(25 * MIB + 1)], '25 MB')();
    await rejects([fileOf(20 * MIB), fileOf(20 * MIB), fileOf(1)], '40 MB')();
    const [row] = await attaching.send([fileOf(25 * MIB)]);
    expect(row?.bytes?.equals(Buffer.alloc(25 * MIB, 'content '))).to.equal(true);
    expect(await attaching.send([fileOf(25 * MIB), fileOf(15 * MIB)])).to.have.length(2);
  }).timeout(60_000);

  describe('Rejects a path that is not an http or https URL of up to 2,048 characters with validation_error 422.', () => {
    it('no URL', rejects([{ path: 'b.pdf' }], 'path'));
    it('the URL of a local file', rejects([{ path: 'file:///etc/passwd' }], 'path'));
    it('2,049 characters', async () => {
      const path = 'https://files.customer.dev/'.padEnd(2_048, 'x');
      await rejects([{ path: `${path}x` }], 'path')();
      expect(await attaching.send([{ path }])).to.have.length(1);
    });
  });

  describe('Rejects a filename of more than 255 characters, or with a control character, with validation_error 422.', () => {
    it('CR', rejects([{ content, filename: 'a\rb' }], 'filename'));
    it('LF', rejects([{ content, filename: 'a\nContent-Type: text/html' }], 'filename'));
    it('NUL', rejects([{ content, filename: 'a\0' }], 'NUL'));
    it('256 characters', async () => {
      await rejects([{ content, filename: 'x'.repeat(256) }], 'filename')();
      expect(await attaching.send([{ content, filename: 'x'.repeat(255) }])).to.have.length(1);
    });
  });

  describe('Rejects a content_type that is malformed, multipart or longer than 255 characters with validation_error 422.', () => {
    it('a line break', rejects([{ content, content_type: 'text/plain\r\nX: y' }], 'content_type'));
    it('a type without a subtype', rejects([{ content, content_type: 'pdf' }], 'content_type'));
    it('a multipart type', rejects([{ content, content_type: 'multipart/mixed' }], 'content_type'));
    it('256 characters', async () => {
      const content_type = `text/x; a=${'x'.repeat(150)}; b=`.padEnd(255, 'x');
      await rejects([{ content, content_type: `${content_type}x` }], 'content_type')();
      expect(await attaching.send([{ content, content_type }])).to.have.length(1);
    });
  });

  describe('Rejects a content_id that is longer than 128 characters, malformed or used twice with validation_error 422.', () => {
    it('a line break', rejects([{ content, content_id: 'a\nb' }], 'content_id'));
    it('a bracket', rejects([{ content, content_id: 'a>b' }], 'content_id'));
    it('a space', rejects([{ content, content_id: 'a b' }], 'content_id'));
    it('129 characters', async () => {
      await rejects([{ content, content_id: 'x'.repeat(129) }], 'content_id')();
      expect(await attaching.send([{ content, content_id: 'x'.repeat(128) }])).to.have.length(1);
    });
    it(
      '129 characters with the brackets',
      rejects([{ content, content_id: `<${'x'.repeat(127)}>` }], 'content_id'),
    );
    it(
      'two files with one content id',
      rejects(
        [
          { content, content_id: 'a' },
          { content, content_id: '<a>' },
        ],
        'content_id',
      ),
    );
  });

  it('Takes inline_content_id as another name of content_id, and rejects a file where they differ with validation_error 422.', async () => {
    await rejects([{ content, content_id: 'a', inline_content_id: 'b' }], 'inline_content_id')();
    await rejects([{ content, inline_content_id: 'a b' }], 'inline_content_id')();
    const rows = await attaching.send([
      { content, inline_content_id: 'a' },
      { content, content_id: 'b', inline_content_id: 'b' },
    ]);
    expect(rows.map(({ content_id, disposition }) => [content_id, disposition])).to.deep.equal([
      ['a', 'inline'],
      ['b', 'inline'],
    ]);
  });

  it(
    'Rejects a content_disposition other than inline and attachment with validation_error 422.',
    rejects([{ content, content_disposition: 'hidden' }], 'content_disposition'),
  );

  describe('Rejects more than 100 files with validation_error 422.', () => {
    it(
      '101 files',
      rejects(
        Array.from({ length: 101 }, () => ({ content: '' })),
        '100',
      ),
    );
    it(
      '101 hosted files',
      rejects(
        Array.from({ length: 101 }, () => ({ path: 'https://a.dev/b' })),
        '100',
      ),
    );
  });

  describe('Rejects attachments that are not a list of objects with validation_error 422.', () => {
    it('a file instead of a list', rejects({ content }, 'attachments'));
    it('a text instead of a file', rejects(['a.txt'], 'attachments[0]'));
  });

  it('Names a fault in a content before every other fault of the body and before one of the Idempotency-Key.', async () => {
    const body = attaching.sender.body({ subject: '', attachments: [{ content: 'not base64!' }] });
    const answer = await attaching.post(JSON.stringify(body), { 'Idempotency-Key': '' });
    expect(expectError(answer, 422, 'validation_error')).to.include('attachments[0].content');
  });

  it('Discards the files of a request that is rejected for another fault.', async () => {
    const answer = await attaching.sender.send({ attachments: [fileOf(2 * MIB)], subject: '' });
    expectError(answer, 422, 'missing_required_field');
  });

  describe('Rejects a body with files that is malformed, not JSON or wrongly compressed with validation_error 422.', () => {
    it('JSON that ends too early, or is malformed inside or after a file', async () => {
      const body = JSON.stringify(attaching.sender.body({ subject: 'refused', attachments: [fileOf(MIB)] }));
      for (const broken of [body.slice(0, MIB), `${body.slice(0, MIB)}\n${body.slice(MIB)}x`, `${body}]`]) {
        expectError(await attaching.post(broken), 422, 'validation_error');
      }
    });

    it('compressed data that is malformed, ends too early or becomes larger than 100 MiB', async () => {
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

    it('an unknown Content-Encoding, and a Content-Type other than JSON', async () => {
      const body = JSON.stringify(attaching.sender.body({ subject: 'refused', attachments: [fileOf(MIB)] }));
      expectError(await attaching.post(body, { 'Content-Encoding': 'zstd' }), 422, 'validation_error');
      const text = await attaching.post(body, { 'Content-Type': 'text/plain' });
      expect(expectError(text, 422, 'validation_error')).to.include('application/json');
    });
  });
});
