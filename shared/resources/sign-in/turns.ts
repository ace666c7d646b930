// Turns of a client network at signing in: in a process its attempts run one after the other. An attempt is counted while
// it runs (attempts.ts), so attempts of one network that ran together would use up the count of failures for each other,
// although all of their passwords are right.
import { DomainError } from '../../contract/domain-error.ts';
import { type ConcurrencyLimit, createConcurrencyLimit } from '../../platform/sharing/concurrency-limit.ts';
import { OwnerCounts } from '../../platform/sharing/owner-counts.ts';

/** Attempts of a network that wait or run: some ten seconds of work. */
const UNFINISHED_MAX = 50;
const RETRY_AFTER_SECONDS = 5;

/** The turns of a process. */
export class SignInTurns {
  readonly #unfinished = new OwnerCounts();
  readonly #turns = new Map<string, ConcurrencyLimit>();

  /** Does work in the turn of a network. @throws DomainError `rate_limit_exceeded` when too many attempts wait */
  async run<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#unfinished.of(network) >= UNFINISHED_MAX) throw tooManySignIns();
    this.#unfinished.add(network);
    const turns = this.#turns.get(network) ?? createConcurrencyLimit(1);
    this.#turns.set(network, turns);
    try {
      return await turns.run(work);
    } finally {
      this.#unfinished.remove(network);
      if (this.#unfinished.of(network) === 0) this.#turns.delete(network);
    }
  }
}

/** The refusal of a sign-in that has come to nothing because too many others are under way. */
export function tooManySignIns(): DomainError {
  return new DomainError(
    'rate_limit_exceeded',
    'Too many people are signing in. Try again in a few seconds.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );
}
