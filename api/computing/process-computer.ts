// Does the computations that callers choose in one child process of the API (shared/platform/process/asked-process.ts),
// so that they do not block its event loop: sources and values in, texts out. Accounts take turns; one computation is
// done at a time. The process loads what it needs with the first of them.
import { DomainError, type DomainErrorOptions } from '../../shared/contract/domain-error.ts';
import type { ErrorName } from '../../shared/contract/errors.ts';
import {
  AnswerTimeoutError,
  AskedProcess,
  ProcessEndedError,
} from '../../shared/platform/process/asked-process.ts';
import type { Computation, Computer } from '../../shared/platform/sharing/computer.ts';
import { FairLimit } from '../../shared/platform/sharing/fair-limit.ts';

/** The request for a computation. */
export interface ComputationQuestion {
  name: string;
  given: unknown[];
}

/** A refusal is made again from its parts: copies of errors have no class. */
export type ComputedAnswer =
  | { result: unknown }
  | { refusal: { name: ErrorName; message: string; options: DomainErrorOptions } };

/** Whether the program runs from sources: then the process is loaded in the same way. */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const PROGRAM = new URL(IS_SOURCE ? './main.ts' : './main.js', import.meta.url);
const LOADER = IS_SOURCE ? ['--import', 'tsx/esm'] : [];
/** The longest computation: about two seconds at the limits of its sources, times fifteen for a busy machine. */
const TIME_LIMIT_MS = 30_000;
/** A computation during which the process is killed is done again once. Only what needs too much ends it every time. */
const TRIES = 2;
/** How Node ends when its objects have no room. */
const OUT_OF_MEMORY = new Set(['SIGABRT', 'exit code 134']);
/** The heap of JavaScript's objects: more than a rendering may create. */
const HEAP_MB = 512;

/** The computing process of a process. */
export class ProcessComputer implements Computer {
  readonly #process: AskedProcess<ComputationQuestion, ComputedAnswer>;
  readonly #turns = new FairLimit({ total: 1 });

  /** @param timeLimitMs of one computation */
  constructor(timeLimitMs = TIME_LIMIT_MS) {
    this.#process = new AskedProcess<ComputationQuestion, ComputedAnswer>({
      program: PROGRAM,
      does: 'computes for clients',
      timeLimitMs,
      tries: TRIES,
      execArgv: [...LOADER, `--max-old-space-size=${HEAP_MB}`],
    });
  }

  /** Undefined: it is not running. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** @throws DomainError also `validation_error` for a computation that takes too long, or too much memory */
  async run<Given extends unknown[], Result>(
    owner: string,
    { name }: Computation<Given, Result>,
    ...given: Given
  ): Promise<Result> {
    const answer = await this.#turns.run(owner, () => this.#ask({ name, given }));
    if (!answer) throw new Error('The computing process has no bound of those that wait.');
    if ('result' in answer) return answer.result as Result;
    throw new DomainError(answer.refusal.name, answer.refusal.message, answer.refusal.options);
  }

  /** Ends the process at once. */
  close(): void {
    this.#process.close();
  }

  async #ask(question: ComputationQuestion): Promise<ComputedAnswer> {
    try {
      return await this.#process.ask(question);
    } catch (error) {
      const isTooMuch =
        error instanceof AnswerTimeoutError ||
        (error instanceof ProcessEndedError && OUT_OF_MEMORY.has(error.reason));
      if (!isTooMuch) throw error;
      throw new DomainError('validation_error', 'The computation takes too much time or memory.', {
        cause: error,
      });
    }
  }
}
