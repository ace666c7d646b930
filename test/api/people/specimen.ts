// Specimens of people for the tests of all routes: an address and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createSuppression } from '../../support/factories/factories.ts';
import { createRunner, mailOf } from '../automations/runs/runner.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';
import { createPerson } from '../unsubscribes/person.ts';

/** Requests, an address and answers of this resource. People are not created: there is one for each address. */
export const specimen: Specimen = {
  good: { listPersonTimeline: { query: { limit: '2', after: UNKNOWN_ID } } },
  answers(app, expectAnswer) {
    it('for a person of whom all is known, and one of whom nothing is', async () => {
      const { owner, unsubscribe, pathsOf, target } = await createPerson(app);
      await owner.add(target.address);
      for (const path of [unsubscribe, pathsOf({ topicId: null }).unsubscribe]) {
        // Entries of one moment have no order of their own.
        app.clock.advance(1_000);
        await app.bare().post(path).send('List-Unsubscribe=One-Click').expect(200);
      }
      await createSuppression(app.pool, owner.accountId, target.address);
      for (const address of [target.address, 'unknown@customer.dev']) {
        const person = await owner.api.get(`/people/${address}`);
        expectAnswer('getPerson', person.status, person.body);
        const timeline = await owner.api.get(`/people/${address}/timeline`);
        expectAnswer('listPersonTimeline', timeline.status, timeline.body);
      }
    });

    it('for a timeline with entries of every kind', async () => {
      const { api, domain, automation, run, contactId, contact, add } = await createRunner(app);
      const { email } = await contact(contactId);
      await automation(undefined, { trigger: 'paid' });
      const event = { event: 'paid', domain: domain.name, email };
      await api.post('/events/send').send(event).expect(202);
      await run(await automation([mailOf(app.deps.ids.next())]));
      await add(email, { segments: [], topics: [], first_name: 'Bob' }).expect(200);
      await api
        .patch(`/contacts/${email}`)
        .send({ unsubscribed: true, tracking: 'refused', last_name: 'Sm' })
        .expect(200);
      await api.post('/suppressions').send({ email }).expect(201);
      const mail = { from: `ana@${domain.name}`, subject: 'Hello', text: 'Hi' };
      await api
        .post('/emails')
        .send({ ...mail, to: email })
        .expect(422);
      await api
        .post('/emails')
        .send({ ...mail, to: ['cy@gmail.com', email] })
        .expect(200);
      await app.pool.query('UPDATE contacts SET import_id = $2 WHERE id = $1', [
        contactId,
        app.deps.ids.next(),
      ]);
      const timeline = await api.get(`/people/${email}/timeline`);
      const types = new Set(timeline.body.data.map(({ type }: { type: string }) => type));
      expect(types).to.include.all.keys(
        'email',
        'event',
        'automation_run',
        'contact.imported',
        'contact.updated',
      );
      expectAnswer('listPersonTimeline', timeline.status, timeline.body);
    });
  },
};
