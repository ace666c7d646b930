// Expects that a call of Resend's SDK succeeds.
import { expect } from 'chai';

/** What a method of the SDK returns. */
export interface SdkAnswer<Data> {
  data: Data | null;
  error: unknown;
}

/** Expects an answer without an error. @returns its data */
export async function succeed<Data>(answer: Promise<SdkAnswer<Data>>): Promise<Data> {
  const { data, error } = await answer;
  expect(error).to.equal(null);
  return data ?? expect.fail('There is no data.');
}
