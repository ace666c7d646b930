// The command `posthorn mcp`: messages on stdin, answers on stdout (docs/cli.md). Its tools are tested with the client of
// the SDK (test/api/mcp/).
import { expect } from 'chai';
import { freePort } from '../../dev/processes/ports.ts';
import { createCaller } from '../support/api/account.ts';
import { useApp } from '../support/api/app.ts';
import { expectFailure, posthorn } from './support/cli.ts';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('posthorn mcp', () => {
  const app = useApp();
  const talk = async (lines: readonly (object | string)[], env: Record<string, string> = {}) => {
    const { token } = await createCaller(app);
    const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const own = { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url };
    const { code, stdout, stderr } = await posthorn(['mcp'], { env: { ...own, ...env }, input });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    const answers = stdout.split('\n').filter(Boolean);
    return answers.map((line) => JSON.parse(line));
  };

  it('answers each message in a line, those without an id not at all, and ends when stdin does', async () => {
    const answers = await talk([
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      PING,
      '',
      { ...PING, id: 'two', method: 'tools/list' },
    ]);
    expect(answers.map(({ id }) => id)).to.deep.equal([1, 'two']);
    expect(answers[1].result.tools[0].name).to.equal('send_email');
  });

  it('names the version of the protocol that was agreed in each later message', async () => {
    const protocolVersion = '2025-06-18';
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const [agreed, answered] = await talk([
      { ...PING, method: 'initialize', params },
      { ...PING, id: 2 },
    ]);
    expect(agreed.result).to.include({ protocolVersion });
    expect(answered).to.deep.equal({ jsonrpc: '2.0', id: 2, result: {} });
  });

  it('answers what is no JSON, and what the API refuses or does not answer, with an error that has its name', async () => {
    const [odd, list, refused] = await talk(['{', [PING], { ...PING, id: 2, params: 'x' }]);
    for (const answer of [odd, list])
      expect(answer).to.deep.include({
        id: null,
        error: { code: -32_700, message: 'The line is not a JSON object.' },
      });
    expect(refused.error.data).to.include({ statusCode: 422, name: 'validation_error' });
    const [unknown] = await talk([PING], { POSTHORN_API_KEY: 'ph_unknown' });
    expect(unknown.error.message).to.match(/^invalid_api_key: /);
    const [alone] = await talk([PING, { jsonrpc: '2.0', method: 'notifications/x' }], {
      POSTHORN_BASE_URL: `http://127.0.0.1:${await freePort()}`,
    });
    expect(alone.error.data).to.include({ statusCode: 0, name: 'network_error' });
  });

  it('is a cli_error without a key', async () => {
    expectFailure(await posthorn(['mcp'], { input: '' }), null, 'cli_error');
  });
});
