// Why a version cannot be released from a tree: what names it does not agree, an operator would not learn what to do, or
// it is not the next one. Each reason is one sentence, and all of them are found at once.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { outputOf } from './run.ts';
import { findReleaseRow } from './upgrade-page.ts';

/** What is to be released, and from where. */
export interface Candidate {
  root: string;
  version: string;
  /** The commit whose checks and tests the caller has seen green; if absent, they run before anything is made. */
  tested?: string | undefined;
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
/** Where the version stands, and what finds it there. */
const PLACES: readonly (readonly [file: string, pattern: RegExp])[] = [
  ['package.json', /^ {2}"version": "(.*)"/m],
  ['package-lock.json', /^ {2}"version": "(.*)"/m],
  ['shared/platform/process/version.ts', /SERVICE_VERSION = '(.*)'/],
  ['openapi.json', /^ {4}"version": "(.*)"/m],
];

/** @returns a sentence for each reason; none: it can be released */
export async function findRefusals(candidate: Candidate): Promise<string[]> {
  if (!VERSION.test(candidate.version))
    return ['Give the version as three numbers: npm run release -- 0.3.0.'];
  const tags = await listTags(candidate);
  const found = await Promise.all([
    ...PLACES.map(([file, pattern]) => findOtherVersion(candidate, file, pattern)),
    findInChangelog(candidate),
    findInUpgradePage(candidate, tags.at(-1)),
    findChanges(candidate),
    findUntested(candidate),
    findOtherTag(candidate),
  ]);
  return [...found, findGap(candidate.version, tags.at(-1))].filter((reason) => reason !== undefined);
}

async function findOtherVersion(
  { root, version }: Candidate,
  file: string,
  pattern: RegExp,
): Promise<string | undefined> {
  const named = pattern.exec(await read(root, file))?.[1];
  return named === version ? undefined : `${file} names ${named ?? 'no version'}, not ${version}.`;
}

async function findInChangelog({ root, version }: Candidate): Promise<string | undefined> {
  const [newest = ''] = (await read(root, 'CHANGELOG.md'))
    .split(/^(?=## \[)/m)
    .filter((section) => /^## \[\d/.test(section));
  if (!new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm').test(newest))
    return `CHANGELOG.md must begin with a dated section: ## [${version}] - and the date.`;
  return /^### For operators\n+- /m.test(newest)
    ? undefined
    : `The section [${version}] of CHANGELOG.md has no bullet under "For operators", which says what they must do.`;
}

async function findInUpgradePage(
  { root, version }: Candidate,
  before: string | undefined,
): Promise<string | undefined> {
  const row = await findReleaseRow(root, version);
  if (row === undefined) return `docs/upgrade.md has no row for ${version} under "Releases".`;
  const { from, newest } = row;
  if (before !== undefined && from !== before)
    return `docs/upgrade.md says that ${version} follows ${from}, but the newest tag is v${before}.`;
  const migration = (await readdir(path.join(root, 'migrations'))).sort().at(-1)?.split(/[-_]/)[0];
  return newest === migration
    ? undefined
    : `docs/upgrade.md names ${newest} as the newest migration of ${version}, but it is ${migration}.`;
}

async function findChanges({ root }: Candidate): Promise<string | undefined> {
  const [first, ...others] = lines(await outputOf(root, 'git', 'status', '--porcelain'));
  if (first === undefined) return undefined;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return `The working tree is not clean: ${first.trim()}${more}.`;
}

async function findUntested({ root, tested }: Candidate): Promise<string | undefined> {
  const head = (await outputOf(root, 'git', 'rev-parse', 'HEAD')).trim();
  if (tested === undefined || tested === head) return undefined;
  return `--tested names ${tested}, but the commit to release is ${head}.`;
}

async function findOtherTag({ root, version }: Candidate): Promise<string | undefined> {
  const tags = lines(await outputOf(root, 'git', 'tag', '--list', `v${version}`, '--no-contains', 'HEAD'));
  return tags.length > 0 ? `v${version} is already released: its tag is on another commit.` : undefined;
}

/** The versions that are tagged, but for this one, from the oldest. */
async function listTags({ root, version }: Candidate): Promise<string[]> {
  const tags = lines(await outputOf(root, 'git', 'tag', '--list', 'v*', '--sort=version:refname'));
  return tags.map((tag) => tag.slice(1)).filter((tag) => VERSION.test(tag) && tag !== version);
}

function findGap(version: string, before: string | undefined): string | undefined {
  const [major = 0, minor = 0, patch = 0] = (before?.split('.') ?? []).map(Number);
  const next = [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
  if (before === undefined || next.includes(version)) return undefined;
  return `${version} is not the next release: after v${before} comes ${next.join(' or ')}.`;
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function read(root: string, file: string): Promise<string> {
  return readFile(path.join(root, file), 'utf8');
}
