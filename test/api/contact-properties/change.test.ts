// PATCH and DELETE /contact-properties/:id
// (docs/reference/contact-properties.md#patch-and-delete-contact-propertiesid).
import { expect } from 'chai';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';

const SEATS = { key: 'seats', type: 'number', fallback_value: 5 };

describe('/contact-properties/:id', () => {
  const app = useApp();
  const account = useAccount(app);
  let path: string;
  let created: { id: string };
  beforeEach(async () => {
    created = (await account.api.post('/contact-properties').send(SEATS)).body;
    path = `/contact-properties/${created.id}`;
  });
  const get = () => account.api.get(path);
  const patch = (body?: object) => account.api.patch(path).send(body);

  it('Changes the fallback value of a contact property, and removes it with null.', async () => {
    for (const fallback_value of [0, 7.5, null]) {
      const { status, body } = await patch({ fallback_value });
      expect([status, body]).to.deep.equal([200, { ...created, fallback_value }]);
      expect((await get()).body).to.deep.equal(body);
    }
  });

  it('Changes nothing in a contact property when the request has no known field.', async () => {
    for (const body of [undefined, {}, { colour: 'blue', fallbackValue: 7 }])
      expect((await patch(body)).body).to.deep.equal(created);
  });

  it('Rejects a changed fallback value that does not fit the type with validation_error 422 and changes nothing.', async () => {
    for (const fallback_value of ['7', true, [7], '']) {
      const answer = await patch({ fallback_value });
      expect(expectError(answer, 422, 'validation_error')).to.include('`fallback_value`');
    }
    expect((await get()).body).to.deep.equal(created);
  });

  it('Accepts the present `key` and `type` in a change of a contact property and rejects others with validation_error 422.', async () => {
    const { body } = await patch({ ...SEATS, fallback_value: 7 });
    expect(body).to.deep.equal({ ...created, fallback_value: 7 });
    for (const [field, value] of [
      ['key', 'Seats'],
      ['type', 'string'],
    ] as const) {
      const answer = await patch({ fallback_value: 8, [field]: value });
      expect(expectError(answer, 422, 'validation_error')).to.equal(`\`${field}\` cannot be changed.`);
    }
    for (const change of [{ key: null }, { key: '' }, { type: null }, { type: 'text' }])
      expectError(await patch(change), 422, 'validation_error');
    expect((await get()).body).to.deep.equal(body);
  });

  it('Answers the deletion of a contact property with its id and `deleted: true`; it is not_found 404 afterwards.', async () => {
    const { status, body } = await account.api.delete(
      path.toUpperCase().replace('CONTACT-PROPERTIES', 'contact-properties'),
    );
    const deleted = { object: 'contact_property', id: created.id, deleted: true };
    expect([status, body]).to.deep.equal([200, deleted]);
    for (const answer of [await get(), await patch({ fallback_value: 7 }), await account.api.delete(path)])
      expect(expectError(answer, 404, 'not_found')).to.equal('Contact property not found.');
  });
});
