// The examples on the pages of errors (docs/errors/): each request is sent as it stands there, by bash and curl or by the
// command line, against a real API, and each answer is what the page shows. Where no request alone provokes an error,
// states.ts makes the state that the page names.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { ErrorName } from '../../../shared/contract/errors.ts';
import { ContactLanes } from '../../../shared/resources/audience/contact-writes/lanes.ts';
import { runImport } from '../../api/contact-imports/importer.ts';
import { createSender, type Sender } from '../../api/emails/sender.ts';
import { useApp } from '../../support/api/app.ts';
import { type ErrorPage, readErrorPages } from '../../support/documents/error-pages.ts';
import { ROOT } from '../../support/documents/root.ts';
import { useModelServer } from '../../support/net/model-server.ts';
import { eventually } from '../../support/time/eventually.ts';
import { STATES } from './states.ts';

const BASE_URL = 'https://mail.acme.dev';
/** What no test provokes, and why. */
const UNPROVOKED: Readonly<Record<string, string>> = {
  internal_server_error: 'it is a bug; test/api/middleware/errors.test.ts throws one',
};
/** Sooner than in production: the test need not wait as long. */
const TIMES = { waitMs: 700, workMs: 1_500 };
/** What differs each time: ids, times and days, the text of a limit that is shorter here. */
const MASKS: readonly [pattern: RegExp, mask: string][] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID'],
  [/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, 'TIME'],
  [/than (15|1\.5) s /g, 'than 15 s '],
];

const masked = (answer: unknown): unknown =>
  JSON.parse(MASKS.reduce((text, [pattern, mask]) => text.replace(pattern, mask), JSON.stringify(answer)));

describe('The examples on the pages of errors', () => {
  const model = useModelServer();
  const app = useApp({
    config: () => ({
      publicUrl: BASE_URL,
      ai: model.settings,
      batchTimeoutMs: 500,
      rateLimitPerMinute: 60,
      trustProxy: 1,
    }),
    deps: { contactLanes: new ContactLanes(TIMES) },
  });
  let sender: Sender;
  let directory: string;
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-errors-'));
    const program = path.join(ROOT, 'cli/posthorn.mjs');
    await writeFile(
      path.join(directory, 'posthorn'),
      `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
      {
        mode: 0o755,
      },
    );
    // Vouched for: no DNS has its records.
    sender = await createSender(app, { domain: { name: 'acme.dev', isVouched: true } });
  });
  after(() => rm(directory, { recursive: true }));

  /** Runs a block of a page as a reader does who has put in the own values. @returns what it has printed */
  const run = async (code: string) => {
    const script = code.replaceAll(BASE_URL, app.url).replaceAll('ph_…', sender.token);
    const child = spawn('bash', ['-c', `set -eu\n${script}`], {
      cwd: directory,
      // Where stdin is a socket, bash reads the settings of the account as if a remote shell had started it.
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: `${directory}:${process.env['PATH']}` },
    });
    const written = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        written[stream] += text;
      });
    const [exitCode] = await once(child, 'close');
    expect(exitCode, written.stderr).to.equal(0);
    return written;
  };
  /** The answers of curl stand one after the other. */
  const answersIn = (text: string): { name?: string }[] => JSON.parse(`[${text.replaceAll('}{', '},{')}]`);

  const provoke = async ({ name, blocks: { curl = [], cli = [] } }: ErrorPage): Promise<unknown> => {
    for (const code of curl) return answersIn((await run(code)).stdout).find((each) => each.name === name);
    for (const code of cli) {
      const { stderr } = await run(code);
      return JSON.parse(stderr.replaceAll(app.url, BASE_URL));
    }
    return (await STATES[name as ErrorName]?.(app, sender))?.body;
  };

  for (const page of readErrorPages()) {
    if (page.name in UNPROVOKED) continue;
    it(page.name, async () => {
      const ended = page.name === 'job_failed' ? runNextImport() : undefined;
      const answer = await provoke(page);
      await ended;
      expect(masked(answer)).to.deep.equal(masked(JSON.parse(page.blocks['answer']?.[0] ?? '')));
    });
  }

  async function runNextImport(): Promise<void> {
    const { id } = await eventually('an import', async () => {
      return (await sender.api.get('/contacts/imports')).body.data[0];
    });
    await runImport(app, id);
  }

  it('are provoked by a request or a state, unless there is a reason', () => {
    for (const { name, blocks } of readErrorPages()) {
      const ways = [blocks['curl'], blocks['cli'], STATES[name as ErrorName], UNPROVOKED[name]];
      expect(ways.filter(Boolean), name).to.have.length(1);
    }
  });
});
