// The child process of scrypt-process.ts.
// @ts-check
import { scryptSync } from 'node:crypto';
import { answerQuestions } from '../process/answering.js';

/** @import { KeyQuestion } from './scrypt-process.ts' */

answerQuestions((/** @type {KeyQuestion} */ { password, salt, bytes, options }) =>
  scryptSync(password, salt, bytes, options),
);
