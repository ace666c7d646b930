// Who has said no (docs/reference/contacts.md#who-has-said-no).
import { expect } from 'chai';
import fc from 'fast-check';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { chooseTopics } from '../../../shared/resources/audience/topics/choices/choose.ts';
import { resubscribe, unsubscribe } from '../../../shared/resources/audience/unsubscribes/unsubscribes.ts';
import { importWork } from '../../../shared/resources/flows/contact-imports/work.ts';
import { open as openImportContacts } from '../../../workers/jobs/import-contacts.ts';
import { type TestApp, useApp } from '../../support/api/app.ts';
import { jobDepsOf } from '../contact-imports/importer.ts';
import { type ContactOwner, createContactOwner } from './owner.ts';

const EMAILS = ['ana@x.dev', 'bo@x.dev', 'cy@x.dev'];

/** One write of a round. */
interface Write {
  kind: 'post' | 'batch' | 'skip' | 'import' | 'patch' | 'rename' | 'delete' | 'erase' | 'person';
  email: number;
  /** 0: the default audience. */
  audience: number;
  /** What it says about the address; undefined: nothing. */
  unsubscribed: boolean | undefined;
  subscription: 'opt_in' | 'opt_out' | undefined;
}

/** What is stored about an address; null: it has not decided. */
interface Decisions {
  /** Who has unsubscribed it. */
  unsubscribed: string | null;
  subscription: string | null;
  chooser: string | null;
}

const writes: fc.Arbitrary<Write> = fc.record({
  kind: fc.constantFrom<Write['kind']>(
    'post',
    'post',
    'batch',
    'skip',
    'import',
    'patch',
    'rename',
    'delete',
    'erase',
    'person',
  ),
  email: fc.nat(EMAILS.length - 1),
  audience: fc.nat(2),
  unsubscribed: fc.constantFrom(undefined, true, false),
  subscription: fc.constantFrom(undefined, 'opt_in' as const, 'opt_out' as const),
});

/** When an import that waited for another one is due again, whatever happened. */
const LATER_MS = 120_000;

/** Runs an import to its end. */
async function runImport(app: TestApp, api: ContactOwner['api'], body: object): Promise<{ status: number }> {
  const answer = await api.post('/contacts/imports').send(body);
  const { id } = answer.body;
  const deps = jobDepsOf(app);
  const { handle } = openImportContacts(deps, importWork);
  const later = new Date(app.clock.now().getTime() + LATER_MS);
  for (let status = 'queued'; status !== 'completed'; ) {
    await handle({ ids: [id] }, deps);
    ({ status } = (await api.get(`/contacts/imports/${id}`)).body);
    expect(status).to.be.oneOf(['queued', 'in_progress', 'completed']);
    await importWork.table.markDue(app.pool, later, 100);
  }
  return answer;
}

describe('Who has said no', () => {
  const app = useApp();
  let owner: ContactOwner;
  let topic: string;
  beforeEach(async () => {
    owner = await createContactOwner(app);
    topic = await owner.topic();
  });
  const choice = (subscription: string) => ({ topics: [{ id: topic, subscription }] });
  const subscriptionOf = async (id: string) =>
    (await owner.read(`/contacts/${id}/topics`)).data[0].subscription;
  const decisionsOf = async (emailKey: string): Promise<Decisions> => {
    const { rows } = await app.pool.query<Decisions>(
      `SELECT (SELECT chosen_by FROM unsubscribes WHERE account_id = $1 AND email_key = $2) AS unsubscribed,
              (SELECT subscription FROM topic_choices WHERE account_id = $1 AND email_key = $2) AS subscription,
              (SELECT chosen_by FROM topic_choices WHERE account_id = $1 AND email_key = $2) AS chooser`,
      [owner.accountId, emailKey],
    );
    return rows[0] as Decisions;
  };

  it('Shows an unsubscribe on the contacts of the address in all audiences, and on contacts that are created later.', async () => {
    const audience = await owner.audience();
    const { id } = (await owner.add('bo@x.dev', { audience_id: audience })).body;
    expect((await owner.add('Bo@x.dev', { unsubscribed: true })).body.unsubscribed).to.equal(true);
    expect((await owner.contact(id))['unsubscribed']).to.equal(true);
    const later = await owner.audience('Blog');
    const listed = await owner.api.post(`/audiences/${later}/contacts`).send({ email: 'bo@x.dev' });
    expect(listed.body.unsubscribed).to.equal(true);
    const { data } = await owner.read(`/audiences/${later}/contacts`);
    expect(data[0].unsubscribed).to.equal(true);
    expect((await (await createContactOwner(app)).add('bo@x.dev')).body.unsubscribed).to.equal(false);
  });

  it('Keeps an unsubscribe and the choices about topics when the contact is deleted and created again.', async () => {
    for (const erase of ['', '?erase=true']) {
      await owner.add('bo@x.dev', { unsubscribed: true, ...choice('opt_out') });
      expect((await owner.api.delete(`/contacts/bo@x.dev${erase}`)).status).to.be.within(200, 202);
      const { body } = await owner.add('bo@x.dev', { unsubscribed: false, ...choice('opt_in') });
      expect([body.unsubscribed, await subscriptionOf(body.id)]).to.deep.equal([true, 'opt_out']);
    }
  });

  it('Lets POST and batch add an unsubscribe or an opt-out and take neither back; an `opt_in` counts only where the address has not chosen.', async () => {
    const send = [
      (body: object) => owner.api.post('/contacts').send(body),
      (body: object) => owner.api.post('/contacts/batch').send([body]),
    ];
    for (const [index, post] of send.entries()) {
      const email = EMAILS[index] ?? '';
      await post({ email, ...choice('opt_in') }).expect(index === 0 ? 201 : 200);
      expect(await subscriptionOf(email)).to.equal('opt_in');
      await post({ email, unsubscribed: true, ...choice('opt_out') }).expect(200);
      await post({ email, unsubscribed: false, ...choice('opt_in') }).expect(200);
      expect((await owner.contact(email))['unsubscribed']).to.equal(true);
      expect(await decisionsOf(email)).to.deep.equal({
        unsubscribed: 'account',
        subscription: 'opt_out',
        chooser: 'account',
      });
    }
  });

  it('Takes an unsubscribe or an opt-out back with PATCH.', async () => {
    await owner.add('bo@x.dev', { unsubscribed: true, ...choice('opt_out') });
    await transaction(app.pool, (client) =>
      unsubscribe(
        client,
        { accountId: owner.accountId, emailKeys: ['bo@x.dev'], now: app.clock.now() },
        'person',
      ),
    );
    const { body } = await owner.api.patch('/contacts/bo@x.dev').send({ unsubscribed: false });
    await owner.api.patch('/contacts/bo@x.dev/topics').send(choice('opt_in')).expect(200);
    expect([body.unsubscribed, await subscriptionOf(body.id)]).to.deep.equal([false, 'opt_in']);
    expect((await owner.contact('bo@x.dev'))['unsubscribed']).to.equal(false);
  });

  it('Keeps who has chosen: the person, once the person has, also where the account chose the same before.', async () => {
    await owner.add('ana@x.dev', { unsubscribed: true, ...choice('opt_out') });
    const out = { unsubscribed: true, subscription: 'opt_out' } as const;
    await decideAsPerson({ kind: 'person', email: 0, audience: 0, ...out });
    const byPerson = { unsubscribed: 'person', subscription: 'opt_out', chooser: 'person' };
    expect(await decisionsOf('ana@x.dev')).to.deep.equal(byPerson);
    await owner.api.patch('/contacts/ana@x.dev').send({ unsubscribed: true }).expect(200);
    await owner.api.patch('/contacts/ana@x.dev/topics').send(choice('opt_out')).expect(200);
    expect(await decisionsOf('ana@x.dev')).to.deep.equal(byPerson);
  });

  /** The person, on the pages and in the mail client that call the same functions. */
  const decideAsPerson = ({ email, unsubscribed, subscription }: Write) =>
    transaction(app.pool, async (client) => {
      const { accountId } = owner;
      const emailKey = EMAILS[email] ?? '';
      const now = app.clock.now();
      if (unsubscribed) await unsubscribe(client, { accountId, emailKeys: [emailKey], now }, 'person');
      if (unsubscribed === false) await resubscribe(client, accountId, emailKey);
      const choices = subscription ? [{ emailKey, topicId: topic, subscription }] : [];
      await chooseTopics(client, { accountId, choices, chosenBy: 'person', now });
    });

  /** Runs a write. A contact that is not there is no failure. */
  const run = async (write: Write, audiences: readonly string[]): Promise<void> => {
    const { kind, unsubscribed, subscription } = write;
    const email = EMAILS[write.email] ?? '';
    const path = `/audiences/${audiences[write.audience]}/contacts`;
    const fields = { unsubscribed, ...(subscription && choice(subscription)) };
    const { api } = owner;
    const contacts = [{ email, ...fields }, { email: 'other@x.dev' }];
    const batch = { audience_id: audiences[write.audience], contacts };
    const requests: Record<Write['kind'], () => Promise<{ status: number }[]>> = {
      post: async () => [await api.post(path).send({ email, ...fields })],
      batch: async () => [await api.post('/contacts/batch').send(batch)],
      skip: async () => [await api.post('/contacts/batch').send({ ...batch, on_conflict: 'skip' })],
      import: async () => [
        await runImport(app, api, {
          csv: `email,unsubscribed\n${email},${unsubscribed ?? ''}\nother@x.dev,`,
          audience_id: batch.audience_id,
          on_conflict: 'update',
          ...(subscription && choice(subscription)),
        }),
      ],
      patch: async () => [
        await api.patch(`${path}/${email}`).send({ unsubscribed, first_name: 'Bo' }),
        await api.patch(`/contacts/${email}/topics`).send(subscription ? choice(subscription) : []),
      ],
      rename: async () => [await api.patch(`${path}/other@x.dev`).send({ email })],
      delete: async () => [await api.delete(`${path}/${email}`)],
      erase: async () => [await api.delete(`${path}/${email}?erase=true`)],
      person: async () => {
        await decideAsPerson(write);
        return [];
      },
    };
    for (const { status } of await requests[kind]())
      expect(status, JSON.stringify(write)).to.be.oneOf([200, 201, 202, 404, 422]);
  };

  /** What an address must have decided after a round of concurrent writes. */
  const expectKept = (before: Decisions, after: Decisions, own: readonly Write[]): void => {
    const takers = own.filter(({ kind }) => kind === 'patch' || kind === 'person');
    const givers = own.filter(({ kind }) => ['post', 'batch', 'import', 'person'].includes(kind));
    const said = (givenBy: readonly Write[], no: Partial<Write>) =>
      givenBy.some((write) =>
        Object.entries(no).every(([name, value]) => write[name as keyof Write] === value),
      );
    const message = JSON.stringify({ before, after, own });
    if (
      (before.unsubscribed || said(givers, { unsubscribed: true })) &&
      !said(takers, { unsubscribed: false })
    )
      expect(after.unsubscribed, message).not.to.equal(null);
    if (
      (before.subscription === 'opt_out' || said(givers, { subscription: 'opt_out' })) &&
      !said(takers, { subscription: 'opt_in' })
    )
      expect(after.subscription, message).to.equal('opt_out');
  };

  /** Runs rounds of writes in a new account, the writes of a round at the same time. */
  const runRounds = async (rounds: readonly (readonly Write[])[]): Promise<void> => {
    owner = await createContactOwner(app);
    topic = await owner.topic();
    const { data } = await owner.read('/audiences');
    const audiences = [data[0].id];
    for (const name of ['Shop', 'Blog']) audiences.push(await owner.audience(name));
    for (const round of rounds) {
      const before = await Promise.all(EMAILS.map(decisionsOf));
      await Promise.all(round.map((write) => run(write, audiences)));
      for (const [index, email] of EMAILS.entries()) {
        const after = await decisionsOf(email);
        const own = round.filter((write) => write.email === index);
        expectKept(before[index] as Decisions, after, own);
        const { body } = await owner.add(email);
        expect(body.unsubscribed, email).to.equal(after.unsubscribed !== null);
      }
    }
  };

  it('Lets nothing but PATCH and the person make an address mailable again, whatever the order of writes.', async () => {
    const rounds = fc.array(fc.array(writes, { minLength: 1, maxLength: 12 }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(fc.asyncProperty(rounds, runRounds), { numRuns: 20, endOnFailure: true });
  });
});
