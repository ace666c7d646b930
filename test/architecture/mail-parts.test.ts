// What mail can carry is a part, which accepting, delivering and sending know by their list only (docs/architecture/mail-parts.md).
import { type ArchitectureRule, eachFile, testRules } from '../support/architecture/architecture-rules.ts';

const EMAILS = 'shared/resources/messaging/emails/';
/** They walk over the parts. */
const WALKERS = [`${EMAILS}accept/`, `${EMAILS}delivery/`, `${EMAILS}erasing/`, 'workers/send/'];
const NAMED_PART = /from '[^']*\/parts\/(?!list\.ts|mail-part\.ts)[^']*'/g;

const RULES: ArchitectureRule[] = [
  {
    title: 'what accepts, loads, sends and erases mail knows its parts by their list',
    findBreaches: eachFile(({ path, text }) =>
      WALKERS.some((walker) => path.startsWith(walker))
        ? [...text.matchAll(NAMED_PART)].map(([found]) => `${path}: ${found}`)
        : [],
    ),
    broken: [
      { path: `${EMAILS}accept/check.ts`, text: "import { poll } from '../parts/poll.ts';" },
      { path: 'workers/send/guard.ts', text: `import { kept } from '../../${EMAILS}parts/kept.ts';` },
    ],
  },
];

describe('The architecture: parts of mail', () => {
  testRules(RULES);
});
