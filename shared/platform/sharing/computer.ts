// Computations that callers choose, such as a preview of a template of theirs: plain data in, plain data out, so that a
// process may do them elsewhere than on its event loop (api/computing/). Each is defined next to what it computes.

/** A computation. Arguments and result are data that can be copied to another process; a refusal is a DomainError. */
export interface Computation<Given extends unknown[], Result> {
  /** Unique. */
  readonly name: string;
  compute(...given: Given): Result | Promise<Result>;
}

/** Does computations; owners take turns. */
export interface Computer {
  /** @returns its result; rejects with what it throws */
  run<Given extends unknown[], Result>(
    owner: string,
    computation: Computation<Given, Result>,
    ...given: Given
  ): Promise<Result>;
}

/** Defines a computation. */
export function defineComputation<Given extends unknown[], Result>(
  name: string,
  compute: (...given: Given) => Result | Promise<Result>,
): Computation<Given, Result> {
  return { name, compute };
}
