// What a message says is passed on as a whole: its fields are named in their table, and where one of them means something
// (docs/architecture/mail-fields.md). The preview text stands for all of them: the names of the others are ordinary words.
import { expect } from 'chai';
import {
  type ArchitectureRule,
  eachFile,
  isIn,
  testRules,
} from '../support/architecture/architecture-rules.ts';
import { codeOf, readSourceFiles } from '../support/documents/source-files.ts';

const PRODUCT = ['api', 'shared', 'smtp', 'workers', 'cli', 'ops', 'dev'];
/** File → why it names the field. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'shared/contract/mail/fields.ts': 'the table, and literals of each mail',
  'shared/mail/html/preheader.ts': 'html has the preview text in it',
  'shared/mail/tracking/tracked-html.ts': 'tracked html has it too',
  'shared/resources/flows/campaigns/checklist/warnings.ts': 'the longest mail is measured with it',
  'shared/resources/messaging/emails/accept/insert.ts': 'a statement for many emails',
  'shared/resources/messaging/emails/accept/size.ts': 'it takes memory',
  'shared/resources/messaging/emails/delivery/load-mail.ts': 'what a worker reads',
  'shared/resources/messaging/emails/delivery/loaded-email.ts': 'what a worker reads',
  'shared/resources/messaging/emails/erasing/erase.ts': 'texts that may name a person',
  'shared/resources/messaging/emails/erasing/texts.ts': 'texts that may name a person',
  'shared/resources/messaging/emails/email.ts': 'a literal of each mail',
  'shared/resources/messaging/message-contents/recipient-contents.ts': 'tracked html has it in it already',
  'shared/resources/messaging/templates/rendering/render-email.ts': 'a literal of each mail',
  'workers/send/messages/make-message.ts': 'the parts of a message',
};

/** Whether a file of the product names the field in its code. */
const namesField = (path: string, text: string) =>
  isIn(path, PRODUCT) && /preview_?text/i.test(codeOf(text).replaceAll('PREVIEW_TEXT_MAX_LENGTH', ''));

const RULES: ArchitectureRule[] = [
  {
    title: 'a field of a message is named in its table and where it means something only',
    findBreaches: eachFile(({ path, text }) =>
      !(path in EXCEPTIONS) && namesField(path, text) ? [path] : [],
    ),
    broken: [
      { path: 'api/resources/templates/output.ts', text: 'return { preview_text: content.previewText };' },
      { path: 'workers/jobs/copy-mail.ts', text: 'const { subject, previewText } = mail;' },
    ],
  },
];

describe('The architecture: fields of messages', () => {
  testRules(RULES);

  it('has no exception that names no field', () => {
    const naming = readSourceFiles().filter(({ path, text }) => namesField(path, text));
    expect(naming.map(({ path }) => path)).to.have.members(Object.keys(EXCEPTIONS));
  });
});
