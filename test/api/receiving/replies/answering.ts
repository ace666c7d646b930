// An account that has received an email at a domain of its own, and answers it.
import { expect } from 'chai';
import { ERROR_STATUS, type ErrorName } from '../../../../shared/contract/errors.ts';
import type { TestApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { createReceived, type ReceivedFields } from '../../../support/factories/received-factories.ts';
import { leaveNoFile } from '../../emails/attachments/use-attaching.ts';
import { createSender, type Sender } from '../../emails/sender.ts';
import type { Fields } from '../../specimen.ts';

/** An answer that is asked for. */
interface Asked {
  verb: 'forward' | 'reply';
  id: string;
  body: Fields;
}

/** An account that answers. */
export interface Answering extends Sender {
  /** An address at the domain of the account. */
  at(localPart: string): string;
  /** Receives an email at `help@`, unless the fields say otherwise. @returns its id */
  receive(fields?: ReceivedFields): Promise<string>;
  ask(asked: Asked): ReturnType<Sender['send']>;
  /** It must be accepted. @returns the record of the email */
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation, as supertest types it.
  answered(asked: Asked): Promise<any>;
  /** It must be refused, and nothing stored or charged. @returns the message */
  answerRefused(asked: Asked, name?: ErrorName): Promise<string>;
}

/** A new account for each test, after which no file may be left that no email refers to. Call it within `describe`. */
export function useAnswering(app: TestApp): Answering {
  leaveNoFile(app);
  return useEach(() => createAnswering(app));
}

async function createAnswering(app: TestApp): Promise<Answering> {
  const sender = await createSender(app, { domain: { receivingEnabled: true } });
  const { api, accountId, domain, read, count } = sender;
  const at = (localPart: string) => `${localPart}@${domain.name}`;
  const ask = ({ verb, id, body }: Asked) => api.post(`/emails/receiving/${id}/${verb}`).send(body);
  const usage = async () =>
    (await app.pool.query('SELECT used FROM email_usage WHERE account_id = $1', [accountId])).rows;
  return {
    ...sender,
    at,
    ask,
    async receive({ receivedFor = [at('help')], contents, ...others } = {}) {
      const fields = { domainId: domain.id, receivedFor, contents: { to: receivedFor, ...contents } };
      return (await createReceived(app.pool, accountId, { ...fields, ...others })).id;
    },
    async answered(asked) {
      const { status, body } = await ask(asked);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.have.all.keys('id');
      return await read(`/emails/${body.id}`);
    },
    async answerRefused(asked, name = 'validation_error') {
      const before = [await count('emails'), await usage()];
      const message = expectError(await ask(asked), ERROR_STATUS[name], name);
      expect([await count('emails'), await usage()]).to.deep.equal(before);
      return message;
    },
  };
}
