// DELETE /contacts/:id?erase=true (docs/reference/contacts.md#erasing-a-person). The job that it starts has its tests in
// test/workers/jobs/erase-person.test.ts.
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createContactOwner } from './owner.ts';

describe('DELETE /contacts/:id?erase=true', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));
  const erasures = async () => {
    const { rows } = await app.pool.query(
      'SELECT email_key, contact_ids FROM contact_erasures WHERE account_id = $1',
      [owner.accountId],
    );
    return rows;
  };

  it('Answers 202, and deletes the contacts of the address in all audiences of the account at once.', async () => {
    const other = await createContactOwner(app);
    await other.add('bo@x.dev').expect(201);
    const audience = await owner.audience();
    const first = (await owner.add('Bo@x.dev', { first_name: 'Bo', last_name: 'Smith' })).body;
    const second = (await owner.add('bo@x.dev', { first_name: 'Bobby', audience_id: audience })).body;
    await owner.add('cy@x.dev');
    const announced = await owner.listen('contact.deleted');
    const { status, body } = await owner.api.delete(`/contacts/${second.id}?erase=true`);
    const answer = { object: 'contact', id: second.id, contact: second.id, deleted: true };
    expect([status, body]).to.deep.equal([202, answer]);
    expect([await owner.emails(), await other.emails()]).to.deep.equal([['cy@x.dev'], ['bo@x.dev']]);
    const ids = (await announced()).map(({ data }) => data['id']);
    expect(ids).to.have.members([first.id, second.id]);
    const [erasure, ...more] = await erasures();
    expect([erasure.email_key, more]).to.deep.equal(['bo@x.dev', []]);
    expect(erasure.contact_ids).to.have.members([first.id, second.id]);
    expectError(await owner.api.delete(`/contacts/${first.id}?erase=true`), 404, 'not_found');
  });

  it('Erases no contact without `erase=true`, and rejects a value that is neither true nor false with validation_error 422.', async () => {
    await owner.add('bo@x.dev');
    const wrong = await owner.api.delete('/contacts/bo@x.dev?erase=yes');
    expect(expectError(wrong, 422, 'validation_error')).to.include('`erase`');
    expectError(await owner.api.delete('/contacts/bo@x.dev?earse=true'), 422, 'validation_error');
    expect((await owner.api.delete('/contacts/bo@x.dev?erase=false')).status).to.equal(200);
    expect(await erasures()).to.deep.equal([]);
  });

  it('Erases a person once when several requests do it at the same time.', async () => {
    const paths = [];
    for (const name of ['A', 'B', 'C']) {
      const audience = await owner.audience(name);
      await owner.add('bo@x.dev', { audience_id: audience });
      paths.push(`/audiences/${audience}/contacts/bo@x.dev?erase=true`);
    }
    const answers = await Promise.all([...paths, ...paths].map((path) => owner.api.delete(path)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([202, 404, 404, 404, 404, 404]);
    expect(await erasures()).to.have.length(1);
  });
});
