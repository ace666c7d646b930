// Specimens of polls for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createPoll } from '../../support/factories/poll-factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';
import { createVoter } from './voter.ts';

const PAGE = { query: { limit: '2', after: UNKNOWN_ID } };

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: { listPolls: PAGE, listPollVotes: PAGE },
  create: async (pool, accountId) => ({ id: (await createPoll(pool, accountId)).id }),
  answers(app, expectAnswer) {
    it('for polls with and without votes', async () => {
      const { owner, poll, vote } = await createVoter(app);
      await createPoll(app.pool, owner.accountId, {
        closesAt: '2026-11-20T12:00:00.000Z',
        results: 'public',
      });
      await vote(1);
      const list = await owner.api.get('/polls');
      expect(list.body.data).to.have.length(2);
      expectAnswer('listPolls', list.status, list.body);
      for (const { id } of list.body.data) {
        const found = await owner.api.get(`/polls/${id}`);
        expectAnswer('getPoll', found.status, found.body);
      }
      const votes = await owner.api.get(`/polls/${poll.id}/votes`);
      expect(votes.body.data).to.have.length(1);
      expectAnswer('listPollVotes', votes.status, votes.body);
    });
  },
};
