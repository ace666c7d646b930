// The resolver of mailauth: its questions go to the process, which asks DNS, and come back as node:dns would answer.
// @ts-check

/** @import { Parent } from './parent.js' */
/** @import { RecordType } from '../thread-messages.ts' */

/** @param {Parent} parent */
export function createResolver(parent) {
  let unanswered = 0;
  return {
    /** Questions that DNS did not answer, so far. */
    get unanswered() {
      return unanswered;
    },
    /**
     * @param {string} name
     * @param {string} type
     * @returns {Promise<any>}
     */
    async resolve(name, type) {
      const answer = await parent.dns(/** @type {RecordType} */ (type), name);
      if ('values' in answer) return answer.values;
      if (answer.code === 'ETIMEOUT') unanswered += 1;
      throw Object.assign(new Error(`${type} ${name}: ${answer.code}`), { code: answer.code });
    },
  };
}
