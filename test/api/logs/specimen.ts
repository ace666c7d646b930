// Specimens of logs for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createCaller } from '../../support/api/account.ts';
import { createLog } from '../../support/factories/log-factories.ts';
import type { Specimen } from '../specimen.ts';

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    listLogs: {
      query: {
        limit: '20',
        after: '1867000000000000000',
        method: 'POST',
        status: '4xx',
        error_name: 'invalid_to_address',
        endpoint: '/emails',
        q: 'hello',
        since: '2 hours ago',
        until: '2026-11-20T12:00:00Z',
      },
    },
  },
  create: createLog,
  answers(app, expectAnswer) {
    it('for logs', async () => {
      const { api, accountId } = await createCaller(app);
      const { id } = await createLog(app.pool, accountId, {
        requestBody: [{ a: 1 }],
        responseBody: { id: '1' },
      });
      const logs = await api.get('/logs');
      expect(logs.body.data).to.have.length(1);
      expectAnswer('listLogs', logs.status, logs.body);
      const log = await api.get(`/logs/${id}`);
      expectAnswer('getLog', log.status, log.body);
    });
  },
};
