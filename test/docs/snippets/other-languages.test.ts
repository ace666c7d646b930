// The snippets of the guides in PHP, in Ruby and of the command line, on one server: of each language the first guide, in a
// long run all. Those that are not programs but receivers of webhooks are asked by the server, and by one who does not know
// the secret. curl and Python have files of their own in a long run, because what their guides make has the same names.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'chai';
import { readGuides } from '../../support/documents/guides.ts';
import { extent, IS_LONG } from '../../support/extent.ts';
import { eventually } from '../../support/time/eventually.ts';
import type { Label } from './support/program.ts';
import { environmentOf, testGuides, useGuideServer, writeProgram } from './support/use-guides.ts';

const BODY = '{"type":"email.bounced"}';
const MINUTE_S = 60;
/** The number of guides per language. What a guide does is tested in Node (node.test.ts). */
const GUIDES = extent('GUIDES', 1, Number.POSITIVE_INFINITY);

describe('The snippets of the guides in other languages than Node', () => {
  const server = useGuideServer();
  let receiver: ChildProcess | undefined;

  afterEach(async () => {
    if (receiver?.exitCode !== null || !receiver.kill('SIGKILL')) return;
    await once(receiver, 'close');
  });

  const post = (url: string, body: string, headers: Record<string, string>) =>
    fetch(url, { method: 'POST', body, headers });
  const posthorn = async (method: string, target: string, body?: object) => {
    const { apiUrl, apiKey } = server.announcement;
    const answer = await fetch(`${apiUrl}${target}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  /** What the receiver answers to a message of `ageS` that is signed with `secret`. */
  const statusOf = async (url: string, secret: string, ageS: number) => {
    const timestamp = String(Math.floor(Date.now() / 1000) - ageS);
    const signature = createHmac('sha256', secret).update(`${timestamp}.${BODY}`).digest('hex');
    const headers = { 'x-service-timestamp': timestamp, 'x-service-signature': signature };
    return (await post(url, BODY, headers)).status;
  };
  const hasStarted = (url: string) =>
    post(url, '', {}).then(
      () => true,
      () => false,
    );

  async function checkReceiver(label: Label, command: (file: string, port: string) => string[]) {
    const guide = readGuides().find(({ name }) => name === 'webhooks') ?? expect.fail('There is no guide.');
    const port = String(server.receiverPort);
    const url = `http://127.0.0.1:${port}/webhooks`;
    const { id, signing_secret } = await posthorn('POST', '/webhooks', { endpoint_url: url, events: ['*'] });
    const secret = String(signing_secret);
    const file = await writeProgram(server, guide, label);
    const [program = '', ...args] = command(file, port);
    receiver = spawn(program, args, {
      env: { ...environmentOf(server.directory), WEBHOOK_SECRET: secret },
      stdio: 'ignore',
    });
    await eventually(`the ${label} receiver answers`, () => hasStarted(url));
    expect(await posthorn('POST', `/webhooks/${id}/test`, { type: 'email.bounced' })).to.include({
      delivered: true,
      status_code: 204,
    });
    expect(await statusOf(url, secret, 4 * MINUTE_S)).to.equal(204);
    expect(await statusOf(url, secret, 6 * MINUTE_S)).to.equal(401);
    expect(await statusOf(url, 'whsec_another', 0)).to.equal(401);
    await posthorn('DELETE', `/webhooks/${id}`);
  }

  if (!IS_LONG)
    for (const label of ['curl', 'python', 'pytest'] as const) testGuides(server, label, {}, GUIDES);
  const php = (file: string, port: string) => ['php', '-S', `127.0.0.1:${port}`, file];
  testGuides(server, 'php', { webhooks: () => checkReceiver('php', php) }, GUIDES);
  const rack = path.join(import.meta.dirname, 'support/rack.rb');
  const ruby = (file: string, port: string) => ['ruby', rack, file, port];
  testGuides(server, 'ruby', { webhooks: () => checkReceiver('ruby', ruby) }, GUIDES);
  testGuides(server, 'cli', {}, GUIDES);
});
