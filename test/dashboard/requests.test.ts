// Calls of the dashboard: the request of a call, and the same call as text to run elsewhere.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { requestOf } from '../../dashboard/api/request.ts';
import { describeCommands, describeOperations } from '../../dashboard/build/describe-calls.ts';
import { copiedCall } from '../../dashboard/copy-as/copied-call.ts';
import { OPERATIONS } from '../../shared/contract/operations.ts';

const URL = 'https://mail.acme.dev';
const HOSTILE = `it's "$(id)" \\ \`id\`\nnext`;
const read = (file: string) => readFileSync(new globalThis.URL(`../../${file}`, import.meta.url), 'utf8');

describe('The calls of the dashboard', () => {
  it('have the paths and commands that `npm run openapi` writes', () => {
    const hint = 'Run `npm run openapi` and commit the file.';
    expect(read('dashboard/api/generated/operations.ts')).to.equal(describeOperations(OPERATIONS), hint);
    expect(read('dashboard/api/generated/commands.ts')).to.equal(describeCommands(OPERATIONS), hint);
  });

  it('take method, path and query from the contract', () => {
    expect(requestOf('getWebhookEvent', { id: 'a b', eventId: '../c' })).to.deep.equal({
      method: 'GET',
      path: '/webhooks/a%20b/events/..%2Fc',
      body: undefined,
    });
    const query = { limit: 50, q: 'a&b=c', status: undefined, after: '' };
    expect(requestOf('listEmails', { query }).path).to.equal('/emails?limit=50&q=a%26b%3Dc');
    expect(requestOf('listEmails').path).to.equal('/emails');
    const change = requestOf('updateEmail', { id: 'e1', body: { scheduled_at: 'in 1 hour' } });
    expect(change).to.deep.equal({
      method: 'PATCH',
      path: '/emails/e1',
      body: { scheduled_at: 'in 1 hour' },
    });
  });

  it('carry the idempotency key that a send is given', () => {
    const input = {
      body: { from: 'a@acme.dev', to: ['b@x.dev'], subject: 'Hi', text: 'Hi' },
      headers: { 'Idempotency-Key': "it's one" },
    };
    expect(requestOf('sendEmail', input).headers).to.deep.equal(input.headers);
    expect(requestOf('sendEmail', { body: input.body })).to.not.have.property('headers');
    const { curl, node } = copiedCall(URL, 'sendEmail', input);
    expect(argumentsOf(curl.replace(/^curl/, 'seen'))).to.include("Idempotency-Key: it's one");
    expect(node).to.include('"Idempotency-Key": "it\'s one"');
  });

  it('are texts that a shell passes on unchanged, whatever they contain', () => {
    const { curl, cli } = copiedCall(URL, 'createSuppression', { body: { email: HOSTILE } });
    const asked = argumentsOf(curl.replace(/^curl/, 'seen'));
    expect(asked).to.include(`${URL}/suppressions`).and.to.include('Authorization: Bearer secret');
    expect(JSON.parse(asked.at(-1) ?? '')).to.deep.equal({ email: HOSTILE });
    expect(argumentsOf(String(cli).replace(/^posthorn/, 'seen'))).to.deep.equal([
      'suppressions',
      'add',
      '--data',
      '-',
      '--base-url',
      URL,
    ]);
    const listed = copiedCall(URL, 'listEmails', { query: { q: HOSTILE } });
    expect(argumentsOf(String(listed.cli).replace(/^posthorn/, 'seen'))).to.include(HOSTILE);
  });

  it('are programs of Node that make the same request', () => {
    const { node } = copiedCall(URL, 'createSuppression', { body: { email: HOSTILE } });
    const program = `globalThis.fetch = (...given) => { console.error(JSON.stringify(given)); return { json: () => 1 }; };\n${node}`;
    const [url, options] = JSON.parse(runNode(program));
    expect(url).to.equal(`${URL}/suppressions`);
    expect(options.method).to.equal('POST');
    expect(options.headers.Authorization).to.equal('Bearer secret');
    expect(JSON.parse(options.body)).to.deep.equal({ email: HOSTILE });
  });

  it('carry the cookie of a person where API keys may not call', () => {
    const { curl, cli } = copiedCall(URL, 'deleteMember', { id: 'm1' });
    expect(curl).to.include('X-CSRF-Token').and.not.to.include('POSTHORN_API_KEY');
    expect(cli).to.equal(undefined);
  });
});

/** What a command gets from a shell. */
function argumentsOf(command: string): string[] {
  const script = `seen() { for each in "$@"; do printf '%s\\0' "$each"; done; }\nPOSTHORN_API_KEY=secret\n${command}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

function runNode(program: string): string {
  const run = '2>&1 1>/dev/null node --input-type=module -e "$0"';
  return execFileSync('bash', ['-c', run, program], {
    encoding: 'utf8',
    env: { ...process.env, POSTHORN_API_KEY: 'secret' },
  });
}
