/** Resolves with what the promise throws; fails the test when it throws nothing. */
export async function failureOf(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  try {
    await promise;
  } catch (error) {
    return error as Error & { code?: string };
  }
  throw new Error('A failure was expected, and there was none.');
}
