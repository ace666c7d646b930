// POST /emails with files as numbers: a content that is a list of bytes, or a Buffer as JSON.stringify writes it
// (docs/reference/attachments.md#files-as-numbers). Malformed ones are sent as JSON text, as no program would write it.
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { base64, MIB, useAttaching } from './use-attaching.ts';

/** Every byte, and as many as 1.2 chunks of the store. */
const BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256));

describe('POST /emails with files as numbers', () => {
  const app = useApp();
  const attaching = useAttaching(app);

  /** The body of an email with one file, whose content is JSON text. */
  const bodyOf = (content: string, changes: Record<string, unknown> = {}) =>
    JSON.stringify(attaching.sender.body({ attachments: [{ content: 'here' }], ...changes })).replace(
      '"here"',
      () => content,
    );
  const downloadsOf = async (emailId: string) => {
    const { body } = await app.as(attaching.sender.token).get(`/emails/${emailId}/attachments`);
    const links = (body.data as { download_url: string }[]).map((item) => new URL(item.download_url));
    return await Promise.all(
      links.map(
        async ({ pathname, search }) =>
          (await app.bare().get(`${pathname}${search}`).responseType('blob')).body as Buffer,
      ),
    );
  };
  const rejects = (content: string, words: string) => async () => {
    const answer = await attaching.post(bodyOf(content, { subject: 'refused' }));
    expect(expectError(answer, 422, 'validation_error'))
      .to.include('`attachments[0].content`')
      .and.include(words);
  };
  afterEach('no email was stored of what was rejected', async () => {
    const { rowCount } = await app.pool.query('SELECT FROM emails WHERE subject = $1', ['refused']);
    expect(rowCount).to.equal(0);
  });

  it('Stores the same file whether its content is base64, a list of bytes or a Buffer.', async () => {
    const empty = Buffer.alloc(0);
    const { status, body, text } = await attaching.sender.send({
      attachments: [BYTES, empty].flatMap((bytes) => [
        { content: base64(bytes) },
        { content: [...bytes] },
        { content: bytes },
      ]),
    });
    expect(status, text).to.equal(200);
    const downloads = await downloadsOf(body.id);
    const expected = [BYTES, BYTES, BYTES, empty, empty, empty];
    expect(downloads.map((bytes, index) => bytes.equals(expected[index] ?? empty))).to.deep.equal(
      Array(6).fill(true),
    );
  });

  describe('Accepts a Buffer with its fields in any order, with white space and with JSON escapes in its texts.', () => {
    for (const content of [
      '{"data":[104,105],"type":"Buffer"}',
      ' {\t"type" :\r\n"Buffer" , "data":\n[ 104\n,\t105 ] } ',
      '{"\\u0074ype":"B\\u0075ffer","d\\u0061t\\u0061":[104,105]}',
    ]) {
      it(content, async () => {
        const { status, body, text } = await attaching.post(bodyOf(content));
        expect(status, text).to.equal(200);
        expect((await downloadsOf(body.id)).map(String)).to.deep.equal(['hi']);
      });
    }
  });

  it('Accepts 25 MiB as numbers, and does not count the bytes of files as values of the body.', async () => {
    const all = Array.from({ length: 256 }, (_, byte) => byte);
    // JSON needs 3.6 bytes for each of them, so this body has 94 MB.
    const largest = `[${`,${all}`.repeat((25 * MIB) / 256).slice(1)}]`;
    const accepted = await attaching.post(bodyOf(largest));
    expect(accepted.status, accepted.text).to.equal(200);
    const [row] = await attaching.storedOf(accepted.body.id);
    expect(row?.bytes?.equals(Buffer.alloc(25 * MIB, Buffer.from(all)))).to.equal(true);
    const zeros = (size: number) => `[${',0'.repeat(size).slice(1)}]`;
    const other = base64(Buffer.alloc(20 * MIB));
    for (const [body, words] of [
      [bodyOf(zeros(26 * MIB)), '25 MB'],
      [bodyOf(`"${other}"},{"content":${zeros(20 * MIB + 1)}`), '40 MB'],
      [bodyOf(zeros(MIB), { unheard_of: Array(1_000_001).fill(0) }), '1000000 values'],
    ] as const) {
      expect(expectError(await attaching.post(body), 422, 'validation_error')).to.include(words);
    }
  }).timeout(120_000);

  describe('Rejects bytes that are not integers from 0 to 255, written with digits alone, with validation_error 422.', () => {
    for (const list of [
      '[1,256]',
      `[${'9'.repeat(400)}]`,
      '[-1]',
      '[-0]',
      '[+1]',
      '[1.5]',
      '[1.0]',
      '[1e2]',
      '[01]',
      '[0x1]',
      '["1"]',
      '[null]',
      '[true]',
      '[[1]]',
      '[{}]',
      '[1,]',
      '[,1]',
      '[1 2]',
      '[1}',
      `${'['.repeat(5_000)}1${']'.repeat(5_000)}`,
    ]) {
      it(list.slice(0, 20), async () => {
        await rejects(list, 'integers from 0 to 255')();
        await rejects(`{"type":"Buffer","data":${list}}`, 'integers from 0 to 255')();
      });
    }
  });

  describe('Rejects an object that does not have exactly the fields of a Buffer, each of them once, with validation_error 422.', () => {
    for (const content of [
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
    ]) {
      it(content.slice(0, 60), rejects(content, 'a Buffer as JSON.stringify writes it'));
    }
  });
});
