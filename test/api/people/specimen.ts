// Specimens of people for the tests of all routes: an address and answers (test/api/specimen.ts).
import { createSuppression } from '../../support/factories/factories.ts';
import type { Specimen } from '../specimen.ts';
import { createPerson } from '../unsubscribes/person.ts';

/** Requests, an address and answers of this resource. People are not created: there is one for each address. */
export const specimen: Specimen = {
  good: {},
  answers(app, expectAnswer) {
    it('for a person of whom all is known, and one of whom nothing is', async () => {
      const { owner, unsubscribe, pathsOf, target } = await createPerson(app);
      await owner.add(target.address);
      for (const path of [unsubscribe, pathsOf({ topicId: null }).unsubscribe])
        await app.bare().post(path).send('List-Unsubscribe=One-Click').expect(200);
      await createSuppression(app.pool, owner.accountId, target.address);
      for (const address of [target.address, 'unknown@customer.dev']) {
        const person = await owner.api.get(`/people/${address}`);
        expectAnswer('getPerson', person.status, person.body);
      }
    });
  },
};
