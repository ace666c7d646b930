// Work is declared once (shared/platform/work/define-work.ts).
import path from 'node:path';
import {
  type ArchitectureRule,
  eachFile,
  isIn,
  testRules,
} from '../support/architecture/architecture-rules.ts';

const PRODUCT = ['api', 'shared', 'smtp', 'workers', 'ops'];
const DECLARING = 'shared/platform/work/define-work.ts';
/** The next step of a run is its position. */
const EXCEPT_WALKS = ['shared/platform/work/walk.ts'];
const LIST = 'shared/resources/work-kinds.ts';

const RULES: ArchitectureRule[] = [
  {
    title: 'each kind of work is declared once, in a file work.ts that the list of all kinds imports',
    findBreaches(files) {
      const listed = files.find(({ path: file }) => file === LIST)?.imports ?? [];
      return files.flatMap(({ path: file, text }) => {
        if (!isIn(file, PRODUCT) || file === DECLARING) return [];
        if (text.includes('createWorkTable(') && !text.includes('function createWorkTable(')) return [file];
        if (!text.includes('defineWork(')) return [];
        return path.basename(file) === 'work.ts' && listed.includes(file) ? [] : [file];
      });
    },
    broken: [
      {
        path: 'shared/resources/polls/table.ts',
        text: `const pollsTable = createWorkTable({ table: 'polls' });`,
      },
      [
        {
          path: 'shared/resources/polls/closing.ts',
          text: `export const closing = defineWork({ queue: 'poll' });`,
        },
        { path: LIST, text: `import { closing } from './polls/closing.ts';` },
      ],
      {
        path: 'shared/resources/polls/work.ts',
        text: `export const pollWork = defineWork({ queue: 'poll' });`,
      },
    ],
  },
  {
    title: 'only a walk writes a position under the token of a claim',
    findBreaches: eachFile(({ path: file, text }) =>
      isIn(file, PRODUCT) &&
      !EXCEPT_WALKS.includes(file) &&
      /\bposition = \$/.test(text) &&
      text.includes('claim_token')
        ? [file]
        : [],
    ),
    broken: [
      {
        path: 'shared/resources/polls/closing/step.ts',
        text: `client.query('UPDATE poll_closings SET position = $2 WHERE id = $1 AND claim_token = $3');`,
      },
    ],
  },
];

describe('The architecture: work', () => {
  testRules(RULES);
});
