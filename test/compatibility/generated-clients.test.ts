// What programs get that generate a client of openapi.json: types and functions that compile, and events that are
// distinguished by their type. The generators are unchanged, next to a TypeScript of their own (`npm run install:nodes`).
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { WEBHOOK_EVENT_TYPES } from '../../shared/contract/webhooks/values.ts';
import { fileOfGuest, findGuestNode, type Guest } from '../runner/other-nodes.ts';
import { ROOT } from '../support/documents/root.ts';

const run = promisify(execFile);
const DESCRIPTION = path.join(ROOT, 'openapi.json');

/** Reads a field that only events of the type have, and the compiler finds one that it has not. */
const handlerOf = (payload: string) => `
export function handle(event: ${payload}): string | null {
  switch (event.type) {
    case 'email.bounced':
      return event.data.bounce.subType === 'MailboxFull' ? event.data.reason : event.data.bounce.message;
    case 'email.clicked':
      return event.data.click.link;
    case 'email.failed':
      return event.data.bounce?.type ?? event.data.failed.reason;
    case 'contact.created':
      return event.data.email;
    case 'domain.updated':
      return event.data.records[0]?.problem ?? null;
    case 'poll.voted':
      // @ts-expect-error: it is a field of clicks.
      return event.data.click;
    default:
      return event.type;
  }
}
export const types: readonly ${payload}['type'][] = ${JSON.stringify(WEBHOOK_EVENT_TYPES)};
`;

describe('Generates clients of openapi.json that compile, and distinguish events by their type.', function () {
  this.timeout(240_000);
  const node = findGuestNode(process.env);
  const guest = (name: Guest, file: string) => (node ? fileOfGuest(node, name, file) : '');
  let directory: string;

  before(async function () {
    if (!existsSync(guest('orval', 'package.json'))) this.skip();
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-generated-'));
    await symlink(path.join(node?.prefix ?? '', 'node_modules'), path.join(directory, 'node_modules'));
    await writeFile(path.join(directory, 'package.json'), '{ "type": "module" }');
  });
  after(async () => {
    if (directory) await rm(directory, { recursive: true });
  });

  const runGuest = (name: Guest, file: string, ...args: string[]) =>
    run(node?.program ?? '', [guest(name, file), ...args], { cwd: directory, maxBuffer: 64 * 1024 * 1024 });
  /** @throws Error with what the compiler says */
  const compile = async (file: string) => {
    const compilerOptions = { noEmit: true, strict: true, target: 'es2022', module: 'esnext' };
    const own = { moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] };
    const project = { compilerOptions: { ...compilerOptions, ...own }, files: [file] };
    await writeFile(path.join(directory, 'tsconfig.json'), JSON.stringify(project));
    await runGuest('typescript', 'bin/tsc', '-p', '.').catch(({ stdout }) => expect.fail(stdout));
  };

  it('openapi-typescript', async () => {
    await runGuest('openapi-typescript', 'bin/cli.js', DESCRIPTION, '--output', 'types.ts');
    await writeFile(
      path.join(directory, 'use-types.ts'),
      `import type { components, webhooks } from './types';
type Payload = components['schemas']['WebhookPayload'];
export type Bounced = webhooks['email.bounced']['post']['requestBody']['content']['application/json'];
${handlerOf('Payload')}`,
    );
    await compile('use-types.ts');
  });

  it('orval', async () => {
    const output = ['--input', DESCRIPTION, '--output', 'client.ts', '--client', 'fetch'];
    await runGuest('orval', 'dist/bin/orval.js', ...output);
    await writeFile(
      path.join(directory, 'use-client.ts'),
      `import { sendEmail, type WebhookPayload } from './client';
export const send = () => sendEmail({ from: 'ana@acme.dev', to: 'bo@customer.dev', subject: 'Hello', text: 'Hello' });
${handlerOf('WebhookPayload')}`,
    );
    await compile('use-client.ts');
  });
});
