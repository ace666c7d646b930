// `--wait`: a command that has started a job waits for its end (docs/cli.md#jobs).
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { CliFailure } from '../../cli/failure.ts';
import { type Job, waitForJob } from '../../cli/wait-for-job.ts';
import { type HttpServer, startHttpServer } from '../support/net/http-server.ts';
import { expectFailure, expectJson, posthorn, startPosthorn } from './support/cli.ts';

const KEY = 'ph_0123456789abcdefghijklmnopqrstuv';
const QUEUED: Job = { object: 'contact_import', id: 'some-id', status: 'queued', progress: 0 };
const COUNTS = { total: 3, created: 2, updated: 1, skipped: 0, failed: 0 };
const RUNNING: Job = { ...QUEUED, status: 'in_progress', progress: 42, counts: COUNTS };
const COMPLETED: Job = { ...RUNNING, status: 'completed', progress: 100 };
const FAILED: Job = { ...QUEUED, status: 'failed', error: 'The file has no column `email`.' };

describe('posthorn contacts import --wait', () => {
  let server: HttpServer;
  let requests: string[];
  afterEach(() => server.close());

  /** A server whose job has these records, one for each request. */
  const serve = async (...records: [Job, ...Job[]]) => {
    requests = [];
    const answer: RequestListener = (request, response) => {
      requests.push(`${request.method} ${request.url}`);
      request.resume().on('end', () => response.end(JSON.stringify(records[requests.length - 1])));
    };
    server = await startHttpServer(answer);
    return { POSTHORN_API_KEY: KEY, POSTHORN_BASE_URL: server.url };
  };
  const WAITING = ['contacts', 'import', '--csv', 'email', '--wait'];

  it('prints the final record of the job only', async () => {
    const env = await serve(QUEUED, RUNNING, COMPLETED);
    expect(expectJson(await startPosthorn(WAITING, { env }).ended)).to.deep.equal(COMPLETED);
    const read = 'GET /contacts/imports/some-id';
    expect(requests).to.deep.equal(['POST /contacts/imports', read, read]);
  });

  it('waits after an upload, too', async () => {
    const env = await serve(QUEUED, COMPLETED);
    const args = ['contacts', 'imports', 'create', '--file', '-', '--wait'];
    expect(expectJson(await posthorn(args, { env, input: 'email\n' }))).to.deep.equal(COMPLETED);
  });

  it('is a job_failed with the record when the job fails', async () => {
    const env = await serve(QUEUED, FAILED);
    const { code, stdout, stderr } = await posthorn(WAITING, { env });
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(JSON.parse(stderr)).to.deep.equal({
      docs_url: `${env.POSTHORN_BASE_URL}/docs/errors/job_failed`,
      statusCode: 200,
      name: 'job_failed',
      message: 'The contact import some-id failed: The file has no column `email`.',
      job: FAILED,
    });
  });

  it('is a job_failed when the job is canceled', async () => {
    const env = await serve(QUEUED, { ...RUNNING, status: 'canceled' });
    const { code, stderr } = await posthorn(WAITING, { env });
    expect(code).to.equal(1);
    expect(JSON.parse(stderr)).to.include({
      name: 'job_failed',
      message: 'The contact import some-id was canceled.',
    });
  });

  it('prints the new record without --wait', async () => {
    const env = await serve(QUEUED);
    expect(expectJson(await posthorn(WAITING.slice(0, -1), { env }))).to.deep.equal(QUEUED);
    expect(requests).to.deep.equal(['POST /contacts/imports']);
  });

  it('shows progress on a terminal, as one line of stderr that disappears', async () => {
    const env = await serve(QUEUED, RUNNING, COMPLETED);
    const { stdout, stderr } = await posthorn(WAITING, { env, isTTY: true });
    expect(JSON.parse(stdout)).to.deep.equal(COMPLETED);
    expect(stderr)
      .to.contain('queued: 0 %')
      .and.contain('in_progress: 42 %, 3 total, 2 created, 1 updated, 0 skipped, 0 failed');
    expect(stderr.endsWith('\r\u001b[K')).to.equal(true);
  });

  it('is unknown to a command that starts no job', async () => {
    const env = await serve(QUEUED);
    for (const args of ['contacts create --email a@x.dev', 'emails send', 'contacts imports list'])
      expectFailure(await posthorn([...args.split(' '), '--wait'], { env }), null, 'cli_error');
    expect(requests).to.deep.equal([]);
  });
});

describe('Waiting for a job', () => {
  const refusal = (statusCode: number | null) =>
    new CliFailure({ statusCode, name: 'rate_limit_exceeded', message: 'Later.' });
  /** Waits for a job that is read as these records and errors. @returns the result and the pauses */
  const wait = async (...answers: (Job | Error)[]) => {
    const pauses: number[] = [];
    const read = () => {
      const answer = answers.shift() ?? expect.fail('It was read once more.');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    const pause = (ms: number) => Promise.resolve(void pauses.push(ms));
    const result = await waitForJob(QUEUED, read, { show() {}, clear() {} }, pause).catch((error) => error);
    expect(answers).to.deep.equal([]);
    return { result, pauses };
  };

  it('asks after longer and longer pauses, up to five seconds', async () => {
    const { result, pauses } = await wait(...Array<Job>(12).fill(RUNNING), COMPLETED);
    expect(result).to.equal(COMPLETED);
    expect(pauses[0]).to.equal(250);
    expect(pauses).to.deep.equal(pauses.toSorted((a, b) => a - b));
    expect(pauses.at(-1)).to.equal(5_000);
  });

  it('continues through answers that pass: no connection, 429 and 5xx', async () => {
    const passing = [0, 429, 500, 503].map(refusal);
    expect((await wait(...passing, RUNNING, ...passing, COMPLETED)).result).to.equal(COMPLETED);
  });

  it('gives up after a minute of them, with the last record', async () => {
    const { result, pauses } = await wait(RUNNING, ...Array<Error>(15).fill(refusal(503)));
    expect(result.body).to.deep.equal({ ...refusal(503).body, job: RUNNING });
    expect(pauses.reduce((sum, ms) => sum + ms)).to.be.within(45_000, 75_000);
  });

  for (const statusCode of [401, 404, null]) {
    it(`ends at once with ${statusCode}, with the last record`, async () => {
      const { result } = await wait(RUNNING, refusal(statusCode));
      expect(result.body).to.deep.equal({ ...refusal(statusCode).body, job: RUNNING });
    });
  }
});
