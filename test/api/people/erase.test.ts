// What the erasure of a person leaves of a timeline (docs/reference/people.md#erasing).
import { expect } from 'chai';
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { erasureWork } from '../../../shared/resources/flows/erasures/work.ts';
import { useApp } from '../../support/api/app.ts';
import { runJob } from '../../support/work/run-job.ts';
import { createRunner } from '../automations/runs/runner.ts';
import { jobDepsOf } from '../contact-imports/importer.ts';

const BO = 'bo@gmail.com';

describe('The timeline of a person who is erased', () => {
  const app = useApp();

  it('Empties the timeline of a person who is erased, when the erasure is done, except for what comes after the request.', async () => {
    const { api, read, accountId, domain, add, automation } = await createRunner(app);
    await automation(undefined, { trigger: 'paid' });
    const send = (email: string) =>
      api.post('/events/send').send({ event: 'paid', domain: domain.name, email }).expect(202);
    for (const address of [BO, 'cy@gmail.com']) {
      await add(address, { unsubscribed: true });
      await send(address);
      await api.delete(`/contacts/${address}`).expect(200);
      await send(address);
      const email = { from: `ana@${domain.name}`, to: address, subject: 'Hello', text: 'Hi' };
      await api
        .post('/emails')
        .send({ ...email, scheduled_at: 'in 1 hour' })
        .expect(200);
      await api.post('/suppressions').send({ email: address }).expect(201);
      await api.post('/emails').send(email).expect(422);
    }
    const types = async (address: string): Promise<string[]> =>
      (await read(`/people/${address}/timeline`)).data.map(({ type }: { type: string }) => type).sort();
    const before = await types(BO);
    expect(new Set(before)).to.include.all.keys(
      'email',
      'email.refused',
      'event',
      'automation_run',
      'contact.created',
      'contact.deleted',
      'suppression.added',
    );
    await api.delete(`/contacts/${BO}?erase=true`).expect(202);
    const deps = jobDepsOf(app);
    await app.pool.query('UPDATE contact_erasures SET woken_at = NULL WHERE account_id = $1', [accountId]);
    for (const _ of ['at once', 'after two minutes']) {
      const due = await erasureWork.table.markDue(app.pool, app.clock.now(), 10);
      await runJob(erasureWork, due, deps);
      app.clock.advance(3 * MINUTE_MS);
    }
    await runJob(erasureWork, await erasureWork.table.markDue(app.pool, app.clock.now(), 10), deps);
    await add(BO).expect(201);
    expect(await types(BO)).to.deep.equal(['contact.created']);
    expect(await types('cy@gmail.com')).to.deep.equal(before);
    // What the person has decided stays.
    expect(await read(`/people/${BO}`)).to.have.nested.property('unsubscribed.by', 'account');
  });
});
