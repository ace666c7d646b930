// The process that computes what clients choose: it does what the loop does, refuses as it does, and neither an end of it nor
// a computation that does not end keeps others from being done.
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { expect } from 'chai';
import { COMPUTATIONS } from '../../../api/computing/computations.ts';
import { ProcessComputer } from '../../../api/computing/process-computer.ts';
import { OPERATION_SEARCH } from '../../../api/resources/mcp/operations/find.ts';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { TEMPLATE_PREVIEW } from '../../../shared/resources/messaging/templates/rendering/preview.ts';
import { failureOf } from '../../support/failure-of.ts';

const NICE = 10;
const CONTENT = {
  from: null,
  subject: 'Hello {{{ NAME }}}',
  replyTo: [],
  previewText: null,
  text: null,
  poll: null,
  html: '<p>{{{ NAME }}}</p>',
  variables: [{ key: 'NAME', type: 'string', fallbackValue: null }],
} satisfies Parameters<typeof TEMPLATE_PREVIEW.compute>[0];
const VALUES = { variables: { NAME: 'Bo' }, contact: undefined, now: new Date(0) };

describe('The process that computes what clients choose', function () {
  // It is loaded from sources.
  this.timeout(60_000);
  let computer: ProcessComputer;
  before(() => {
    computer = new ProcessComputer();
  });
  after(() => computer.close());
  const preview = (owner = 'a', values: typeof VALUES = VALUES, content = CONTENT) =>
    computer.run(owner, TEMPLATE_PREVIEW, content, values);
  const pidOf = () => computer.pid ?? expect.fail('It is not running.');

  it('is started by the first computation, at a lower priority, and computes what the loop does', async () => {
    expect(computer.pid).to.equal(undefined);
    expect(await preview()).to.deep.equal(TEMPLATE_PREVIEW.compute(CONTENT, VALUES));
    expect(await computer.run('a', OPERATION_SEARCH, 'send an email', 3)).to.include('sendEmail');
    expect(getPriority(pidOf())).to.equal(Math.max(NICE, getPriority()));
    expect([...COMPUTATIONS.values()].every(({ compute }) => typeof compute === 'function')).to.equal(true);
  });

  it('refuses what the loop refuses, with all that a client sees of it', async () => {
    const faulty = { ...CONTENT, html: '<p>{{#if}}</p>\n{{{ OTHER }}}' };
    const [there, here] = [
      await failureOf(preview('a', VALUES, faulty)),
      await failureOf((async () => TEMPLATE_PREVIEW.compute(faulty, VALUES))()),
    ] as DomainError[];
    expect(there).to.be.instanceOf(DomainError);
    expect(there).to.include({ name: 'validation_error', message: here?.message });
    expect(there?.details).to.deep.equal(here?.details).and.not.to.deep.equal({});
    const missing = (await failureOf(preview('a', { ...VALUES, variables: {} } as never))) as DomainError;
    expect(missing).to.be.instanceOf(DomainError);
  });

  it('lets accounts take turns', async () => {
    const done: string[] = [];
    const run = async (owner: string) => {
      await preview(owner);
      done.push(owner);
    };
    await Promise.all([...Array.from({ length: 20 }, () => run('many')), run('one')]);
    expect(done.indexOf('one')).to.be.at.most(2);
  });

  it('is started again when it ends, also during a computation, which is done then', async () => {
    await preview();
    const warned = once(process, 'warning');
    const first = pidOf();
    const running = preview();
    process.kill(first, 'SIGKILL');
    expect(await running).to.include({ subject: 'Hello Bo' });
    const [{ message }] = await warned;
    expect(message).to.equal('The process that computes for clients has ended: SIGKILL.');
    await preview();
    expect(pidOf()).not.to.equal(first);
  });

  it('is ended by a computation that takes too long, which is refused, and does the next one', async () => {
    const impatient = new ProcessComputer(20);
    const warned = once(process, 'warning');
    // The program is not loaded by then.
    const refused = (await failureOf(impatient.run('a', TEMPLATE_PREVIEW, CONTENT, VALUES))) as DomainError;
    expect(refused).to.be.instanceOf(DomainError).and.to.include({ name: 'validation_error' });
    await warned;
    impatient.close();
    expect(await preview()).to.include({ subject: 'Hello Bo' });
  });
});
