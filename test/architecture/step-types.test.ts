// Step types: all that the program knows of a type of step is in one file, so that a new type is one file too
// (docs/architecture/automation-step-types.md).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { EXECUTABLE_STEP_TYPES } from '../../shared/contract/automations/values.ts';
import {
  type ArchitectureRule,
  eachFile,
  isIn,
  testRules,
} from '../support/architecture/architecture-rules.ts';
import { ROOT } from '../support/documents/root.ts';

const FOLDER = 'shared/resources/flows/automations/step-types';
const ownFile = (type: string) => `${FOLDER}/${type.replaceAll('_', '-')}.ts`;

/** The lists: the names, which clients see, what each of them is, and what people read and edit of it. */
const LIST = [
  'shared/contract/automations/values.ts',
  `${FOLDER}/step-types.ts`,
  'dashboard/resources/automations/run/step-kinds.ts',
  'dashboard/resources/automations/graph/step-forms.ts',
  'dashboard/resources/automations/edit/steps/step-form.tsx',
];
/** Examples of requests in the API description, what is generated of it, and the programs that call the API. */
const CALLERS = [
  'shared/contract/automations/operations.ts',
  'dashboard/api/generated',
  'bench',
  'examples',
  'test',
  // A tool has the name too.
  'api/resources/mcp/tools/tool-list.ts',
];

/** A name that is an English word counts in quotes only. */
function findNames(text: string): string[] {
  return EXECUTABLE_STEP_TYPES.filter((type) =>
    new RegExp(type.includes('_') ? `\\b${type}\\b` : `(['"\`])${type}\\1`).test(text),
  );
}

/** Rules, with made-up files that break them. */
const RULES: ArchitectureRule[] = [
  {
    title: 'a step type is named in its own file, the list and the docs only',
    findBreaches: eachFile(({ path: file, text }) =>
      isIn(file, [...LIST, ...CALLERS])
        ? []
        : findNames(text)
            .filter((type) => file !== ownFile(type))
            .map((type) => `${file} names ${type}`),
    ),
    broken: [
      {
        path: 'workers/automation-steps/advance-party.ts',
        text: `if (effect.type === 'send_email') send();`,
      },
      {
        path: 'shared/resources/flows/automations/stats/count-runs.ts',
        text: "const SQL = `WHERE type = 'delay'`;",
      },
      {
        path: 'shared/resources/flows/automations/engine/advance.ts',
        text: '// Ends after a contact_delete step.',
      },
      { path: 'dashboard/resources/automations/icons.ts', text: 'const ICONS = { add_to_segment: PLUS };' },
      { path: `${FOLDER}/delay.ts`, text: '// Like `condition`, it has no effect.' },
      { path: 'api/resources/automations/input.ts', text: 'const TYPES = ["wait_for_event"];' },
    ],
  },
];

describe('The architecture: step types', () => {
  testRules(RULES);

  it('holds that every step type has its own file', () => {
    const missing = EXECUTABLE_STEP_TYPES.filter((type) => !existsSync(path.join(ROOT, ownFile(type))));
    expect(missing).to.deep.equal([]);
  });
});
