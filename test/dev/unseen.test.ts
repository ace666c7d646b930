// What a whole run compares at its end (test/runner/unseen.ts, test/runner/clients.ts), with runs that have seen too little.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { refusalsOf } from '../../shared/contract/refusals.ts';
import { WEBHOOK_EVENT_TYPES } from '../../shared/contract/webhooks/values.ts';
import { findOtherCalls, readWritten } from '../runner/clients.ts';
import { findUnseenErrors, findUnseenPayloads } from '../runner/unseen.ts';

describe('The end of a whole run', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'posthorn-seen-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));
  const see = (...lines: readonly string[]) =>
    writeFileSync(path.join(directory, '1'), `${lines.join('\n')}\n`);

  it('names each error and each event that an operation or a webhook declares and no test has seen', () => {
    const errors = Object.entries(OPERATIONS).flatMap(([id, operation]) =>
      refusalsOf(operation).map((name) => `${id} ${name}`),
    );
    const events = WEBHOOK_EVENT_TYPES.map((type) => `payload ${type}`);
    see(...errors, ...events);
    expect([findUnseenErrors(directory), findUnseenPayloads(directory)]).to.deep.equal([[], []]);
    const missing = ['getEmail not_found', 'payload poll.voted'];
    see(...[...errors, ...events].filter((line) => !missing.includes(line)));
    expect(findUnseenErrors(directory)).to.deep.equal([
      'getEmail declares not_found, but no test has seen it',
    ]);
    expect(findUnseenPayloads(directory)).to.deep.equal(['No test has caused poll.voted']);
  });

  it('names a client of Resend whose version is not written, and one that has called something else', () => {
    const written = Object.entries(readWritten()).map(([client, operations]) => ({ client, operations }));
    const callsOf = ({ client, operations }: (typeof written)[number]) =>
      operations.map((operation) => `client ${client} ${operation}`);
    const calls = written.flatMap(callsOf);
    see(...calls);
    expect(findOtherCalls(directory)).to.deep.equal([]);
    const advice = 'called other operations: npm test -- test/compatibility --write-clients';
    see(...calls, 'client resend-go 99.0.0 sendEmail');
    expect(findOtherCalls(directory)).to.deep.equal([`resend-go 99.0.0 ${advice}`]);
    see(...calls.slice(1));
    expect(findOtherCalls(directory)).to.deep.equal([`${written[0]?.client} ${advice}`]);
  });
});
