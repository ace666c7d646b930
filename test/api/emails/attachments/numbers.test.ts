// POST /emails with files as numbers: a content that is a list of bytes, or a Buffer as JSON.stringify writes it
// (docs/reference/attachments.md#files-as-numbers). Malformed ones are sent as JSON text, as no program would write it.
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import type { Fields } from '../../specimen.ts';
import { base64, MIB, useAttaching } from './use-attaching.ts';

/** Every byte, and as many as 1.2 chunks of the store. */
const BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256));

describe('POST /emails with files as numbers', () => {
  const app = useApp();
  const attaching = useAttaching(app);

  /** The body of an email with one file, whose content is JSON text. */
  const bodyOf = (content: string, changes: Fields = {}) =>
    JSON.stringify(attaching.body({ attachments: [{ content: 'here' }], ...changes })).replace(
      '"here"',
      () => content,
    );
  const downloadsOf = async (emailId: string) => {
    const { data } = await attaching.read(`/emails/${emailId}/attachments`);
    const links = (data as { download_url: string }[]).map((item) => new URL(item.download_url));
    return await Promise.all(
      links.map(
        async ({ pathname, search }) =>
          (await app.bare().get(`${pathname}${search}`).responseType('blob')).body as Buffer,
      ),
    );
  };
  const refused = async (body: string, words: string) => {
    const message = expectError(await attaching.post(body), 422, 'validation_error');
    expect(message, body.slice(-200)).to.include(words);
    return message;
  };
  /** Each of the contents is refused with these words. */
  const expectAllRefused = async (contents: readonly string[], words: string) => {
    for (const content of contents)
      expect(await refused(bodyOf(content), words)).to.include('`attachments[0].content`');
    expect(await attaching.count('emails')).to.equal(0);
  };

  it('Stores the same file whether its content is base64, a list of bytes or a Buffer.', async () => {
    const empty = Buffer.alloc(0);
    const { id } = await attaching.sent({
      attachments: [BYTES, empty].flatMap((bytes) => [
        { content: base64(bytes) },
        { content: [...bytes] },
        { content: bytes },
      ]),
    });
    const expected = [BYTES, BYTES, BYTES, empty, empty, empty];
    expect((await downloadsOf(id)).map((bytes, index) => expected[index]?.equals(bytes))).to.deep.equal(
      Array(6).fill(true),
    );
  });

  it('Accepts a Buffer with its fields in any order, with white space and with JSON escapes in its texts.', async () => {
    for (const content of [
      '{"data":[104,105],"type":"Buffer"}',
      ' {\t"type" :\r\n"Buffer" , "data":\n[ 104\n,\t105 ] } ',
      '{"\\u0074ype":"B\\u0075ffer","d\\u0061t\\u0061":[104,105]}',
    ]) {
      const { status, body, text } = await attaching.post(bodyOf(content));
      expect(status, text).to.equal(200);
      expect((await downloadsOf(body.id)).map(String), content).to.deep.equal(['hi']);
    }
  });

  it('Accepts 25 MiB as numbers, and does not count the bytes of files as values of the body.', async () => {
    const all = Array.from({ length: 256 }, (_, byte) => byte);
    // JSON needs 3.6 bytes for each of them, so this body has 94 MB.
    const largest = `[${`,${all}`.repeat((25 * MIB) / 256).slice(1)}]`;
    const [row] = await attaching.postFiles(bodyOf(largest));
    expect(row?.bytes?.equals(Buffer.alloc(25 * MIB, Buffer.from(all)))).to.equal(true);
    const zeros = (size: number) => `[${',0'.repeat(size).slice(1)}]`;
    const other = base64(Buffer.alloc(20 * MIB));
    for (const [body, words] of [
      [bodyOf(zeros(26 * MIB)), '25 MB'],
      [bodyOf(`"${other}"},{"content":${zeros(20 * MIB + 1)}`), '40 MB'],
      [bodyOf(zeros(MIB), { unheard_of: Array(1_000_001).fill(0) }), '1000000 values'],
    ] as const)
      await refused(body, words);
  });

  it('Rejects bytes that are not integers from 0 to 255, written with digits alone, with validation_error 422.', async () => {
    const lists = [
      '[1,256]',
      `[${'9'.repeat(400)}]`,
      ...['-1', '-0', '+1', '1.5', '1.0', '1e2', '01', '0x1', '"1"', 'null', 'true'].map(
        (byte) => `[${byte}]`,
      ),
      '[[1]]',
      '[{}]',
      '[1,]',
      '[,1]',
      '[1 2]',
      '[1}',
      `${'['.repeat(5_000)}1${']'.repeat(5_000)}`,
    ];
    const contents = lists.flatMap((list) => [list, `{"type":"Buffer","data":${list}}`]);
    await expectAllRefused(contents, 'integers from 0 to 255');
  });

  it('Rejects an object that does not have exactly the fields of a Buffer, each of them once, with validation_error 422.', async () => {
    const contents = [
      '{}',
      '{"data":[1]}',
      '{"type":"Buffer"}',
      '{"type":"buffer","data":[1]}',
      '{"data":[1],"type":"Uint8Array"}',
      '{"data":[1],"type":null}',
      '{"type":["Buffer"],"data":[1]}',
      '{"type":"Buffer","data":"YQ=="}',
      '{"type":"Buffer","data":null}',
      '{"type":"Buffer","data":{"type":"Buffer","data":[1]}}',
      '{"type":"Buffer","data":[1],"length":1}',
      '{"type":"Buffer","data":[1],"data":[2]}',
      '{"type":"Buffer","type":"Buffer","data":[1]}',
      '{"0":1,"1":2}',
      '{"\\u00":1}',
      `{"${'type'.repeat(100_000)}":"Buffer"}`,
      '{"type":"Buffer" "data":[1]}',
      '{"type":"Buffer","data":[1],}',
      '{"type":"Buffer","data":[1]]',
      `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    ];
    await expectAllRefused(contents, 'a Buffer as JSON.stringify writes it');
  });
});
