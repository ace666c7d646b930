// `posthorn webhooks verify`: verifies a signature without a server (docs/reference/webhooks.md#signatures).
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { newSecret } from '../../shared/resources/foundation/webhooks/signature.ts';
import { expectFailure, expectJson, posthorn, startPosthorn } from './support/cli.ts';

describe('posthorn webhooks verify', () => {
  const secret = newSecret();
  const body = '{"type":"email.sent",\n "text":"Grüße"}';
  const now = () => Math.floor(Date.now() / 1000);
  let directory: string;
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-verify-'));
  });
  after(() => rm(directory, { recursive: true }));

  const sign = (timestamp: number, payload: string | Buffer = body, key = secret) =>
    createHmac('sha256', key).update(`${timestamp}.`).update(payload).digest('hex');
  /** Flags of a valid call, with changes; undefined removes a flag. */
  const verify = (
    changes: Record<string, string | undefined> = {},
    { input = body, env = {} }: { input?: string; env?: Record<string, string> } = {},
  ) => posthorn(argsOf(changes), { input, env });
  const argsOf = (changes: Record<string, string | undefined> = {}) => {
    const timestamp = changes['timestamp'] ?? String(now());
    const flags = { secret, timestamp, signature: sign(Number(timestamp)), ...changes };
    const args = Object.entries(flags).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, value],
    );
    return ['webhooks', 'verify', ...args];
  };

  it('checks a signature without a server and prints that it is valid', async () => {
    expect(expectJson(await startPosthorn(argsOf(), { input: body }).ended)).to.deep.equal({ valid: true });
    expect(expectJson(await verify({ payload: '-' }))).to.deep.equal({ valid: true });
  });

  it('reads the payload from a file, byte for byte', async () => {
    const file = path.join(directory, 'payload');
    const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x0d, 0x0a, 0x7d]);
    await writeFile(file, bytes);
    const timestamp = now();
    const signature = sign(timestamp, bytes);
    const result = await verify({ payload: file, timestamp: String(timestamp), signature }, { input: '' });
    expect(expectJson(result)).to.deep.equal({ valid: true });
  });

  it('accepts a timestamp as old as --tolerance', async () => {
    const old = String(now() - 1_000);
    expect(expectJson(await verify({ timestamp: old, tolerance: '2000' }))).to.deep.equal({ valid: true });
  });

  it('ignores a key in the environment', async () => {
    expect(expectJson(await verify({}, { env: { POSTHORN_API_KEY: 'ph_x' } }))).to.deep.equal({
      valid: true,
    });
  });

  const mismatches: [title: string, changes: Record<string, string | undefined>, input?: string][] = [
    ['a changed byte', {}, body.replace('sent', 'send')],
    ['re-serialized JSON', {}, JSON.stringify(JSON.parse(body))],
    ['another secret', { secret: newSecret() }],
    ['another timestamp', { timestamp: String(now()), signature: sign(now() - 1) }],
    ['an old timestamp', { timestamp: String(now() - 400) }],
    ['a timestamp in the future', { timestamp: String(now() + 86_400) }],
    ['a timestamp older than --tolerance', { timestamp: String(now() - 60), tolerance: '30' }],
    ['a timestamp that is not a number', { timestamp: 'yesterday', signature: sign(now()) }],
    ['a signature in the wrong format', { signature: 'v1,abc' }],
    ['half a signature', { signature: sign(now()).slice(0, 32) }],
  ];
  describe('fails with cli_error when the signature does not match', () => {
    for (const [title, changes, input = body] of mismatches) {
      it(`${title}, with exit code 1`, async () => {
        const message = expectFailure(await verify(changes, { input }), null, 'cli_error');
        expect(message).not.to.include(secret.slice(6));
      });
    }
  });

  for (const flag of ['secret', 'timestamp', 'signature']) {
    it(`prints cli_error without --${flag}`, async () => {
      const args = argsOf();
      args.splice(args.indexOf(`--${flag}`), 2);
      expect(expectFailure(await posthorn(args), null, 'cli_error')).to.include(flag);
    });
  }

  it('prints cli_error for a --tolerance that is not a number, and for a --payload that does not exist', async () => {
    expect(expectFailure(await verify({ tolerance: 'long' }), null, 'cli_error')).to.include('--tolerance');
    expect(expectFailure(await verify({ payload: '/nowhere' }), null, 'cli_error')).to.include('/nowhere');
  });

  it('refuses --api-key, because it needs no key', async () => {
    expect(expectFailure(await verify({ 'api-key': 'ph_x' }), null, 'cli_error')).to.include('--api-key');
    const args = ['--secret', secret, '--timestamp', String(now()), '--signature', sign(now())];
    const result = await posthorn(['--api-key', 'ph_x', 'webhooks', 'verify', ...args], { input: body });
    expect(expectFailure(result, null, 'cli_error')).to.include('--api-key');
  });
});
