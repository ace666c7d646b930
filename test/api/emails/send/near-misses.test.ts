// Misspelt fields of emails are refused, because without them another email would be sent, or the same at another time
// (docs/reference/requests.md#near-misses). Other unknown fields are ignored.
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useSender } from '../sender.ts';

describe('A near miss', () => {
  const app = useApp();
  const sender = useSender(app);

  it('Rejects a near miss of a field, such as replyTo or schedule_at, with validation_error 422 and names the right field.', async () => {
    for (const [miss, field] of [
      ['replyTo', 'reply_to'],
      ['Reply-To', 'reply_to'],
      ['previewText', 'preview_text'],
      ['scheduledAt', 'scheduled_at'],
      ['schedule_at', 'scheduled_at'],
      ['scheduled_ta', 'scheduled_at'],
      ['tag', 'tags'],
      ['BCC', 'bcc'],
      ['HTML', 'html'],
      ['txt', 'text'],
      ['subjects', 'subject'],
      ['header', 'headers'],
      ['attachment', 'attachments'],
      ['topicId', 'topic_id'],
      ['templateId', 'template_id'],
      ['variable', 'variables'],
      ['trackings', 'tracking'],
    ] as const)
      expect(await sender.refused({ [miss]: 'x' })).to.include(
        `\`${miss}\` is not a field; use \`${field}\`.`,
      );
    const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field_${index}`, 1]));
    for (const [fields, words] of [
      // Before the required field that it was meant to be.
      [{ from: undefined, form: 'ana@acme.dev' }, '`form` is not a field; use `from`.'],
      // The first of several.
      [{ colour: 'blue', htm: 'x', txt: 'y' }, '`htm` is not a field; use `html`.'],
      // After thousands of fields that mean nothing.
      [{ ...unknown, schedule_at: 'x' }, 'use `scheduled_at`'],
    ] as const)
      expect(await sender.refused(fields)).to.include(words);
  });

  it('Says of a near miss of a name that is not supported, such as scheduledAt in a batch, that it is not.', async () => {
    for (const [miss, field] of [
      ['scheduledAt', 'scheduled_at'],
      ['attachment', 'attachments'],
    ] as const) {
      const answer = await sender.batch([sender.body({ [miss]: 'x' })]);
      expect(expectError(answer, 422, 'validation_error', 'index')).to.include(
        `\`${field}\` is not supported here`,
      );
    }
  });

  it('Ignores a near miss whose value is null.', async () => {
    expect((await sender.send({ replyTo: null, schedule_at: null })).status).to.equal(200);
  });

  it('Rejects a near miss of a field of a file, such as contentId or file_name, with validation_error 422 and names the right field.', async () => {
    for (const [miss, field] of [
      ['contentId', 'content_id'],
      ['contentID', 'content_id'],
      ['contentType', 'content_type'],
      ['contentDisposition', 'content_disposition'],
      ['file_name', 'filename'],
      ['contents', 'content'],
    ] as const)
      expect(await sender.refused({ attachments: [{ content: 'YQ==' }, { [miss]: 'x' }] })).to.include(
        `\`attachments[1].${miss}\` is not a field; use \`${field}\`.`,
      );
  });

  it('Rejects a near miss of a field in an email of a batch, such as replyTo, with validation_error 422 and names the right field.', async () => {
    const batch = [sender.body(), sender.body({ replyTo: 'help@acme.dev' })];
    const message = '`replyTo` is not a field; use `reply_to`.';
    const strict = await sender.batch(batch);
    expect(expectError(strict, 422, 'validation_error', 'index')).to.equal(message);
    expect(strict.body.index).to.equal(1);
    const permissive = await sender.batch(batch, { 'x-batch-validation': 'permissive' });
    expect(permissive.body.data).to.have.length(1);
    expect(permissive.body.errors).to.deep.equal([{ index: 1, message }]);
  });

  it('Ignores an unknown field of a body.', async () => {
    // Those that are close to a field and the name of something else, and those that are close to a short one.
    const others = 'test, next, tabs, reply_by, scheduled_by, text_body, reply, topic'.split(', ');
    const short = 'tu, ccc, _cc, id, page, order, _, constructor'.split(', ');
    const unknown = Object.fromEntries([...others, ...short].map((name) => [name, 1]));
    const file = { content: 'YQ==', fieldname: 'a', context: 'b', from: 'c', ['x'.repeat(100_000)]: 1 };
    await sender.sent({ ...unknown, attachments: [file] });
    const body = JSON.stringify(sender.body()).replace('{', '{"__proto__":{"schedule_at":"x"},');
    const answer = await sender.api.post('/emails').type('json').send(body);
    expect(answer.status, answer.text).to.equal(200);
  });
});
