// The Dockerfile: what the image runs, as whom, and what its build can read. test/deploy/processes.test.ts runs what it
// builds.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../support/documents/root.ts';
import { readProcfile } from '../support/processes/procfile.ts';
import { lastOf, parseCopy, parseDockerfile } from './support/dockerfile.ts';

/** LTS releases of Node that the project supports. */
const IMAGES = /^node:(?:22|24)-bookworm-slim$/;
/** The defaults of PORT, INBOUND_PORT, SUBMISSION_PORT and SUBMISSIONS_PORT. */
const PORTS = '3000 2525 2587 2465';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** What is wrong with the image. */
function breachesOf(dockerfile: string): string[] {
  const stages = parseDockerfile(dockerfile);
  const image = stages.at(-1);
  const names = new Set(stages.map(({ name }) => name));
  const copies = stages.flatMap(({ instructions }) =>
    instructions.filter(({ keyword }) => keyword === 'COPY').map(({ text }) => parseCopy(text)),
  );
  const fromContext = copies.filter(({ from }) => from === undefined).flatMap(({ sources }) => sources);
  const rules: [string, boolean][] = [
    [
      'every stage begins from an LTS release',
      stages.every(({ base }) => names.has(base) || IMAGES.test(base)),
    ],
    ['takes the package, and nothing else', fromContext.join() === 'posthorn-*.tgz'],
    ['the image copies from stages only', copiesOnlyFromStages(image?.instructions ?? [])],
    ['runs the process web', toCommand(lastOf(image, 'CMD')) === readProcfile().get('web')],
    ['runs as an ordinary user', lastOf(image, 'USER') === 'node'],
    ['is in production', lastOf(image, 'ENV') === 'NODE_ENV=production'],
    ['exposes the ports of the API and of SMTP', lastOf(image, 'EXPOSE') === PORTS],
    [
      'installs exactly the packages of production',
      dockerfile.includes('RUN npm ci --omit=dev --omit=optional --ignore-scripts '),
    ],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule);
}

function copiesOnlyFromStages(instructions: readonly { keyword: string; text: string }[]): boolean {
  const copies = instructions.filter(({ keyword }) => keyword === 'COPY');
  return copies.length > 0 && copies.every(({ text }) => parseCopy(text).from !== undefined);
}

/** A command in its exec form, without a shell that would not pass on signals. */
function toCommand(execForm = ''): string {
  return execForm.startsWith('[') ? (JSON.parse(execForm) as string[]).join(' ') : '';
}

describe('The Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  it('makes an image that runs the API as an ordinary user', () => {
    expect(breachesOf(dockerfile)).to.deep.equal([]);
  });

  for (const [from, to, breach] of [
    ['CMD ["node", "dist/api/main.js"]', 'CMD node dist/api/main.js', 'runs the process web'],
    ['dist/api/main.js', 'dist/api/app.js', 'runs the process web'],
    ['USER node', 'USER root', 'runs as an ordinary user'],
    ['EXPOSE 3000 2525 2587 2465', 'EXPOSE 8080', 'exposes the ports of the API and of SMTP'],
    ['node:24-bookworm-slim', 'node:25-bookworm-slim', 'every stage begins from an LTS release'],
    ['COPY posthorn-*.tgz', 'COPY .', 'takes the package, and nothing else'],
    ['COPY --from=package /opt/posthorn', 'COPY dist', 'the image copies from stages only'],
    ['--omit=dev ', '', 'installs exactly the packages of production'],
    ['NODE_ENV=production', 'NODE_ENV=test', 'is in production'],
  ] as const) {
    it(`would not pass with ${to || `nothing in place of ${from}`}`, () => {
      expect(breachesOf(dockerfile.replace(from, to))).to.include(breach);
    });
  }

  it('gets only the package into its build: no sources, no secrets, no data', () => {
    const lines = read('.dockerignore').split('\n');
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).to.deep.equal([
      '*',
      '!posthorn-*.tgz',
    ]);
  });
});
