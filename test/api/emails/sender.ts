// An account that may send: its domain, its key, and requests that differ from a good one in what a test is about.
import { expect } from 'chai';
import { ERROR_STATUS, type ErrorName } from '../../../shared/contract/errors.ts';
import { type Caller, type CallerFields, createCaller } from '../../support/api/account.ts';
import type { TestApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createDomain, type DomainFields } from '../../support/factories/factories.ts';
import type { Fields } from '../specimen.ts';

type Sent = ReturnType<Caller['api']['post']>;

/** An account with an API key and a domain that may send. */
export interface Sender extends Caller {
  domain: { id: string; name: string };
  /** A body that is accepted, with some fields changed; undefined leaves one out. */
  body(changes?: Fields): Fields;
  /** POST /emails with such a body. */
  send(changes?: Fields): Sent;
  /** The same; it must be accepted. @returns the record of the email */
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation, as supertest types it.
  sent(changes?: Fields): Promise<any>;
  /** The same; it must be refused, and no email stored. @returns the message */
  refused(changes: Fields, name?: ErrorName): Promise<string>;
  /** POST /emails/batch. */
  batch(items: unknown, headers?: Record<string, string>): Sent;
}

/** What differs from an account without limits whose domain is verified. */
export interface SenderFields extends CallerFields {
  domain?: DomainFields;
}

/** Creates a sender. */
export async function createSender(app: TestApp, fields: SenderFields = {}): Promise<Sender> {
  const { domain: domainFields, ...account } = fields;
  const caller = await createCaller(app, account);
  const { accountId, api, count, read } = caller;
  const domain = await createDomain(app.pool, accountId, domainFields);
  const body = (changes: Fields = {}) => ({
    from: `ana@${domain.name}`,
    to: 'bo@customer.dev',
    subject: 'Hello',
    text: 'Hello Bo',
    ...changes,
  });
  const send = (changes?: Fields) => api.post('/emails').send(body(changes));
  return {
    ...caller,
    domain,
    body,
    send,
    async sent(changes) {
      const { status, body: answered } = await send(changes);
      expect(status, JSON.stringify(answered)).to.equal(200);
      expect(answered).to.have.all.keys('id');
      return await read(`/emails/${answered.id}`);
    },
    async refused(changes, name = 'validation_error') {
      const before = await count('emails');
      const message = expectError(await send(changes), ERROR_STATUS[name], name);
      expect(await count('emails')).to.equal(before);
      return message;
    },
    batch: (items, headers = {}) =>
      api
        .post('/emails/batch')
        .set(headers)
        .send(items as object),
  };
}

/** A new sender for each test of the enclosing `describe`. Read its fields inside hooks and tests. */
export function useSender(app: TestApp, fields?: SenderFields): Sender {
  return useEach(() => createSender(app, fields));
}
