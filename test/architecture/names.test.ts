// Names: the same thing has the same name in every layer, and a name means only one thing.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { type ArchitectureRule, isIn, testRules } from '../support/architecture/architecture-rules.ts';
import { exportedNames } from '../support/architecture/exported-names.ts';
import { groupOf } from '../support/architecture/groups.ts';
import { ROOT } from '../support/documents/root.ts';
import { readSourceFiles } from '../support/documents/source-files.ts';

const NAMES_IN = ['api', 'shared', 'smtp', 'workers'];
/** A job exports `handle` or `open`; the registry distinguishes them by their files. (A migration exports an `up`.) */
const HANDLERS = { names: ['handle', 'open'], folder: 'workers/jobs' };

/** Rules, with made-up files that break them. */
const RULES: ArchitectureRule[] = [
  {
    title: 'an exported name has only one meaning',
    findBreaches: (files) => {
      const places = new Map<string, string[]>();
      for (const { path: file, text } of files.filter(({ path: file }) => isIn(file, NAMES_IN))) {
        for (const name of exportedNames(text)) {
          if (HANDLERS.names.includes(name) && isIn(file, [HANDLERS.folder])) continue;
          places.set(name, [...(places.get(name) ?? []), file]);
        }
      }
      return [...places].flatMap(([name, at]) => (at.length > 1 ? [`${name}: ${at.join(', ')}`] : []));
    },
    broken: [
      [
        { path: 'shared/mail/retry-schedule.ts', text: 'export const RETRY_JITTER = 0.1;' },
        { path: 'workers/send/resolve-delivery.ts', text: 'export const RETRY_JITTER = 0.2;' },
      ],
      [
        { path: 'shared/mail/smtp-reply.ts', text: 'export interface SmtpReply {}' },
        { path: 'workers/transports/transport.ts', text: 'export type SmtpReply = string;' },
      ],
      [
        { path: 'workers/jobs/send-email.ts', text: 'export async function handle(): Promise<void> {}' },
        { path: 'workers/runtime/job.ts', text: 'export async function handle(): Promise<void> {}' },
        { path: 'workers/runtime/tick.ts', text: 'export async function handle(): Promise<void> {}' },
      ],
    ],
  },
];

/** Paths about the session of the caller, who has one account and one sign-in → the folder of all of them. */
const OF_THE_SESSION: Readonly<Record<string, string>> = { account: 'accounts', auth: 'sign-in' };
/** Resources whose rules are part of another room, because the two form a circle. */
const PART_OF: Readonly<Record<string, string>> = { invitations: 'members' };
/** Resources without rules and tables of their own: their operations call others. */
const WITHOUT_ROOM: ReadonlySet<string> = new Set(['mcp', 'oauth-grants']);

/** The room in which a file of the product is. */
function roomOf(file: string): string[] {
  const [, , , room = '', ...rest] = groupOf(file) === -1 ? [] : file.split('/');
  return rest.length > 0 ? [room] : [];
}

describe('The architecture: names', () => {
  testRules(RULES);

  it('finds no export that declares no name', () => {
    for (const text of [
      'export { x };',
      'export default x;',
      `export * from './x.ts';`,
      'export const { x } = y;',
    ])
      expect(() => exportedNames(text), text).to.throw('declares no name');
  });

  it('holds that a resource has the same name in the API, in shared and in the tests', () => {
    const resources = readdirSync(path.join(ROOT, 'api/resources'));
    expect(resources).to.include.members(['api-keys', 'domains']);
    expect(readdirSync(path.join(ROOT, 'test/api'))).to.include.members(resources);
    const ruled = resources.filter((resource) => !WITHOUT_ROOM.has(resource));
    const shared = ruled.map((resource) => OF_THE_SESSION[resource] ?? PART_OF[resource] ?? resource);
    expect(new Set(readSourceFiles().flatMap(({ path: file }) => roomOf(file)))).to.include.keys(shared);
  });

  it('holds that every job in the registry has its file and its test', () => {
    const jobs = readdirSync(path.join(ROOT, 'workers/jobs')).map((file) => path.basename(file, '.ts'));
    expect(jobs).to.include('run-recurring-work');
    const tests = readdirSync(path.join(ROOT, 'test/workers/jobs')).map((file) =>
      path.basename(file, '.test.ts'),
    );
    expect(tests).to.include.members(jobs);
  });
});
