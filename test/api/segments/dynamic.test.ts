// Whom a dynamic segment has (docs/reference/segments.md#contacts-of-a-dynamic-segment).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createContactOwner } from '../contacts/owner.ts';

const NAMED = { field: 'contact.first_name', operator: 'exists' };

describe('A dynamic segment', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));
  let segment: string;
  beforeEach(async () => {
    segment = await owner.make('/segments', { name: 'Named', filter: NAMED });
  });
  const namesAt = async (path: string) =>
    (await owner.emailsAt(path)).map((email) => email.split('@')[0]).join(' ');

  it('Lists the contacts that meet the filter of a dynamic segment, wherever a list takes a segment.', async () => {
    const fixed = await owner.make('/segments', { name: 'Fixed' });
    for (const name of ['a', 'b', 'c', 'd']) {
      await owner.add(`${name}@x.dev`, { first_name: name, segments: name === 'c' ? [fixed] : [] });
      await owner.add(`un${name}@x.dev`, { segments: [fixed] });
    }
    const paths = [
      `/segments/${segment}/contacts`,
      `/audiences/${segment}/contacts`,
      `/contacts?segment_id=${segment}`,
    ];
    for (const path of paths) expect(await namesAt(path)).to.equal('d c b a');
    const [path = ''] = paths;
    const first = await owner.read(`${path}?limit=2`);
    expect([first.data.length, first.has_more]).to.deep.equal([2, true]);
    expect(await namesAt(`${path}?limit=2&after=${first.data[1].id}`)).to.equal('b a');
    expect(await namesAt(`${path}?limit=1&before=${first.data[1].id}`)).to.equal('d');
    expect(await namesAt(`${path}?segment_id=${fixed}`)).to.equal('c');
    expect(await namesAt(`/segments/${fixed}/contacts?segment_id=${segment}`)).to.equal('c');
    expect(await namesAt(`${path}?q=d@x`)).to.equal('d');
    expect(await namesAt(`${path}?email=unb@x.dev`)).to.equal('');
    await owner.api.patch('/contacts/a@x.dev').send({ unsubscribed: true }).expect(200);
    expect(await namesAt(`${path}?unsubscribed=true`)).to.equal('a');
  });

  it('Follows every change of a contact and of what its address has decided.', async () => {
    const topic = await owner.topic();
    const rules = [
      NAMED,
      { field: 'contact.unsubscribed', operator: 'eq', value: false },
      { field: `topic.${topic}`, operator: 'eq', value: 'opt_in' },
    ];
    const id = await owner.make('/segments', { name: 'Reached', filter: { and: rules } });
    const expectMember = async (isMember: boolean) => {
      expect(await namesAt(`/segments/${id}/contacts`)).to.equal(isMember ? 'bo' : '');
      expect((await owner.read(`/segments/${id}`)).contacts_count).to.equal(isMember ? 1 : 0);
    };
    const change = async (path: string, body: object, isMember: boolean) => {
      await owner.api.patch(`/contacts/bo@x.dev${path}`).send(body).expect(200);
      await expectMember(isMember);
    };
    await owner.add('bo@x.dev');
    await expectMember(false);
    await change('', { first_name: 'Bo' }, true);
    await change('', { unsubscribed: true }, false);
    await change('', { unsubscribed: false }, true);
    await change('/topics', [{ id: topic, subscription: 'opt_out' }], false);
    await change('/topics', [{ id: topic, subscription: 'opt_in' }], true);
    await owner.api.delete('/contacts/bo@x.dev').expect(200);
    await expectMember(false);
  });

  it('Rejects adding a contact to a dynamic segment, and removing it, with validation_error 422, whatever the operation.', async () => {
    await owner.add('bo@x.dev', { first_name: 'Bo' });
    const segments = [segment];
    for (const answer of [
      await owner.add('cy@x.dev', { segments }),
      await owner.api.post('/contacts/batch').send([{ email: 'cy@x.dev', segments }]),
      await owner.api.post(`/audiences/${segment}/contacts`).send({ email: 'cy@x.dev' }),
      await owner.api.post(`/contacts/bo@x.dev/segments/${segment}`),
      await owner.api.delete(`/contacts/bo@x.dev/segments/${segment}`),
    ]) {
      const details = 'index' in answer.body ? ['index'] : [];
      expect(expectError(answer, 422, 'validation_error', ...details)).to.include('is dynamic');
    }
    expect(await owner.emails()).to.deep.equal(['bo@x.dev']);
    expect((await owner.api.delete(`/audiences/${segment}/contacts/bo@x.dev`)).status).to.equal(200);
  });

  it('Leaves dynamic segments out of the `segments` of a contact.', async () => {
    const fixed = await owner.make('/segments', { name: 'Fixed' });
    const { body } = await owner.add('bo@x.dev', { first_name: 'Bo', segments: [fixed] });
    expect(body.segments).to.deep.equal([{ id: fixed, name: 'Fixed' }]);
    const listed = await owner.api.get('/contacts/bo@x.dev/segments');
    expect(listed.body.data.map(({ id }: { id: string }) => id)).to.deep.equal([fixed]);
  });
});
