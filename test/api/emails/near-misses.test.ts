// Misspelt fields of emails are refused, because without them another email would be sent, or the same at another time
// (docs/reference/requests.md#near-misses). Other unknown fields are ignored.
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { expectSendRefused } from './refusal.ts';
import { createSender, type Sender } from './sender.ts';

describe('A near miss', () => {
  const app = useApp();
  let sender: Sender;
  beforeEach(async () => {
    sender = await createSender(app);
  });
  const expectRefused = (changes: Record<string, unknown>, message: string) =>
    expectSendRefused({ app, sender }, changes, 'validation_error', message);

  describe('Rejects a near miss of a field, such as replyTo or schedule_at, with validation_error 422 and names the right field.', () => {
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
    ] as const) {
      it(`${miss} instead of ${field}`, () =>
        expectRefused({ [miss]: 'x' }, `\`${miss}\` is not a field; use \`${field}\`.`));
    }

    it('before the required field that it was meant to be', () =>
      expectRefused({ from: undefined, form: 'ana@acme.dev' }, '`form` is not a field; use `from`.'));

    it('the first of several', () =>
      expectRefused({ colour: 'blue', htm: 'x', txt: 'y' }, '`htm` is not a field; use `html`.'));

    it('after thousands of fields that mean nothing', () => {
      const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field_${index}`, 1]));
      return expectRefused({ ...unknown, schedule_at: 'x' }, 'use `scheduled_at`');
    });
  });

  describe('Says of a near miss of a name that is not supported, such as scheduledAt in a batch, that it is not.', () => {
    it('scheduledAt and attachment in a batch', async () => {
      for (const [miss, field] of [
        ['scheduledAt', 'scheduled_at'],
        ['attachment', 'attachments'],
      ] as const) {
        const answer = await app
          .as(sender.token)
          .post('/emails/batch')
          .send([sender.body({ [miss]: 'x' })]);
        const message = expectError(answer, 422, 'validation_error', 'index');
        expect(message).to.include(`\`${field}\` is not supported here`);
      }
    });
  });

  it('Ignores a near miss whose value is null.', async () => {
    expect((await sender.send({ replyTo: null, schedule_at: null })).status).to.equal(200);
  });

  describe('Rejects a near miss of a field of a file, such as contentId or file_name, with validation_error 422 and names the right field.', () => {
    for (const [miss, field] of [
      ['contentId', 'content_id'],
      ['contentID', 'content_id'],
      ['contentType', 'content_type'],
      ['contentDisposition', 'content_disposition'],
      ['file_name', 'filename'],
      ['contents', 'content'],
    ] as const) {
      it(miss, () =>
        expectRefused(
          { attachments: [{ content: 'YQ==' }, { [miss]: 'x' }] },
          `\`attachments[1].${miss}\` is not a field; use \`${field}\`.`,
        ),
      );
    }
  });

  it('Rejects a near miss of a field in an email of a batch, such as replyTo, with validation_error 422 and names the right field.', async () => {
    const batch = [sender.body(), sender.body({ replyTo: 'help@acme.dev' })];
    const message = '`replyTo` is not a field; use `reply_to`.';
    const strict = await app.as(sender.token).post('/emails/batch').send(batch);
    expect(expectError(strict, 422, 'validation_error', 'index')).to.equal(message);
    expect(strict.body.index).to.equal(1);
    const permissive = await app
      .as(sender.token)
      .post('/emails/batch')
      .set('x-batch-validation', 'permissive')
      .send(batch);
    expect(permissive.body.data).to.have.length(1);
    expect(permissive.body.errors).to.deep.equal([{ index: 1, message }]);
  });

  describe('Ignores an unknown field of a body.', () => {
    it('that is close to a field and the name of something else, or close to a short one', async () => {
      const ignored = {
        test: 1,
        next: 1,
        tabs: 1,
        reply_by: 1,
        scheduled_by: 1,
        text_body: 1,
        reply: 1,
        topic: 1,
      };
      const short = { tu: 1, ccc: 1, _cc: 1, id: 1, page: 1, order: 1, _: 1, constructor: 1 };
      const file = {
        content: 'YQ==',
        fieldname: 'a',
        context: 'b',
        from: 'c',
        [`${'x'.repeat(100_000)}`]: 1,
      };
      const { status, text } = await sender.send({ ...ignored, ...short, attachments: [file] });
      expect(status, text).to.equal(200);
    });

    it('called __proto__', async () => {
      const body = JSON.stringify(sender.body()).replace('{', '{"__proto__":{"schedule_at":"x"},');
      const answer = await app.as(sender.token).post('/emails').type('json').send(body);
      expect(answer.status, answer.text).to.equal(200);
    });
  });
});
