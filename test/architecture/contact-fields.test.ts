// A text field of a contact is named in the table of the fields, its migration and the documents only, so that a field
// is added by a row (docs/architecture/contacts.md#the-fields-of-a-contact).
import { expect } from 'chai';
import { CONTACT_FIELDS } from '../../shared/contract/contacts/fields.ts';
import {
  type ArchitectureRule,
  eachFile,
  isIn,
  testRules,
} from '../support/architecture/architecture-rules.ts';
import { codeOf, readSourceFiles } from '../support/documents/source-files.ts';

const TABLE = 'shared/contract/contacts/fields.ts';
/**
 * The code that knows contacts. A migration names its column; tests, the bench and examples use fields as clients do.
 * Elsewhere a field's name may be an ordinary word.
 */
const PRODUCT = ['api', 'shared', 'smtp', 'workers', 'dashboard/resources/contacts'];
/** File → why it may name a field. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'shared/contract/contacts/operations.ts': 'the example of a request has a name',
  'shared/contract/contact-imports/operations.ts': 'the example of a file has a name',
  'shared/contract/automation-simulations/operations.ts': 'the example of a request has a name',
  'shared/contract/templates/reserved-names.ts':
    'FIRST_NAME and LAST_NAME stand for the two names, and no later field has a word',
  'shared/resources/audience/contacts/list.ts': '`q` searches the address and the name',
  'shared/resources/audience/contact-events/event-data.ts': 'the sample of an event has a name',
};

const NAMES = CONTACT_FIELDS.flatMap(({ key, column }) => [key, column, column.toUpperCase()]);
const NAMED = new RegExp(`(?<![\\w$])(?:${NAMES.join('|')})(?![\\w$])`);

/** Whether a file of the product names a field in its code. */
const namesField = (path: string, text: string) =>
  isIn(path, PRODUCT) && path !== TABLE && NAMED.test(codeOf(text));

const RULES: ArchitectureRule[] = [
  {
    title: 'a field of a contact is named in its table, its migration and the documents only',
    findBreaches: eachFile(({ path, text }) =>
      !(path in EXCEPTIONS) && namesField(path, text) ? [path] : [],
    ),
    broken: [
      { path: 'api/resources/contacts/output.ts', text: 'return { first_name: contact[key] };' },
      {
        path: 'shared/resources/audience/contacts/copy.ts',
        text: 'const SQL = `SELECT id, last_name FROM contacts`;',
      },
      { path: 'workers/jobs/greet-contacts.ts', text: 'const { firstName } = contact;' },
      { path: 'dashboard/resources/contacts/form.ts', text: '<input name="first_name">' },
      { path: 'shared/mail/templates/compile.ts', text: "names.has('LAST_NAME')" },
      { path: `${TABLE}.copy.ts`, text: 'firstName' },
    ],
  },
];

describe('The architecture: fields of contacts', () => {
  testRules(RULES);

  it('has no exception that names no field, and sees neither comments nor longer words', () => {
    const naming = readSourceFiles().filter(({ path, text }) => namesField(path, text));
    expect(naming.map(({ path }) => path)).to.have.members(Object.keys(EXCEPTIONS));
    for (const text of ['// first_name', 'my_first_name', 'firstNames'])
      expect(namesField('api/page.ts', text)).to.equal(false);
  });
});
