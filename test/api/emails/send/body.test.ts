// Request bodies of the operations of emails: size, JSON and content type (docs/reference/requests.md#bodies). How
// bodies are read in general is tested in test/api/body/read-json-body.test.ts.
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { sendPending } from '../pending-email.ts';
import { createSender, type Sender } from '../sender.ts';

const MIB = 1024 * 1024;

describe('Bodies of /emails', () => {
  const app = useApp();
  let sender: Sender;
  let pendingId: string;
  before(async () => {
    sender = await createSender(app);
    pendingId = await sendPending(sender);
  });
  const ask = (method: 'post' | 'patch', path: string, body: Buffer | string, type = 'application/json') =>
    sender.api[method](path)
      .set('Content-Type', type)
      .serialize((bytes: unknown) => bytes as string)
      .send(body as string);
  /** JSON of exactly this length, padded with white space at its end. */
  const padded = (value: unknown, bytes: number) => {
    const body = Buffer.alloc(bytes, ' ');
    body.write(JSON.stringify(value));
    return body;
  };
  const operations = () =>
    [
      ['post', '/emails', 100 * MIB, sender.body()],
      ['post', '/emails/batch', 100 * MIB, [sender.body()]],
      ['patch', `/emails/${pendingId}`, MIB, { scheduled_at: 'in 2 hours' }],
      ['post', `/emails/${pendingId}/share`, MIB, {}],
    ] as const;

  it('Rejects a body that is larger than the limit of its operation with validation_error 422.', async () => {
    for (const [method, path, most, value] of operations()) {
      const taken = await ask(method, path, padded(value, most));
      expect(taken.status, `${path} ${taken.text}`).to.equal(200);
      const answer = await ask(method, path, padded(value, most + 1));
      expect(expectError(answer, 422, 'validation_error')).to.include(String(most));
    }
  });

  it('Rejects malformed JSON with validation_error 422.', async () => {
    for (const [method, path, , value] of operations()) {
      const json = JSON.stringify(value);
      for (const body of [json.slice(0, -1), `${json}x`, `'${json}'`])
        expectError(await ask(method, path, body), 422, 'validation_error');
    }
  });

  it('Rejects a body of another content type with validation_error 422.', async () => {
    for (const [method, path, , value] of operations()) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
        expectError(await ask(method, path, JSON.stringify(value), type), 422, 'validation_error');
    }
  });
});
