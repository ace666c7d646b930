import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { type SupervisedProcess, superviseProcess } from '../../../dev/processes/supervised-process.ts';
import type { StartError } from '../../../dev/start-error.ts';
import { eventually } from '../../support/time/eventually.ts';

describe('superviseProcess', () => {
  let directory: string;
  let supervised: SupervisedProcess | undefined;
  let lines: string[];
  let givenUp: StartError[];

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-supervised-'));
    lines = [];
    givenUp = [];
  });

  afterEach(async () => {
    supervised?.kill();
    await supervised?.stop();
    await rm(directory, { recursive: true });
  });

  async function supervise(program: string): Promise<SupervisedProcess> {
    const file = path.join(directory, 'program.mjs');
    await writeFile(file, program);
    supervised = superviseProcess({
      name: 'Program',
      command: [file],
      environment: { GREETING: 'hello' },
      say: (line) => lines.push(line),
      giveUp: (error) => givenUp.push(error),
    });
    supervised.ready.catch(() => {});
    return supervised;
  }

  /** Runs while its channel is open: neither a signal listener nor a channel alone keeps a process alive. */
  const READY = 'process.channel.ref(); process.on("SIGTERM", () => process.exit(0)); process.send("ready");';

  it('is ready when the process reports it, and shows its output under its name', async () => {
    await (await supervise(`console.log(process.env.GREETING); ${READY}`)).ready;
    await eventually('its line is shown', () => lines.includes('Program | hello'));
  });

  it('restarts the process when it ends', async () => {
    const program = await supervise(READY);
    await program.ready;
    const first = program.pid();
    process.kill(first ?? expect.fail('It has no id.'), 'SIGKILL');
    await eventually('another one runs', () => ![undefined, first].includes(program.pid()));
    expect(lines).to.deep.equal(['Program ended (SIGKILL) and is restarted in 0.25 s.']);
  });

  it('gives up at once when the process refuses its configuration', async () => {
    const { ready } = await supervise('process.exit(78)');
    const message = 'Program refuses its configuration; the last line of its log gives the reason.';
    expect(await ready.then(String, String)).to.include(message);
    expect(givenUp.map((error) => error.message)).to.deep.equal([message]);
  });

  it('gives up when the process ended five times within a minute', async () => {
    await supervise('process.exit(3)');
    await eventually('it gives up', () => givenUp.length > 0);
    expect(givenUp[0]?.message).to.equal(
      'Program ended 5 times within a minute (exit code 3); the last lines of its log give the reason.',
    );
    expect(lines.filter((line) => line.includes('is restarted'))).to.have.length(4);
  });

  it('does not restart a process that it stops', async () => {
    const program = await supervise(READY);
    await program.ready;
    await program.stop();
    expect(lines).to.deep.equal([]);
    expect(givenUp).to.deep.equal([]);
  });

  it('kills the children of the process when it ends', async () => {
    const program = await supervise(
      `import { spawn } from 'node:child_process';
       const { pid } = spawn('sleep', ['60']); console.log('child ' + pid); ${READY}`,
    );
    await program.ready;
    const child = await eventually('the child is asked to stop', () => {
      const line = lines.find((text) => text.includes('child'));
      return line !== undefined && Number(line.split(' ').at(-1));
    });
    await program.stop();
    await eventually('the child is gone', () => {
      try {
        process.kill(child, 0);
        return false;
      } catch {
        return true;
      }
    });
  });
});
