// Moves the claimed runs of one account, an account batch, as far as they get, in rounds: the engine decides until it
// stops at effects, then these are carried out. A run leaves the batch when it pauses, has ended or was lost to another
// worker. Steps are tried again here: after a temporary refusal (postponement.ts), and after a bug, which affects its
// run alone and fails it after ten tries (`TRIES_MAX`).

import type { Database } from '../../shared/platform/db/connect.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { retryTime, TRIES_MAX } from '../../shared/platform/work/retry-time.ts';
import { cancelClaimedRuns } from '../../shared/resources/flows/automations/runs/cancel.ts';
import type { RunTransition } from '../../shared/resources/flows/automations/runs/transitions/transition.ts';
import type { TransitionWriter } from '../../shared/resources/flows/automations/runs/transitions/transition-writer.ts';
import { eventRunsWork } from '../../shared/resources/flows/automations/runs/work.ts';
import { taskOf } from '../../shared/resources/flows/automations/step-types/step-types.ts';
import { isPassingError } from '../runtime/passing-errors.ts';
import { type ContactStepDeps, changeContacts } from './change-contacts.ts';
import { computeInTurns } from './compute-in-turns.ts';
import type { MovingRun } from './moving-run.ts';
import { postpone } from './postponement.ts';
import { type MailDeps, sendMails } from './send-mails.ts';
import { failed, type StepResult, type StepResults } from './step-result.ts';

/** The dependencies of moving runs. */
export interface AdvanceDeps extends MailDeps, ContactStepDeps {
  database: Database;
  moves: TransitionWriter;
  /** False: nothing new may be begun: the process stops, its lease is not valid, or the account is suspended. */
  mayGoOn(accountId: string): boolean;
  log: Logger;
}

const FORGOTTEN: StepResult = { kind: 'thrown', error: new Error('A step has no outcome.') };
const GIVEN_UP = `An internal error ended ${TRIES_MAX} attempts of this step.`;

/** Moves runs of one account. @throws when the database is unavailable; what is still claimed is to be freed */
export async function advanceAccountBatch(
  deps: AdvanceDeps,
  accountId: string,
  runs: readonly MovingRun[],
): Promise<void> {
  await new AccountBatch(deps, accountId).advance(runs);
}

class AccountBatch {
  readonly #deps: AdvanceDeps;
  readonly #accountId: string;

  constructor(deps: AdvanceDeps, accountId: string) {
    this.#deps = deps;
    this.#accountId = accountId;
  }

  async advance(runs: readonly MovingRun[]): Promise<void> {
    const now = this.#deps.clock.now();
    const started = await computeInTurns(this.#deps.turns, runs, (run) => run.start(now));
    const thrown: StepResults = new Map();
    let active = runs.filter((run, index) => {
      const result = started[index];
      if (!result) return true;
      thrown.set(run, { kind: 'thrown', error: result.thrown });
      return false;
    });
    await this.#settle(thrown);
    while (active.length > 0) active = await this.#round(active);
  }

  /** @returns the runs that continue */
  async #round(runs: readonly MovingRun[]): Promise<MovingRun[]> {
    if (!this.#deps.mayGoOn(this.#accountId)) {
      await this.#putBack(runs);
      return [];
    }
    const still: MovingRun[] = [];
    const mailing: MovingRun[] = [];
    const changing: MovingRun[] = [];
    for (const run of runs) {
      const task = run.effect && taskOf(run.effect);
      if (!task) still.push(run);
      else if (task.kind === 'mail') mailing.push(run);
      else changing.push(run);
    }
    const results = await Promise.all([
      this.#writeStill(still),
      sendMails(this.#deps, mailing),
      changeContacts(this.#deps, this.#accountId, changing),
    ]);
    const known = new Map(results.flatMap((each) => [...each]));
    // A run without an outcome would stay claimed as long as the process lives.
    return await this.#settle(new Map(runs.map((run) => [run, known.get(run) ?? FORGOTTEN])));
  }

  /** Writes runs that pause or have ended. */
  async #writeStill(runs: readonly MovingRun[]): Promise<StepResults> {
    const now = this.#deps.clock.now();
    const written = await this.#write(runs.map((run) => ({ run, move: () => run.moveTo(run.ahead, now) })));
    const resultOf = (run: MovingRun): StepResult => {
      const result = written.get(run);
      if (result === true) return { kind: 'written', ahead: run.ahead };
      return result ? { kind: 'thrown', error: result.error } : { kind: 'lost' };
    };
    return new Map(runs.map((run) => [run, resultOf(run)]));
  }

  /** Settles the results. @returns the runs that continue */
  async #settle(results: StepResults): Promise<MovingRun[]> {
    if (results.size === 0) return [];
    const passing = [...results.values()].find(
      (result) => result.kind === 'thrown' && isPassingError(result.error),
    );
    if (passing?.kind === 'thrown') throw passing.error;
    const now = this.#deps.clock.now();
    const goingOn: MovingRun[] = [];
    const later: { run: MovingRun; move: () => RunTransition }[] = [];
    const lost: MovingRun[] = [];
    const gone: MovingRun[] = [];
    for (const [run, result] of results) {
      const settled = this.#settleOne(run, result, now);
      if (settled === 'goes on') goingOn.push(run);
      else if (settled === 'lost') lost.push(run);
      else if (settled === 'gone') gone.push(run);
      else if (settled !== 'done') later.push({ run, move: settled });
    }
    await Promise.all([this.#writeLater(later), this.#release(lost), this.#cancel(gone)]);
    return goingOn;
  }

  /** @returns what becomes of it; a function: the move by which it is tried again */
  #settleOne(
    run: MovingRun,
    result: StepResult,
    now: Date,
  ): 'goes on' | 'done' | 'lost' | 'gone' | (() => RunTransition) {
    switch (result.kind) {
      case 'written':
        run.written(result.ahead, result.contact);
        return run.effect ? 'goes on' : 'done';
      case 'over':
        return this.#goOnAfter(run, result, now);
      case 'refused':
        return this.#postpone(run, result, now);
      case 'thrown':
        return this.#failTry(run, result.error, now);
      default:
        return result.kind;
    }
  }

  #goOnAfter(run: MovingRun, { outcome }: StepResult & { kind: 'over' }, now: Date) {
    try {
      run.comeTo(run.finish(outcome, now));
      return 'goes on' as const;
    } catch (error) {
      return this.#failTry(run, error, now);
    }
  }

  #postpone(run: MovingRun, { refusal }: StepResult & { kind: 'refused' }, now: Date) {
    const postponement = postpone(refusal, run.ahead.state.postponedAt, now);
    if (!postponement) {
      const over = failed(refusal.message);
      return this.#goOnAfter(run, over as StepResult & { kind: 'over' }, now);
    }
    return () => run.postpone({ ...postponement, reason: refusal.name, attempts: 0 });
  }

  #failTry(run: MovingRun, error: unknown, now: Date): () => RunTransition {
    const { id: runId, accountId, automationId, attempts } = run.stored;
    this.#deps.log.error(
      { err: error, runId, accountId, automationId, attempts },
      'a run could not be moved',
    );
    if (attempts >= TRIES_MAX) return () => run.giveUp(GIVEN_UP, now);
    return () => run.failTry({ at: retryTime(attempts, now), reason: 'internal_error', attempts });
  }

  async #writeLater(later: readonly { run: MovingRun; move: () => RunTransition }[]): Promise<void> {
    const written = await this.#write(later);
    const lost: MovingRun[] = [];
    for (const [run, result] of written) {
      if (result === false) lost.push(run);
      // Nothing of it can be written: it stays claimed until the job ends, which frees it.
      else if (result !== true) throw result.error;
    }
    await this.#release(lost);
  }

  /** Writes moves together, and one by one if one of them cannot be written. */
  async #write(
    asked: readonly { run: MovingRun; move: () => RunTransition }[],
  ): Promise<Map<MovingRun, boolean | { error: unknown }>> {
    if (asked.length === 0) return new Map();
    try {
      const written = await this.#deps.moves.write(
        this.#accountId,
        asked.map(({ move }) => move()),
      );
      return new Map(asked.map(({ run }, index) => [run, written[index] === true]));
    } catch (error) {
      const [only, ...others] = asked;
      if (isPassingError(error)) throw error;
      if (only && others.length === 0) return new Map([[only.run, { error }]]);
      const results = new Map<MovingRun, boolean | { error: unknown }>();
      for (const each of asked) for (const entry of await this.#write([each])) results.set(...entry);
      return results;
    }
  }

  /**
   * Releases runs: their claim was lost; or their automation was stopped, then the next claim cancels them; or they
   * have moved although the worker did not learn of it, then they continue from what is stored.
   */
  async #release(runs: readonly MovingRun[]): Promise<void> {
    if (runs.length === 0) return;
    const nextAttemptAt = this.#deps.clock.now();
    const releases = runs.map(({ stored: { id, token } }) => ({ id, token, nextAttemptAt }));
    await eventRunsWork.table.release(this.#deps.database, releases);
  }

  async #cancel(runs: readonly MovingRun[]): Promise<void> {
    const claims = runs.map(({ stored: { id, token } }) => ({
      id,
      token,
      reason: 'contact_deleted' as const,
    }));
    await cancelClaimedRuns(this.#deps.database, claims, this.#deps.clock.now());
  }

  /** Hands runs that may not continue in this process to another one. */
  async #putBack(runs: readonly MovingRun[]): Promise<void> {
    const now = this.#deps.clock.now();
    await this.#writeLater(runs.map((run) => ({ run, move: () => run.putBack(now) })));
  }
}
