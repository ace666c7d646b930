// How the tests of the guides make programs of snippets, and compare answers.
import { expect } from 'chai';
import { fencesOf, type Guide } from '../../support/documents/guides.ts';
import { expectAnswers } from './support/answers.ts';
import { programOf, STEP_END } from './support/program.ts';

const ID = '0199d3a0-0000-7000-8000-000000000001';
const OTHER_ID = '0199d3a0-0000-7000-8000-000000000002';
const TEXT = `# A guide

\`\`\`bash curl
echo "$KEY"
\`\`\`

\`\`\`js node
console.log(KEY);
\`\`\`

It prints:

\`\`\`json answer
{"id": "${ID}", "items": [{"name": "KEY"}]}
\`\`\`

\`\`\`js node
console.log('more');
\`\`\`

\`\`\`text answer
more
\`\`\`
`;

describe('The snippets of a guide', () => {
  const guide: Guide = {
    name: 'made-up',
    file: 'docs/guides/made-up.md',
    text: TEXT,
    fences: fencesOf(TEXT),
  };
  const fill = (code: string) => code.replaceAll('KEY', 'ph_1');
  const check = (label: string, ...printed: string[]) => expectAnswers(guide, label, printed, fill);
  const answer = (id: string, name: string) =>
    `sent\n{ "items": [{"name": "${name}"}],\n"id": "${id}" } {no JSON}`;

  it('are one program for each label, in the lines of the guide, with the values of the server', () => {
    const lines = programOf(guide, 'node', fill)?.split('\n') ?? [];
    const original = TEXT.split('\n');
    expect(lines[original.indexOf('console.log(KEY);')]).to.equal('console.log(ph_1);');
    expect(lines[original.indexOf("console.log('more');")]).to.equal("console.log('more');");
    expect(lines.filter((line) => line !== '')).to.have.length(4);
    expect(programOf(guide, 'curl', fill)?.split('\n')[3]).to.equal('echo "$ph_1"');
    expect(programOf(guide, 'ruby', fill)).to.equal(undefined);
    expect(`a${STEP_END}b`.split(STEP_END)).to.deep.equal(['a', 'b']);
  });

  it('print what the guide says, but for ids', () => {
    check('curl', answer(OTHER_ID, 'ph_1'));
    check('node', answer(OTHER_ID, 'ph_1'), 'more\n');
    check('node', `{ id: '${ID}' }`, 'more\n');
  });

  it('would not pass with another answer', () => {
    expect(() => check('curl', answer(ID, 'KEY'))).to.throw(/made-up\.md:14 \(curl\)/);
    expect(() => check('curl', '')).to.throw();
    expect(() => check('node', answer(ID, 'other'), 'more\n')).to.throw();
    expect(() => check('node', answer(ID, 'ph_1'), 'less\n')).to.throw(/made-up\.md:22 \(node\)/);
  });
});
