// A reason why `npm start` cannot start that its user can remove. The message is one sentence for that person; it is
// printed alone, without a stack.

/** The reason of a failed start, in one sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
