// Who may send the service's own mail: what limits an account does not limit it, so its source is set in one place, which
// no request reaches with a choice of its own (shared/resources/messaging/emails/notices/notice.ts).
import {
  type ArchitectureRule,
  eachFile,
  isIn,
  testRules,
} from '../support/architecture/architecture-rules.ts';
import { codeOf } from '../support/documents/source-files.ts';

const PRODUCT = ['api', 'ops', 'shared', 'smtp', 'workers'];

/** File → what it does with the name of the source. Only the first one gives it to an email. */
const NAMES_IT: Readonly<Record<string, string>> = {
  'shared/resources/people/notices/submit.ts': 'sets it',
  'shared/contract/emails/values.ts': 'lists the sources',
  'shared/resources/messaging/emails/notices/notice.ts': 'decides what applies to notices',
  'shared/resources/messaging/emails/notices/find-states.ts': 'reads their outcomes',
  'shared/resources/messaging/emails/find-shared.ts': 'shares no notice',
  'shared/resources/messaging/emails/delivery/held/hold-mail.ts': 'holds no notice',
  'shared/platform/db/group-store/answer-in-time.ts': 'reads warnings of Postgres',
  'shared/resources/messaging/emails/contents/hidden-contents.ts': 'hides their contents',
};

const SUBMIT = 'shared/resources/people/notices/submit.ts';
const SETS = /\bsource['"]?\s*[:=](?!=)\s*['"`]notice['"`]/;
const NAMES = /['"`]notice['"`]/;

const RULES: ArchitectureRule[] = [
  {
    title:
      'the source `notice` is named only where it is set, listed or asked for, and set by submitNotice alone',
    findBreaches: eachFile(({ path, text }) => {
      if (!isIn(path, PRODUCT)) return [];
      const code = codeOf(text);
      const isSql = path.startsWith('shared/resources/messaging/emails/') && path in NAMES_IT;
      const isSet = path !== SUBMIT && !isSql && SETS.test(code);
      return isSet || (NAMES.test(code) && !(path in NAMES_IT)) ? [path] : [];
    }),
    broken: [
      { path: 'api/resources/emails/send.ts', text: "submit({ ...email, source: 'notice' })" },
      { path: 'workers/notices/claims.ts', text: 'const source = "notice";' },
      { path: 'shared/resources/flows/imports/mail.ts', text: "const OWN: EmailSource = 'notice';" },
      { path: 'shared/contract/emails/values.ts', text: "export const DEFAULTS = { source: 'notice' };" },
    ],
  },
  {
    title: 'notices are submitted by people/ alone',
    findBreaches: eachFile(({ path, imports }) =>
      isIn(path, PRODUCT) && !path.startsWith('shared/resources/people/') && imports.includes(SUBMIT)
        ? [path]
        : [],
    ),
    broken: [
      {
        path: 'api/resources/emails/notify.ts',
        text: "import { submitNotice } from '../../../shared/resources/people/notices/submit.ts';",
      },
    ],
  },
];

describe('The source of notices', () => {
  testRules(RULES);
});
