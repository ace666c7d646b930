// POST /events/send (docs/reference/events.md#post-eventssend).
import { expect } from 'chai';
import { EVENT_PAYLOAD_MAX_BYTES } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createAudience, createContact } from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createEventOwner } from './owner.ts';

const AT_ONCE = 20;
const PAST_THE_RATE = 60;

describe('POST /events/send', () => {
  const app = useApp({ config: { rateLimitPerMinute: 5 } });
  const owner = useEach(() => createEventOwner(app));
  const stored = () => owner.count('received_events');
  const contacts = () => owner.count('contacts');
  const expectNothing = async (work: () => Promise<void>) => {
    const before = [await stored(), await contacts()];
    await work();
    expect([await stored(), await contacts()]).to.deep.equal(before);
  };

  it('Stores an event and answers 202 with its id, the number of runs that it started and of waits that it ended.', async () => {
    await owner.automate('order.paid');
    const { status, body } = await owner.send('order.paid', {
      contact_id: owner.contact.id,
      payload: { order: 1042 },
    });
    expect([status, body]).to.deep.equal([
      202,
      {
        object: 'event',
        id: body.id,
        event: 'order.paid',
        contact_created: false,
        runs_started: 1,
        waits_resolved: 0,
        reason: null,
      },
    ]);
    const [event] = await owner.came();
    expect(event).to.deep.include({ id: body.id, event: 'order.paid', payload: { order: 1042 } });
  });

  it('Says whether the address of an event was no contact before.', async () => {
    const email = 'new@customer.dev';
    const created = async () => (await owner.send('e', { email })).body.contact_created;
    expect([await created(), await created()]).to.deep.equal([true, false]);
  });

  it('Says in words why an event has started no run and ended no wait, and names a domain whose automation has the trigger.', async () => {
    const { name } = owner.domain;
    const reason = async (event: string, fields?: object) => (await owner.send(event, fields)).body.reason;
    expect(await reason('free')).to.equal(`No enabled automation of ${name} has this trigger.`);
    const shop = await createDomain(app.pool, owner.accountId, { name: 'shop.test' });
    await owner.automate('paid', { status: 'disabled' });
    const elsewhere = await owner.automate('paid', { domainId: shop.id });
    const hint = `No enabled automation of ${name} has this trigger; shop.test has one. Set \`domain\` to it.`;
    expect(await reason('paid')).to.equal(hint);
    expect(await reason('paid', { email: 'new@customer.dev' })).to.equal(hint);
    await app.pool.query("UPDATE automations SET status = 'disabled' WHERE id = $1", [elsewhere.id]);
    expect(await reason('paid')).to.equal(`No enabled automation of ${name} has this trigger.`);
    await owner.automate('joined', { reentry: 'once' });
    expect(await reason('joined')).to.equal(null);
    expect(await reason('joined')).to.include('can enter only once');
  });

  it('Takes an event that is not defined, with any payload or none.', async () => {
    const payloads = [undefined, null, [], {}, { a: [{ b: null }], c: 'x' }, JSON.parse('{"__proto__": 1}')];
    for (const payload of payloads)
      expect((await owner.send('free', { contact_id: owner.contact.id, payload })).status).to.equal(202);
    const came = await owner.came();
    expect(JSON.stringify(came.map(({ payload }) => payload))).to.equal(
      JSON.stringify([null, null, null, ...payloads.slice(3)]),
    );
  });

  it('Takes the default domain of the account for an event that names none.', async () => {
    const other = await createDomain(app.pool, owner.accountId, { name: 'other.test' });
    for (const domain of [undefined, null, owner.domain.name.toUpperCase()])
      expect((await owner.send('e', { contact_id: owner.contact.id, domain })).status).to.equal(202);
    expect((await owner.send('e', { email: 'bo@customer.dev', domain: 'other.test' })).status).to.equal(202);
    const { rows } = await app.pool.query(
      'SELECT domain_id FROM received_events WHERE account_id = $1 ORDER BY id',
      [owner.accountId],
    );
    const own = owner.domain.id;
    expect(rows.map(({ domain_id: id }) => id)).to.deep.equal([own, own, own, other.id]);
  });

  it('Rejects an event without a domain with missing_required_field 422 when the account has no default domain.', async () => {
    await app.pool.query('UPDATE domains SET is_default = false WHERE id = $1', [owner.domain.id]);
    await expectNothing(async () => {
      const answer = await owner.send('e');
      expect(expectError(answer, 422, 'missing_required_field')).to.include('`domain`');
    });
  });

  it('Rejects an event with the name of a domain that the account does not have with validation_error 422.', async () => {
    const other = await createEventOwner(app);
    await expectNothing(async () => {
      for (const domain of [other.domain.name, 'nowhere.test', 'no domain', owner.domain.id])
        expectError(await owner.send('e', { contact_id: owner.contact.id, domain }), 422, 'validation_error');
    });
  });

  it('Finds the contact of an event by its id, or by its address in the audience of the domain.', async () => {
    const { id: contactId, email } = owner.contact;
    const elsewhere = await createDomain(app.pool, owner.accountId);
    const { rows } = await app.pool.query('SELECT audience_id FROM domains WHERE id = $1', [elsewhere.id]);
    const twin = await createContact(app.pool, {
      accountId: owner.accountId,
      audienceId: rows[0].audience_id,
      email,
    });
    await owner.send('by_id', { contact_id: contactId.toUpperCase() }).expect(202);
    await owner.send('by_address', { email: email.toUpperCase() }).expect(202);
    const events = (await owner.came()).map(({ event }) => event);
    expect(events).to.deep.equal(['by_id', 'by_address']);
    expect(await owner.came(twin.id)).to.deep.equal([]);
    expect(await contacts()).to.equal(2);
  });

  it('Rejects an event that names no contact, or names it twice, with validation_error 422.', async () => {
    const { id, email } = owner.contact;
    await expectNothing(async () => {
      for (const whom of [{}, { contact_id: null, email: '' }, { contact_id: id, email }])
        expectError(await owner.send('e', whom), 422, 'validation_error');
      for (const whom of [{ contact_id: 'x' }, { email: 'bo' }, { email: 'Bo <bo@customer.dev>' }])
        expectError(await owner.send('e', whom), 422, 'validation_error');
    });
    expectError(await owner.send(undefined), 422, 'missing_required_field');
  });

  it('Rejects an event about an unknown contact_id with not_found 404.', async () => {
    const other = await createEventOwner(app);
    const gone = await createContact(app.pool, {
      accountId: owner.accountId,
      audienceId: (await createAudience(app.pool, owner.accountId)).id,
    });
    await app.pool.query('UPDATE audiences SET deleted_at = now() WHERE id = $1', [gone.audienceId]);
    await expectNothing(async () => {
      for (const id of [UNKNOWN_ID, other.contact.id, gone.id])
        expectError(await owner.send('e', { contact_id: id }), 404, 'not_found');
    });
  });

  it('Rejects an event about a contact outside of the audience of the domain with validation_error 422.', async () => {
    const { id: audienceId } = await createAudience(app.pool, owner.accountId);
    const outside = await createContact(app.pool, { accountId: owner.accountId, audienceId });
    await expectNothing(async () => {
      expectError(await owner.send('e', { contact_id: outside.id }), 422, 'validation_error');
    });
  });

  it('Creates the contact of an unknown address, which starts the automations for new contacts too.', async () => {
    await owner.automate('contact.created');
    await owner.automate('signed_up');
    const { status, body } = await owner.send('signed_up', { email: 'New@Customer.dev', payload: { n: 1 } });
    expect([status, body.runs_started]).to.deep.equal([202, 1]);
    const { body: contact } = await owner.api.get('/contacts/new@customer.dev');
    expect(contact).to.include({ email: 'New@customer.dev', audience_id: owner.audienceId });
    const came = await owner.came(contact.id);
    expect(came.map(({ event, automations }) => [event, automations[0]?.reason])).to.deep.equal([
      ['contact.created', null],
      ['signed_up', null],
    ]);
    expect(came[0]?.payload).to.deep.include({ id: contact.id, email: 'New@customer.dev' });
    expect(await owner.count('automation_runs')).to.equal(2);
  });

  it('Creates one contact when many events about an unknown address arrive at the same time.', async () => {
    await owner.automate('contact.created');
    const before = await contacts();
    const sends = Array.from({ length: AT_ONCE }, () => owner.send('e', { email: 'many@customer.dev' }));
    const answers = await Promise.all(sends);
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 202));
    expect(await contacts()).to.equal(before + 1);
    expect(await owner.count('automation_runs')).to.equal(1);
    expect(await stored()).to.equal(AT_ONCE + 1);
  });

  it('Stores nothing of an event whose contact cannot be created, with contact_limit_reached 429.', async () => {
    await app.pool.query('UPDATE plans SET contact_limit = 2 WHERE id = $1', ['free']);
    const small = await createEventOwner(app, { planId: 'free' });
    await small.send('e', { email: 'second@customer.dev' }).expect(202);
    const answer = await small.send('e', { email: 'third@customer.dev' });
    expectError(answer, 429, 'contact_limit_reached');
    expect(await small.count('received_events')).to.equal(1);
    expect(await small.count('contacts')).to.equal(2);
    expect((await small.send('e')).status).to.equal(202);
  });

  it('Rejects a payload that breaks the schema of its event with validation_error 422 and stores nothing.', async () => {
    const schema = { text: 'string', total: 'number', paid: 'boolean', at: 'date', __proto__x: 'string' };
    await owner.make('/events', { name: 'order.paid', schema });
    const faults = [{ text: 1 }, { total: '1' }, { paid: 1 }, { at: '2026-02-30' }, { at: 'tomorrow' }];
    await expectNothing(async () => {
      for (const payload of [...faults, { text: null }])
        for (const whom of [{ contact_id: owner.contact.id }, { email: 'new@customer.dev' }]) {
          const answer = await owner.send('order.paid', { ...whom, payload });
          expect(expectError(answer, 422, 'validation_error'), JSON.stringify(payload)).to.include(
            '`payload.',
          );
        }
    });
  });

  it('Accepts a payload that lacks fields of its schema or has others.', async () => {
    const schema = { total: 'number', at: 'date' };
    await owner.make('/events', { name: 'order.paid', schema });
    const good = { total: 5, at: '2026-11-20T12:00:00+01:00' };
    for (const payload of [null, {}, { more: [1] }, { at: '2026-11-20' }, good])
      expect((await owner.send('order.paid', { contact_id: owner.contact.id, payload })).status).to.equal(
        202,
      );
  });

  it('Rejects a payload that is no object, or has more than 64 KiB, with validation_error 422.', async () => {
    const ofBytes = (bytes: number) => ({ text: 'é'.repeat((bytes - '{"text":""}'.length) / 2) });
    const size = EVENT_PAYLOAD_MAX_BYTES + 1;
    await expectNothing(async () => {
      for (const payload of [[1], 'text', 7, ofBytes(size)])
        expectError(
          await owner.send('e', { contact_id: owner.contact.id, payload }),
          422,
          'validation_error',
        );
    });
    const largest = ofBytes(size - 2);
    await owner.send('e', { contact_id: owner.contact.id, payload: largest }).expect(202);
    expect((await owner.came())[0]?.payload).to.deep.equal(largest);
  });

  it('Answers an event with a repeated Idempotency-Key with the first answer and stores nothing again.', async () => {
    await owner.automate('contact.created');
    for (const [key, whom] of [
      ['known', { contact_id: owner.contact.id }],
      ['new', { email: 'new@customer.dev' }],
    ] as const) {
      const send = (name = 'e') => owner.send(name, whom).set('Idempotency-Key', key);
      const first = await send();
      expect(first.status).to.equal(202);
      const before = await stored();
      const again = await send();
      expect([again.status, again.text]).to.deep.equal([202, first.text]);
      expect(again.headers['idempotent-replayed']).to.equal('true');
      expect(await stored()).to.equal(before);
      expectError(await send('other'), 409, 'invalid_idempotent_request');
    }
  });

  it('Frees the Idempotency-Key of an event that was rejected.', async () => {
    const send = (id: string) => owner.send('e', { contact_id: id }).set('Idempotency-Key', 'k');
    expectError(await send(UNKNOWN_ID), 404, 'not_found');
    expect((await send(owner.contact.id)).status).to.equal(202);
  });

  it('Sends events without a rate limit.', async () => {
    const answers = await Promise.all(Array.from({ length: PAST_THE_RATE }, () => owner.send('e')));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([202]));
  });
});
