// Turns of client networks and of people at signing in: in a process the attempts of one network run one after the other,
// and so do those for one person. An attempt is counted while it runs (attempts.ts), so attempts of one network that ran
// together would use up the count of failures for each other, although all of their passwords are right. And passwords
// are hashed one at a time: with turns, a person whose password many clients know has one hash among those that wait.
import { DomainError } from '../../../contract/domain-error.ts';
import { clientNetwork } from '../../../platform/addresses/client-network.ts';
import { FairLimit } from '../../../platform/sharing/fair-limit.ts';

/** Attempts of a network that wait: with the one that runs about ten seconds of work. */
const WAITING_OF_NETWORK = 49;
/** Attempts for a person that wait, each with the turn of its network: with the one that runs about twenty seconds. */
const WAITING_OF_PERSON = 99;
const RETRY_AFTER_SECONDS = 5;

/** The person and the network whose turn it is. */
export interface SignInTurn {
  /** IP address of the client; null: it has disconnected. */
  networkAddress: string | null;
  /** The address of the password or code, in key form, whether or not there is a person. */
  email: string;
}

/** The turns of a process. */
export class SignInTurns {
  readonly #networks = new FairLimit({ perOwner: 1, waitingPerOwner: WAITING_OF_NETWORK });
  readonly #people = new FairLimit({ perOwner: 1, waitingPerOwner: WAITING_OF_PERSON });

  /**
   * Does work in the turn of a network and then of a person. The order matters: a client that names the address of
   * another person does not hold that person's turn while it waits for its own network.
   * @throws DomainError `rate_limit_exceeded` when too many attempts wait
   */
  async run<Result>({ networkAddress, email }: SignInTurn, work: () => Promise<Result>): Promise<Result> {
    const network = clientNetwork(networkAddress ?? '');
    return await inTurn(this.#networks, network, () => inTurn(this.#people, email, work));
  }
}

async function inTurn<Result>(limit: FairLimit, owner: string, work: () => Promise<Result>): Promise<Result> {
  const running = limit.run(owner, work);
  if (!running) throw tooManySignIns();
  return await running;
}

/** The refusal of a sign-in because too many others are in progress. */
export function tooManySignIns(): DomainError {
  return new DomainError(
    'rate_limit_exceeded',
    'Too many people are signing in. Try again in a few seconds.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );
}
