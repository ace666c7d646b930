// What forward and reply have in common (docs/reference/receiving-answers.md#both).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createDomain, createSuppression } from '../../../support/factories/factories.ts';
import { createSender } from '../../emails/sender.ts';
import type { Fields } from '../../specimen.ts';
import { useAnswering } from './answering.ts';

/** Requests of both operations; the reply goes to bo@customer.dev, like the forward. */
const BODIES = {
  forward: { to: 'bo@customer.dev' },
  reply: { text: 'Thank you' },
} as const;
const VERBS = ['forward', 'reply'] as const;

describe('An answer to a received email', () => {
  const app = useApp();
  const account = useAnswering(app);
  const asked = (verb: (typeof VERBS)[number], id: string, body: Fields = {}) => ({
    verb,
    id,
    body: { ...BODIES[verb], ...body },
  });

  it('Sends an answer from the first address that has received the email and whose domain may send, or from the one of the request.', async () => {
    const pending = await createDomain(app.pool, account.accountId, { status: 'pending' });
    const receivedFor = ['odd', `a@${pending.name}`, account.at('sales'), account.at('help')];
    const id = await account.receive({ receivedFor });
    for (const verb of VERBS) {
      expect((await account.answered(asked(verb, id))).from).to.equal(account.at('sales'));
      const from = `Ana <${account.at('ana')}>`;
      expect((await account.answered(asked(verb, id, { from }))).from).to.equal(from);
    }
  });

  it('Rejects an answer whose from is not at a domain that may send, given or not, with validation_error 422.', async () => {
    const id = await account.receive();
    const elsewhere = await account.receive({ receivedFor: ['postmaster@mx.posthorn.dev'] });
    for (const verb of VERBS) {
      expect(await account.answerRefused(asked(verb, id, { from: 'ana@foreign.dev' }))).to.include(
        'foreign.dev',
      );
      expect(await account.answerRefused(asked(verb, elsewhere))).to.include(account.domain.name);
      expect(
        await account.answerRefused(asked(verb, await account.receive({ receivedFor: ['odd'] }))),
      ).to.include('`from`');
    }
  });

  it('Counts in the header X-Posthorn-Hops how often an email was answered, and rejects the tenth answer with validation_error 422.', async () => {
    const receive = (...values: string[]) =>
      account.receive({
        contents: { headers: values.map((value) => ({ name: 'x-posthorn-hops', value })) },
      });
    for (const verb of VERBS) {
      const headersOf = async (...values: string[]) =>
        (await account.answered(asked(verb, await receive(...values)))).headers;
      expect(await headersOf('8')).to.include({ 'X-Posthorn-Hops': '9' });
      expect(await headersOf(' 3\r\n', '5', 'many')).to.include({ 'X-Posthorn-Hops': '6' });
      expect(await headersOf('-1')).to.include({ 'X-Posthorn-Hops': '1' });
      for (const value of ['9', '10', '9'.repeat(400)])
        expect(await account.answerRefused(asked(verb, await receive(value)))).to.include('9 times');
    }
  });

  it('Rejects an answer to a reserved domain with reserved_recipient 422, and one whose to recipients are all suppressed with validation_error 422.', async () => {
    const id = await account.receive();
    const reserved = await account.receive({ contents: { replyTo: ['bo@example.com'] } });
    await account.answerRefused(asked('reply', reserved), 'reserved_recipient');
    await account.answerRefused(asked('reply', id, { bcc: 'bo@mail.test' }), 'reserved_recipient');
    const to = ['bo@customer.dev', 'bo@example.com'];
    await account.answerRefused(asked('forward', id, { to }), 'reserved_recipient');
    await createSuppression(app.pool, account.accountId, 'bo@customer.dev');
    const withFile = await account.receive({ files: [{}] });
    for (const verb of VERBS)
      expect(await account.answerRefused(asked(verb, withFile))).to.include('suppressed');
    await account.answered(asked('forward', id, { to: ['bo@customer.dev', 'delivered@simulator.test'] }));
  });

  it('Charges each recipient of an answer, and answers with the headers of the quota.', async () => {
    const id = await account.receive();
    const { headers } = await account.ask(asked('reply', id, { cc: 'cy@customer.dev' }));
    // The received email has cost one.
    expect(headers['x-service-monthly-quota']).to.equal('3');
    const next = await account.ask(asked('forward', id, { to: ['a@customer.dev', 'b@customer.dev'] }));
    expect(next.headers['x-service-monthly-quota']).to.equal('5');
    expect(next.headers).not.to.have.property('ratelimit-limit');
  });

  it('Sends an answer with an Idempotency-Key once; the same request about another received email is another request.', async () => {
    const id = await account.receive({ files: [{}] });
    const other = await account.receive();
    for (const verb of VERBS) {
      const ask = (original: string, body?: Fields) =>
        account.ask(asked(verb, original, body)).set('Idempotency-Key', verb);
      const first = await ask(id);
      const again = await ask(id);
      expect([first.status, again.status, again.text]).to.deep.equal([200, 200, first.text]);
      expect(again.headers).to.include({ 'idempotent-replayed': 'true' });
      expectError(await ask(other), 409, 'invalid_idempotent_request');
      expectError(await ask(id, { from: account.at('ana') }), 409, 'invalid_idempotent_request');
    }
    expect(await account.count('emails')).to.equal(2);
  });

  it('Answers not_found 404 for a received email of another account, and for one that was not read yet.', async () => {
    const unread = await account.receive({ isParsed: false });
    const foreign = await createSender(app);
    const id = await account.receive();
    for (const verb of VERBS) {
      await account.answerRefused(asked(verb, unread), 'not_found');
      const path = `/emails/receiving/${id}/${verb}`;
      expectError(await foreign.api.post(path).send(BODIES[verb]), 404, 'not_found');
    }
  });

  it('Lists answers with the source forward or reply, and traces them to their requests.', async () => {
    const id = await account.receive();
    for (const verb of VERBS) {
      const email = await account.answered(asked(verb, id));
      expect(
        (await account.read(`/emails?source=${verb}`)).data.map((each: Fields) => each['id']),
      ).to.deep.equal([email.id]);
      await app.deps.requestLogs.drain();
      const { log_id } = await account.read(`/emails/${email.id}/trace`);
      expect(await account.read(`/logs/${log_id}`)).to.deep.include({
        endpoint: `/emails/receiving/${id}/${verb}`,
        request_body: BODIES[verb],
      });
    }
  });
});
