// POST /emails with files at their limits, and bodies with files that are refused as a whole. After each test no email
// and no upload is left of what was refused. Single faults of files are in test/api/emails/attachments/refusals.ts.
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { base64, fileOf, MIB, useAttaching } from './use-attaching.ts';

describe('POST /emails with invalid attachments', () => {
  const app = useApp();
  const attaching = useAttaching(app);
  const content = base64('a');
  const refused = async (body: string | Buffer, headers: Record<string, string> = {}) => {
    const message = expectError(await attaching.post(body, headers), 422, 'validation_error');
    expect(await attaching.count('emails')).to.equal(0);
    return message;
  };
  /** The JSON of an email with a file of 1 MiB. */
  const large = () => JSON.stringify(attaching.body({ attachments: [fileOf(MIB)] }));

  it('Accepts files with a content and files with a path in one email.', async () => {
    const files = [{ content }, { path: 'https://files.customer.dev/b' }];
    expect(await attaching.sendFiles(files)).to.have.length(2);
  });

  it('Rejects a file of more than 25 MiB, or files of more than 40 MiB together, with validation_error 422.', async () => {
    expect(await attaching.refused({ attachments: [fileOf(25 * MIB + 1)] })).to.include('25 MB');
    const attachments = [fileOf(20 * MIB), fileOf(20 * MIB), fileOf(1)];
    expect(await attaching.refused({ attachments })).to.include('40 MB');
    const [row] = await attaching.sendFiles([fileOf(25 * MIB)]);
    expect(row?.bytes?.equals(Buffer.alloc(25 * MIB, 'content '))).to.equal(true);
    expect(await attaching.sendFiles([fileOf(25 * MIB), fileOf(15 * MIB)])).to.have.length(2);
  });

  describe('Stores each file with its name, type, content id and disposition, and completes the fields that are absent.', () => {
    it('at the limits of each field', async () => {
      for (const file of [
        { path: 'https://files.customer.dev/'.padEnd(2_048, 'x') },
        { content, filename: 'x'.repeat(255) },
        { content, content_type: `text/x; a=${'x'.repeat(150)}; b=`.padEnd(255, 'x') },
        { content, content_id: 'x'.repeat(128) },
      ]) {
        const { content: _, ...fields } = { content: undefined, ...file };
        const [row] = await attaching.sendFiles([file]);
        expect(row).to.include(fields);
      }
    });
  });

  it('Takes inline_content_id as another name of content_id, and rejects a file where they differ with validation_error 422.', async () => {
    const rows = await attaching.sendFiles([
      { content, inline_content_id: 'a' },
      { content, content_id: 'b', inline_content_id: 'b' },
    ]);
    expect(rows.map(({ content_id, disposition }) => [content_id, disposition])).to.deep.equal([
      ['a', 'inline'],
      ['b', 'inline'],
    ]);
  });

  it('Names a fault in a content before every other fault of the body and before one of the Idempotency-Key.', async () => {
    const body = attaching.body({ subject: '', attachments: [{ content: 'not base64!' }] });
    expect(await refused(JSON.stringify(body), { 'Idempotency-Key': '' })).to.include(
      'attachments[0].content',
    );
  });

  it('Discards the files of a request that is rejected for another fault.', async () => {
    await attaching.refused({ attachments: [fileOf(2 * MIB)], subject: '' }, 'missing_required_field');
  });

  describe('Rejects a body with files that is malformed, not JSON or wrongly compressed with validation_error 422.', () => {
    it('JSON that ends too early, or is malformed inside or after a file', async () => {
      const body = large();
      for (const broken of [body.slice(0, MIB), `${body.slice(0, MIB)}\n${body.slice(MIB)}x`, `${body}]`])
        await refused(broken);
    });

    it('compressed data that is malformed, ends too early or becomes larger than 100 MiB', async () => {
      const gzip = { 'Content-Encoding': 'gzip' };
      expect(await refused(Buffer.from('no gzip'), gzip)).to.include('gzip');
      expect(await refused(gzipSync(Buffer.alloc(101 * MIB, ' ')), gzip)).to.include('at most');
      await refused(gzipSync(large()).subarray(0, -100), gzip);
    });

    it('an unknown Content-Encoding, and a Content-Type other than JSON', async () => {
      await refused(large(), { 'Content-Encoding': 'zstd' });
      expect(await refused(large(), { 'Content-Type': 'text/plain' })).to.include('application/json');
    });
  });
});
