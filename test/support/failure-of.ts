/** Resolves with the error of the promise; fails the test when there is none. */
export async function failureOf(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  try {
    await promise;
  } catch (error) {
    return error as Error & { code?: string };
  }
  throw new Error('A failure was expected, and there was none.');
}
