// Turns of a client network at signing in: in a process its attempts run one after the other. An attempt is counted while
// it runs (attempts.ts), so attempts of one network that ran together would use up the count of failures for each other,
// although all of their passwords are right.
import { DomainError } from '../../contract/domain-error.ts';
import { FairLimit } from '../../platform/sharing/fair-limit.ts';

/** Attempts of a network that wait: with the one that runs some ten seconds of work. */
const WAITING_MAX = 49;
const RETRY_AFTER_SECONDS = 5;

/** The turns of a process. */
export class SignInTurns {
  readonly #limit = new FairLimit({ perOwner: 1, waitingPerOwner: WAITING_MAX });

  /** Does work in the turn of a network. @throws DomainError `rate_limit_exceeded` when too many attempts wait */
  async run<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#limit.run(network, work);
    if (!running) throw tooManySignIns();
    return await running;
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
