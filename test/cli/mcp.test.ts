// `posthorn mcp` where there is no answer of the server (docs/cli.md#tools-for-models).
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { serveMcp } from '../../cli/serve-mcp.ts';

describe('posthorn mcp', () => {
  it('answers each line that wants an answer, also where the server cannot be reached', async () => {
    const connection = { baseUrl: 'http://127.0.0.1:9', apiKey: 'ph_x', userAgent: 'x' };
    const [ping, notification] = ['{"id":1,"method":"ping"}', '{"method":"notifications/initialized"}'];
    const written: string[] = [];
    const lines = Readable.from(['prose\n', `[${ping}]\n`, `${notification}\n`, `${ping}\n`]);
    await serveMcp(connection, lines as typeof process.stdin, (line) => written.push(line));
    const answers = written.map((line) => JSON.parse(line));
    expect(answers.map(({ id, error }) => [id, error.code])).to.deep.equal([
      [null, -32_700],
      [null, -32_700],
      [1, -32_603],
    ]);
  });
});
