// Something that keeps the house from starting and that its reader can change. The message is one sentence for
// that person; it is printed alone, without a stack.

/** A start that cannot succeed, told in one sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
