// Effects that are committed although the worker does not learn of it, and rounds that leave a run without an outcome.
import { expect } from 'chai';
import { TRIES_MAX } from '../../../shared/platform/work/retry-time.ts';
import type { RunTransition } from '../../../shared/resources/flows/automations/runs/transitions/transition.ts';
import { advanceAccountBatch } from '../../../workers/automation-steps/advance-account-batch.ts';
import type { MovingRun } from '../../../workers/automation-steps/moving-run.ts';
import { sendMails } from '../../../workers/automation-steps/send-mails.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { PAUSE, type Steps, useRuns } from './use-runs.ts';

const UPDATE: Steps[number] = { key: 'update', type: 'contact_update', config: { last_name: 'New' } };

describe('the outcome of a step that is not known', () => {
  const test = useRuns();
  const { database, clock } = test;
  let mail: Steps[number];
  beforeEach(async () => {
    mail = await test.mailStep();
  });
  /** A job that meets an error that is not one of the database, the first time that it comes to this point. */
  const openFailing = (point: string) => {
    let hasFailed = false;
    return test.open({
      passCrashPoint: (name) => {
        if (name !== point || hasFailed) return;
        hasFailed = true;
        throw new Error('The outcome is unknown.');
      },
    });
  };

  for (const point of ['accept-commit-sent', 'automation-moved'])
    for (const tries of [0, TRIES_MAX - 1])
      it(`sends no mail twice that is committed (${point}, after ${tries} tries)`, async () => {
        const run = await test.start(await test.automation([mail, { ...mail, key: 'second' }, PAUSE]));
        await test.query('UPDATE automation_runs SET attempts = $2 WHERE id = $1', [run, tries]);
        await openFailing(point)({ ids: [run] });
        const stored = await test.read(run);
        expect(stored).to.include({ status: 'running', stepKey: 'second', isClaimed: false });
        expect(stored.nextAttemptAt).to.deep.equal(clock.now());
        expect(await test.wake()).to.deep.equal([run]);
        await test.advance(run);
        expect(await test.countEmails()).to.equal(2);
        expect(await test.steps(run)).to.deep.equal(['mail completed', 'second completed', 'pause waiting']);
      });

  it('changes no contact twice, of several that were changed together', async () => {
    const automation = await test.automation([UPDATE, mail, PAUSE]);
    const { id: contactId } = await createContact(database.pool, { accountId: test.accountId });
    const runs = [await test.start(automation), await test.start(automation, { contactId })];
    await openFailing('automation-moved')({ ids: runs });
    const changed = async () => {
      const rows = await test.query(
        'SELECT last_name, xmin::text FROM contacts WHERE account_id = $1 ORDER BY id',
        [test.accountId],
      );
      return rows;
    };
    const before = await changed();
    for (const run of runs) expect(await test.read(run)).to.include({ stepKey: 'mail', isClaimed: false });
    expect(await test.wake()).to.have.members(runs);
    await test.advance(...runs);
    expect(await changed()).to.deep.equal(before);
    for (const run of runs)
      expect(await test.steps(run)).to.deep.equal(['update completed', 'mail completed', 'pause waiting']);
  });

  describe('of a run that a bug has forgotten', () => {
    const bug = new Error('bug');
    /** A run at its mail. */
    const runAt = (effect: () => unknown) =>
      ({
        stored: { id: 'run', accountId: 'account', attempts: 1, contact: { id: 'c', email: 'a@x.dev' } },
        get effect() {
          return effect();
        },
        start: () => undefined,
        failTry: () => ({ id: 'run' }),
      }) as unknown as MovingRun;
    const deps = (moves: RunTransition[]) =>
      ({
        ...test.deps,
        turns: { run: (_: string, work: (mayGoOn: () => boolean) => void) => work(() => true) },
        mayGoOn: () => true,
        // It renders nothing.
        emailRenderer: { async *renderAll() {} },
        moves: {
          write: (_: string, written: RunTransition[]) => {
            moves.push(...written);
            return Promise.resolve(written.map(() => true));
          },
        },
      }) as never;

    it('is that of a step that has thrown', async () => {
      const moves: RunTransition[] = [];
      const run = runAt(() => ({ type: 'send_email', template: 't', variables: {} }));
      await advanceAccountBatch(deps(moves), 'account', [run]);
      expect(moves.map(({ id }) => id)).to.deep.equal(['run']);
    });

    it('is its own when its mail cannot be read', async () => {
      const broken = runAt(() => {
        throw bug;
      });
      const nowhere = runAt(() => ({ type: 'send_email', template: 't', variables: {}, subject: '\n' }));
      const results = await sendMails(deps([]), [broken, nowhere]);
      expect(results.get(broken)).to.deep.equal({ kind: 'thrown', error: bug });
      expect(results.get(nowhere)).to.include({ kind: 'over' });
    });
  });
});
