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
const MANIFESTS = 'shared/resources/resources.ts';

const RULES: ArchitectureRule[] = [
  {
    title: 'each kind of work is declared once, in a file work.ts that a manifest of the list imports',
    findBreaches(files) {
      const importsOf = (file: string) => files.find(({ path: one }) => one === file)?.imports ?? [];
      const listed = importsOf(MANIFESTS).flatMap(importsOf);
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
        { path: 'shared/resources/polls/resource.ts', text: `import { closing } from './closing.ts';` },
        { path: MANIFESTS, text: `import { polls } from './polls/resource.ts';` },
      ],
      {
        path: 'shared/resources/polls/work.ts',
        text: `export const pollWork = defineWork({ queue: 'poll' });`,
      },
      [
        {
          path: 'shared/resources/polls/work.ts',
          text: `export const pollWork = defineWork({ queue: 'poll' });`,
        },
        { path: 'shared/resources/polls/resource.ts', text: `import { pollWork } from './work.ts';` },
      ],
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
