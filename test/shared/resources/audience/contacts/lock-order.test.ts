// Writes of contacts lock them in the order in which events do (docs/architecture/guarantees.md#lock-order), also those
// of an address in other audiences.
import { expect } from 'chai';
import { counts, createImporter, type Importer } from '../../../../api/contact-imports/importer.ts';
import { useApp } from '../../../../support/api/app.ts';
import { expectLocksInOrder } from '../../../../support/database/lock-order.ts';
import { createAutomation } from '../../../../support/factories/automation-factories.ts';
import { createAudience, createContact } from '../../../../support/factories/contact-factories.ts';
import { createDomain } from '../../../../support/factories/factories.ts';

describe('A write of contacts of an account with automations', () => {
  const app = useApp();
  let importer: Importer;
  let audienceId: string;
  beforeEach(async () => {
    importer = await createImporter(app);
    const { accountId } = importer.owner;
    const { id: domainId } = await createDomain(app.pool, accountId);
    await createAutomation(app.pool, accountId, { domainId });
    audienceId = (await createAudience(app.pool, accountId)).id;
  });
  const add = async (email: string, audience?: string) => {
    const { accountId } = importer.owner;
    const fields = { accountId, email, ...(audience && { audienceId: audience }) };
    return await createContact(app.pool, fields);
  };
  /** The contacts of an address in two audiences, in the order of these. */
  const addTwice = async (email: string) => {
    const contacts = [await add(email), await add(email, audienceId)];
    const [first, second] = contacts.sort((a, b) => (a.audienceId < b.audienceId ? -1 : 1));
    if (!first || !second) throw new Error('There are two.');
    return [first, second] as const;
  };
  /** A contact of an audience, and one that comes before a contact of that audience with a later address. */
  const addForBatch = async () => {
    const [, second] = await addTwice('a@x.dev');
    const own = second.audienceId === audienceId ? undefined : audienceId;
    const last = await add('z@x.dev', own);
    return { order: [second.id, last.id] as const, audience: last.audienceId };
  };
  const patch = (id: string, changes: object) => importer.owner.api.patch(`/contacts/${id}`).send(changes);

  it('that decides about an address locks its contacts in the order of audiences', async () => {
    const [first, second] = await addTwice('bo@x.dev');
    for (const changes of [{ unsubscribed: true }, { tracking: 'refused' }]) {
      const { body } = await expectLocksInOrder(app.pool, [first.id, second.id], () =>
        patch(second.id, changes),
      );
      expect(body).to.deep.include({ id: second.id, ...changes });
      expect(await importer.owner.contact(first.id)).to.deep.include(changes);
    }
  });

  it('that gives a contact another address and decides it locks the contacts of both in one order', async () => {
    const first = await add('a@x.dev', audienceId);
    const last = await add('m@x.dev');
    const changes = { email: 'a@x.dev', unsubscribed: true };
    const { body } = await expectLocksInOrder(app.pool, [first.id, last.id], () => patch(last.id, changes));
    expect(body).to.deep.include({ id: last.id, ...changes });
  });

  it('in a batch locks the contacts of all audiences first', async () => {
    const { order, audience } = await addForBatch();
    for (const decided of [{ unsubscribed: true }, { tracking: 'refused' }]) {
      const contacts = [{ email: 'a@x.dev', ...decided }, { email: 'z@x.dev' }];
      const { status } = await expectLocksInOrder(app.pool, order, () =>
        importer.owner.api.post('/contacts/batch').send({ contacts, audience_id: audience }),
      );
      expect(status).to.equal(200);
    }
  });

  it('of an import locks the contacts of all audiences first', async () => {
    const { order, audience } = await addForBatch();
    const file = ['email,unsubscribed', 'a@x.dev,true', 'z@x.dev,'];
    const started = await importer.start(file, { audience_id: audience, on_conflict: 'update' });
    const done = await expectLocksInOrder(app.pool, order, () => importer.run(started));
    expect(done).to.deep.include({ status: 'completed', counts: counts({ updated: 2 }) });
  });
});
