// POST /emails with fields at their limits (docs/reference/emails.md#content). What is beyond them is in
// test/api/emails/send/refusals.ts.
import { expect } from 'chai';
import { CONTENT_MAX_BYTES } from '../../../../shared/contract/limits.ts';
import { useApp } from '../../../support/api/app.ts';
import { createSender, type Sender } from '../sender.ts';
import { headersOf, tagsOf } from './many.ts';

const SERVICE_HEADERS =
  'From, Sender, To, Cc, Bcc, Reply-To, Subject, Date, Message-ID, MIME-Version, Content-Type, Content-Transfer-Encoding, DKIM-Signature, ARC-Seal, Authentication-Results, Return-Path, Received, Resent-From, CFBL-Address, CFBL-Feedback-ID, X-Posthorn-Hops, X-Posthorn-Ref'.split(
    ', ',
  );

describe('POST /emails', () => {
  const app = useApp();
  let sender: Sender;
  before(async () => {
    sender = await createSender(app);
  });

  describe('Stores addresses, texts, headers and tags unchanged.', () => {
    it('at the limits of each field', async () => {
      const largest = Array.from({ length: 8 }, (_, index) => [`X-${index}`, 'x'.repeat(8_189)]);
      for (const fields of [
        { subject: 'x'.repeat(998) },
        { text: null, html: '<p>x</p>' },
        { text: 'x', html: null },
        { text: '', html: '<p>x</p>' },
        { html: 'ü'.repeat(CONTENT_MAX_BYTES / 4), text: 'x'.repeat(CONTENT_MAX_BYTES / 2) },
        { preview_text: 'x'.repeat(2_000) },
        { headers: Object.fromEntries(largest) },
        { headers: headersOf(50) },
        { headers: { ['X'.repeat(75)]: 'x' } },
        { headers: { "!#$%&'*+-.^_`|~09aZ": 'x' } },
        // Names that only begin or end like those that the service writes.
        { headers: { 'To-Do': 'x', Contents: 'y', 'X-From': 'z' } },
        { tags: tagsOf(75) },
        { tags: [{ name: 'n'.repeat(256), value: 'v'.repeat(256) }] },
        { tags: [{ name: 'aZ09_-', value: '-_90Za' }] },
      ]) {
        const email = await sender.sent(fields);
        for (const [field, value] of Object.entries(fields)) expect(email[field], field).to.deep.equal(value);
      }
    });
  });

  it('Accepts tags as an object of texts, which are the list of its pairs, and rejects one with other values with validation_error 422.', async () => {
    const tags = JSON.parse('{"kind": "order", "17": "a", "__proto__": "b"}');
    const pairs = Object.entries(tags).map(([name, value]) => ({ name, value }));
    expect((await sender.sent({ tags })).tags).to.deep.equal(pairs);
    const { body } = await sender.batch([sender.body({ tags }), sender.body({ tags: {} })]);
    const stored = body.data.map(async ({ id }: { id: string }) => (await sender.read(`/emails/${id}`)).tags);
    expect(await Promise.all(stored)).to.deep.equal([pairs, []]);
    const found = await sender.api.get('/emails').query({ tag: 'kind:order' });
    expect(found.body.data).to.have.length(2);
  });

  it('Cuts an error message after 1,000 characters when it repeats a long header name.', async () => {
    expect(await sender.refused({ headers: { ['X'.repeat(500_000)]: 'x' } })).to.match(/^.{990}X{10}…$/);
  });

  it('Rejects a header that the service writes itself, in upper or lower case, with validation_error 422.', async () => {
    for (const name of SERVICE_HEADERS) {
      for (const spelling of [name, name.toUpperCase(), name.toLowerCase()])
        expect(await sender.refused({ headers: { [spelling]: 'x' } })).to.include(spelling);
    }
  });

  describe('Ignores an unknown field of a body.', () => {
    it('in every operation of emails, and in a tag', async () => {
      const { tags } = await sender.sent({ colour: 'blue', tags: [{ name: 'a', value: 'b', c: 'd' }] });
      expect(tags).to.deep.equal([{ name: 'a', value: 'b' }]);
      const { id } = await sender.sent({ scheduled_at: 'in 1 hour' });
      for (const answer of [
        await sender.batch([sender.body({ colour: 'blue' })]),
        await sender.api.patch(`/emails/${id}`).send({ scheduled_at: 'in 2 hours', colour: 'blue' }),
        await sender.api.post(`/emails/${id}/share`).send({ colour: 'blue' }),
        await sender.api.post(`/emails/${id}/cancel`).send({ colour: 'blue' }),
      ])
        expect(answer.status, answer.text).to.equal(200);
    });
  });
});
