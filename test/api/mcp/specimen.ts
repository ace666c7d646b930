// Specimen of the Model Context Protocol for the tests of all routes: good messages and answers (test/api/specimen.ts).
import { createCaller } from '../../support/api/account.ts';
import type { Specimen } from '../specimen.ts';

/** A tool that calls an operation: mutated, it is called with odd arguments. */
const CALL = {
  name: 'call_operation',
  arguments: {
    operation: 'listEmails',
    params: { id: 'none' },
    query: { limit: 2, status: 'bounced' },
    headers: { 'idempotency-key': 'once' },
    body: { name: 'x' },
    offset: 3,
  },
};

/** Good messages and answers of this resource. */
export const specimen: Specimen = {
  good: {
    exchangeMcpMessage: { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL } },
  },
  answers(app, expectAnswer) {
    for (const method of ['tools/list', 'resources/list', 'ping', 'unknown/method'])
      it(`for the message ${method}`, async () => {
        const { api } = await createCaller(app);
        const { status, body } = await api.post('/mcp').send({ jsonrpc: '2.0', id: 1, method });
        expectAnswer('exchangeMcpMessage', status, body);
      });
  },
};
