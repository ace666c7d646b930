// What the repository says of itself: one address and one version in every document and file of a deployment, and workflows
// and forms that name what is there.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { SERVICE_VERSION } from '../../shared/platform/process/version.ts';
import { readDocuments } from '../support/documents/markdown.ts';
import { ROOT } from '../support/documents/root.ts';
import { listFiles } from '../support/documents/source-files.ts';
import { REPOSITORY } from '../support/release/repository.ts';

const { host, pathname } = new URL(REPOSITORY);
/** What a reader would have to fill in, and addresses of a repository or an image that are not ours. */
const PLACEHOLDER = /<repository>/g;
const ADDRESS = /\b[\w.-]+\.posthorn\.example[\w/.-]*/g;
/** A release by its number, in an address or the name of its file. */
const RELEASED =
  /releases\/download\/v\d[^/\s]*|posthorn[-_]\d+\.\d+\.\d+(?:_all\.deb|\.tgz)|\/posthorn:\d[\w.]*/g;

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Workflow {
  on: Record<string, { tags?: string[] } | null>;
  jobs: Record<string, { container?: { image: string; options: string }; steps: Step[] }>;
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const workflow = (name: string) => parse(read(`.github/workflows/${name}.yml`)) as Workflow;
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps);
const scriptOf = (given: Workflow) =>
  stepsOf(given)
    .map(({ run = '' }) => run)
    .join('\n');

/** @returns what a text says of another repository, or of another release */
function faultsOf(text: string): string[] {
  const placeholders = text.match(PLACEHOLDER) ?? [];
  const addresses = (text.match(ADDRESS) ?? []).filter((address) => !address.startsWith(host + pathname));
  const releases = (text.match(RELEASED) ?? []).filter((named) => !named.includes(SERVICE_VERSION));
  return [...placeholders, ...addresses, ...releases];
}

describe('The repository', () => {
  const texts = [
    ...readDocuments()
      .filter(({ path: file }) => file !== 'CHANGELOG.md')
      .map(({ path: file, text }) => ({ file, text })),
    ...['compose.yaml', ...listFiles('deploy'), ...listFiles('.github')].map((file) => ({
      file,
      text: read(file),
    })),
  ];

  it('has one address and one release in all documents and files of a deployment', () => {
    const faults = texts.flatMap(({ file, text }) => faultsOf(text).map((fault) => `${file}: ${fault}`));
    expect(faults).to.deep.equal([]);
    expect(
      texts.some(({ text }) => text.includes(`${REPOSITORY}/releases/download/v${SERVICE_VERSION}/`)),
    ).to.equal(true);
  });

  for (const text of [
    'git clone <repository> posthorn',
    'https://hub.posthorn.example/posthorn',
    `${REPOSITORY}/releases/download/v0.0.1/x`,
    'apt install ./posthorn_0.0.1_all.deb',
    'npm install ./posthorn-0.0.1.tgz',
    `image: ${host}${pathname}:0.0.1`,
  ]) {
    it(`would not have this: ${text}`, () => expect(faultsOf(text)).to.have.length(1));
  }

  it('begins in README.md with the ways to run it', () => {
    const commands = read('README.md').match(/^ {4}\S.*$/gm) ?? [];
    expect(commands[0]).to.match(/^ {4}npm start/);
    expect(commands[1]).to.contain(`/posthorn-${SERVICE_VERSION}.tgz && posthorn start`);
    expect(commands[2]).to.contain(`./posthorn_${SERVICE_VERSION}_all.deb && posthorn setup`);
  });

  it('is checked by .ci/run for every change, on the machine that it is for', () => {
    const { on, jobs } = workflow('ci');
    expect(on).to.include.keys('push', 'pull_request');
    expect(scriptOf(workflow('ci'))).to.contain('.ci/run');
    expect(jobs['ci']?.container?.image).to.match(/^node:\d+-bookworm$/);
    expect(jobs['ci']?.container?.options).to.equal('--privileged');
  });

  it('makes and publishes a release for each tag, by its own command', () => {
    const release = workflow('release');
    const script = scriptOf(release);
    expect(release.on['push']?.tags).to.deep.equal(['v*']);
    expect(script).to.match(/\.ci\/run\n.*npm run release -- /);
    expect(script).to.contain('--tested="$GITHUB_SHA"');
    expect(script)
      .to.contain('--platform linux/amd64,linux/arm64')
      .and.contain('sha256sum --check SHA256SUMS');
    const { scripts } = JSON.parse(read('package.json'));
    for (const [, name = ''] of script.matchAll(/npm run ([\w:]+)/g)) expect(scripts).to.have.property(name);
  });

  it('uses only pinned actions of GitHub itself', () => {
    const used = ['ci', 'release'].flatMap((name) =>
      stepsOf(workflow(name)).flatMap(({ uses = [] }) => uses),
    );
    expect(used).not.to.be.empty;
    expect(used.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action))).to.deep.equal([]);
  });

  it('asks in its form for the version, the installation and the output of ops check', () => {
    const { body } = parse(read('.github/ISSUE_TEMPLATE/bug.yml')) as {
      body: { id?: string; validations?: { required?: boolean } }[];
    };
    const required = body.filter(({ validations }) => validations?.required).map(({ id }) => id);
    expect(required).to.include.members(['version', 'installation', 'check']);
  });
});
