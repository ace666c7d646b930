// Every request shape of the newest clients of Resend for Python, Ruby, PHP and Go, as their published sources and tests
// have them (recorded/): no test can run these clients, so it sends what they would send, byte by byte.
import { expect } from 'chai';
import type { Sender } from '../api/emails/sender.ts';
import { useApp } from '../support/api/app.ts';
import { DIALECTS, type Recorded, readRecorded, send } from './support/dialects.ts';
import { createOwner, fillPlaceholders } from './support/placeholders.ts';

/** What is refused, as docs/reference/clients.md says. */
const REFUSED: readonly { call?: RegExp; line?: RegExp; body?: RegExp; name: string }[] = [
  { line: /^(?:POST|PATCH|DELETE) \/api-keys/, name: 'dashboard_only' },
  { line: /^DELETE \/oauth\/grants/, name: 'not_found' },
  { line: /^\S+ [^?]*01936d3e-5b7a-7c3d-9f21-0123456789ab/, name: 'not_found' },
  { line: /^\S+ \/domains\/(?:[^/]+\/)?claims/, name: 'not_found' },
  {
    line: /^POST \/emails\/batch/,
    body: /"(?:scheduled_at|attachments)":|^(?:\[\]|\{\}|undefined)$/,
    name: 'validation_error',
  },
  { call: /share \(received|share.*received/i, name: 'not_found' },
  { line: /[?&]after=.*&before=/, name: 'validation_error' },
  { line: /\/recipients\?.*email=carter/, name: 'validation_error' },
  { line: /^POST \/broadcasts$/, body: /^(?!.*"(?:html|text)":)/, name: 'validation_error' },
  { line: /^PATCH \/templates/, body: /"name":""/, name: 'validation_error' },
  { line: /^PATCH \/events/, body: /^(?!.*"schema":)/, name: 'missing_required_field' },
];

describe('Answers every request of the newest clients of Resend for Python, Ruby, PHP and Go.', () => {
  const app = useApp({ config: { simulatorDomains: ['simulator.test', 'resend.dev'] } });

  for (const dialect of DIALECTS) {
    const { version, requests } = readRecorded(dialect.client);
    describe(`${dialect.client} ${version}`, () => {
      let sender: Sender;
      beforeEach(async () => {
        sender = await createOwner(app);
      });

      for (const recorded of requests)
        it(recorded.call, async () => {
          const filled: Recorded = JSON.parse(await fillPlaceholders(app, sender, JSON.stringify(recorded)));
          const line = `${filled.method} ${filled.path}`;
          const { status, body } = await send(
            dialect,
            { port: app.port, token: sender.token, version },
            filled,
          );
          const refusal = REFUSED.find(
            (each) =>
              (each.call?.test(recorded.call) ?? true) &&
              (each.line?.test(line) ?? true) &&
              (each.body?.test(String(JSON.stringify(filled.body))) ?? true),
          );
          expect([status < 300 ? 'success' : body.name, body.message], line).to.deep.equal([
            refusal?.name ?? 'success',
            refusal ? body.message : undefined,
          ]);
        });
    });
  }
});
