// The program of process-computer.ts.
import { DomainError } from '../../shared/contract/domain-error.ts';
import { answerQuestions } from '../../shared/platform/process/answering.js';
import { COMPUTATIONS } from './computations.ts';
import type { ComputationQuestion, ComputedAnswer } from './process-computer.ts';

answerQuestions(async ({ name, given }: ComputationQuestion): Promise<ComputedAnswer> => {
  const computation = COMPUTATIONS.get(name);
  if (!computation) throw new Error(`There is no computation ${name}.`);
  try {
    return { result: await computation.compute(...given) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { name: refusal, message, details, field, reason } = error;
    const options = { details, ...(field !== undefined && { field }), ...(reason && { reason }) };
    return { refusal: { name: refusal, message, options } };
  }
});
