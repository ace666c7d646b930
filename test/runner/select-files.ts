// Selects the files of a pass: the arguments narrow them, and files that the machine cannot run are skipped and named.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PREVIOUS } from './previous.ts';
import type { Machine } from './requirements.ts';

/**
 * Files that depend most on the database's version, if they use the run's own server: partitions, migrations, locks, the
 * functions in SQL, the queue on Postgres, and the plans of what workers ask all the time, of every list, and of a
 * filtered list in partitions. The plans of other filters and steps have the same forms, over indexes of the same kinds.
 */
const DATABASE_PARTS = [
  'test/shared/platform/db',
  'test/shared/platform/queues',
  'test/shared/platform/work',
  'test/shared/resources/audience/rules/evaluators.test.ts',
  'test/shared/resources/flows/automations/runs/plans.test.ts',
  'test/shared/resources/foundation/logs/list-plans.test.ts',
  'test/shared/resources/foundation/webhooks/delivery/messages-plans.test.ts',
  'test/shared/resources/list-plans.test.ts',
  'test/shared/resources/messaging/emails/delivery/derive-status.test.ts',
  'test/shared/resources/messaging/emails/delivery/lane-plans.test.ts',
  'test/shared/resources/messaging/emails/delivery/queue-due-plans.test.ts',
  'test/shared/resources/messaging/receiving/conversations/find-conversations.test.ts',
];
const DATABASE_NAMES = /\b(?:locks|races)\.test\.ts$/;
/** Those that do so in `npm test` too: one of each subject, short ones. */
const DATABASE_SUBJECTS = [
  'test/shared/platform/db/migrations/migrations.test.ts',
  'test/shared/platform/db/partitions.test.ts',
  'test/shared/platform/db/transaction.test.ts',
  'test/shared/platform/queues/connect.test.ts',
  'test/shared/platform/work/work-table-plans.test.ts',
  'test/shared/resources/messaging/emails/delivery/derive-status.test.ts',
];
/** What does more in a long run (test/support/extent.ts); property tests take another seed. */
const DOES_MORE =
  /\bextent\(|\bIS_LONG\b|\bdescribe(?:CrashFlow|OnOneBackend)\(|\bfc\.assert\(|\binspect(?:Open)?\(/;
const USES_DATABASE = /\b(?:useDatabase|createEmptyDatabase)\(/;
/**
 * Files that depend most on Node: domains, URLs and Intl, buffers and streams, crypto, HTTP, sockets and TLS, the loader
 * and the commands of npm. The rest passes or fails with our own code.
 */
const NODE_PARTS = [
  'test/shared/contract',
  'test/shared/mail',
  'test/shared/platform/net',
  'test/shared/platform/security',
  'test/shared/platform/time',
  'test/api/body',
  'test/api/http',
  'test/workers/transports/smtp',
  'test/dev/npm-start.test.ts',
];
/**
 * Below them, but pure rules of ours, or long: bodies and messages that attack a reader, whose sizes we bound ourselves.
 */
const NOT_OF_NODE = [
  'test/api/body/email/refused-bodies.test.ts',
  'test/api/body/email/content-scanner.test.ts',
  'test/shared/mail/hostile-content.test.ts',
  'test/shared/mail/html',
  'test/shared/mail/parse/hostile-mail.test.ts',
  'test/shared/mail/reports',
  'test/shared/mail/round-trip.test.ts',
  'test/shared/mail/templates',
  'test/shared/mail/tracking',
  'test/workers/transports/smtp/fault-table.test.ts',
  'test/workers/transports/smtp/opening/fault-table-opening.test.ts',
];
/** Those that do so in `npm test` too: one of each subject, short ones. */
const NODE_SUBJECTS = [
  'test/api/body/parse-large-json.test.ts',
  'test/api/http/server.test.ts',
  'test/shared/mail/dane/tlsa.test.ts',
  'test/shared/mail/transfer-encoding.test.ts',
  'test/shared/platform/addresses/parse-url.test.ts',
  'test/shared/platform/security/secrets.test.ts',
  'test/shared/platform/time/time-zones.test.ts',
  'test/workers/transports/smtp/delivery.test.ts',
];
/** A file that only a long run has. */
const LONG_ONLY = '.long.test.ts';
const BROWSER_PART = 'test/e2e';
/** The snippets of the guides, by their language. */
const SNIPPETS = 'test/docs/snippets';
const NODE_SNIPPETS_FILE = `${SNIPPETS}/node.test.ts`;
/** The snippets of the API reference, in all languages. */
const REFERENCE_SNIPPETS_FILE = 'test/site/example-code.test.ts';
/** It starts servers of its own, as an operator does. */
/** They back up with the programs of Debian's Postgres. */
const BACKUP_FILES = ['test/ops/backup.test.ts', 'test/deploy/backup-walk.long.test.ts'];
const WALK_FILE = 'test/deploy/walk.test.ts';
const RELAY_FILE = 'test/flows/reports-relay.test.ts';
const RESOLVER_FILES = [
  'test/shared/mail/dane/dane.test.ts',
  'test/shared/platform/net/dns/validating/resolver.test.ts',
];
/** On a real PgBouncer. */
const POOLER_FILES = ['test/shared/platform/db/sessions/usable-server.test.ts', 'test/flows/pooler.test.ts'];
const DIRECT_FILE = 'test/flows/direct.test.ts';
const CLIENTS_FILE = 'test/flows/submission-clients.test.ts';
const DEFAULTS_FILE = 'test/dev/program-defaults.test.ts';
const DEBIAN_PART = 'test/deploy/debian';
const SETUP_PART = 'test/ops/setup';
const LABS_FILE = 'test/labs/labs.long.test.ts';
/** What is written for other machines, as its programs read it. */
const HA_FILE = 'test/deploy/high-availability.test.ts';
const UPGRADE_FILES = ['test/upgrade/rolling.test.ts', 'test/upgrade/rolling.long.test.ts'];
const POSTFIX = 'Postfix that we may start';
const PREVIOUS_COMMIT = `commit ${PREVIOUS.commit} of ${PREVIOUS.version}`;
/** They load the whole machine and expect answers in time, so nothing else runs at the same time. */
const ALONE = ['test/flows/noisy-neighbour.long.test.ts', LABS_FILE];

/**
 * The test files below the given paths (files or directories of the repository); without paths all but hidden ones.
 * Those that only a long run has are among them only where they are named.
 */
export function listTestFiles(narrowTo: string[]): string[] {
  return listAllTestFiles(narrowTo).filter((file) => !file.endsWith(LONG_ONLY) || narrowTo.includes(file));
}

function listAllTestFiles(narrowTo: string[]): string[] {
  const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('test', file.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
  const parts = narrowTo.map((part) => path.posix.normalize(part).replace(/\/$/, ''));
  return parts.length === 0
    ? all.filter((file) => !file.includes('/.'))
    : all.filter((file) => parts.some((part) => isBelow(file, part)));
}

/** The files that this machine can run. */
export function runnableFiles(files: string[], machine: Machine): string[] {
  const parts = listUnrunnable(machine).map(({ part }) => part);
  return files.filter((file) => !parts.some((part) => isBelow(file, part)));
}

/** The parts of the given files that this machine cannot run, as sentences. */
export function describeUnrunnable(files: string[], machine: Machine): string[] {
  return listUnrunnable(machine)
    .filter(({ part }) => files.some((file) => isBelow(file, part)))
    .map(({ part, missing }) => `${part} (no ${missing.join(', no ')} on this machine).`);
}

function listUnrunnable(machine: Machine) {
  const { chromium, postgres15, redis, nginx, postfix, unbound, submitting, saslPlain } = machine;
  const { snippets, mailLibraries } = machine;
  const { curl, jq, python3, php, ruby } = snippets;
  const python = { python3, pytest: machine.pytest };
  const guides = { curl, jq, python3 };
  const failover = {
    'Debian on which root may mount': machine.debian,
    'PostgreSQL 15': postgres15,
    ...machine.failover,
  };
  const programs = {
    [BROWSER_PART]: { Chromium: chromium },
    [NODE_SNIPPETS_FILE]: { Chromium: chromium, ...guides },
    [`${SNIPPETS}/curl.long.test.ts`]: guides,
    [`${SNIPPETS}/python.long.test.ts`]: { ...guides, ...python },
    [`${SNIPPETS}/other-languages.test.ts`]: {
      ...python,
      curl,
      jq,
      php,
      "PHP's curl": machine.phpCurl,
      ruby,
    },
    [REFERENCE_SNIPPETS_FILE]: { curl, python3 },
    ...Object.fromEntries(BACKUP_FILES.map((file) => [file, { 'PostgreSQL 15': postgres15 }])),
    [WALK_FILE]: { 'PostgreSQL 15': postgres15, 'redis-server': redis, nginx },
    [SETUP_PART]: { 'PostgreSQL 15': postgres15 },
    [DEBIAN_PART]: { 'Debian on which root may mount': machine.debian, 'PostgreSQL 15': postgres15 },
    [HA_FILE]: failover,
    [LABS_FILE]: { ...failover, PgBouncer: machine.pgbouncer, 'redis-server': redis },
    [RELAY_FILE]: { [POSTFIX]: postfix },
    ...Object.fromEntries(RESOLVER_FILES.map((file) => [file, { unbound }])),
    ...Object.fromEntries(POOLER_FILES.map((file) => [file, { PgBouncer: machine.pgbouncer }])),
    ...Object.fromEntries(UPGRADE_FILES.map((file) => [file, { [PREVIOUS_COMMIT]: machine.previousCommit }])),
    [DIRECT_FILE]: { [POSTFIX]: postfix, unbound },
    [CLIENTS_FILE]: { [POSTFIX]: postfix, 'SASL module for PLAIN': saslPlain, ...submitting },
    [DEFAULTS_FILE]: { python3, php, ruby, ...mailLibraries },
  };
  return Object.entries(programs)
    .map(([part, needed]) => ({
      part,
      missing: Object.entries(needed).flatMap(([name, program]) => (program ? [] : [name])),
    }))
    .filter(({ missing }) => missing.length > 0);
}

/** Whether some of the files need the browser. */
export function usesBrowser(files: string[]): boolean {
  return files.some((file) => isBelow(file, BROWSER_PART) || file === NODE_SNIPPETS_FILE);
}

/** Splits the files into those that run in parallel and those that run alone. */
export function splitExclusive(files: string[]): [together: string[], alone: string[]] {
  return [files.filter((file) => !ALONE.includes(file)), files.filter((file) => ALONE.includes(file))];
}

/** What a long run does: files that only it has, and those that do more there. */
export function listLongFiles(narrowTo: string[]): string[] {
  return listAllTestFiles(narrowTo).filter(
    (file) => file.endsWith(LONG_ONLY) || DOES_MORE.test(readFileSync(file, 'utf8')),
  );
}

/** The files that run again on PostgreSQL 15: in a long run all that depend on the database. */
export function databaseFiles(files: string[], isLong: boolean): string[] {
  return files
    .filter((file) => DATABASE_NAMES.test(file) || DATABASE_PARTS.some((part) => isBelow(file, part)))
    .filter((file) => USES_DATABASE.test(readFileSync(file, 'utf8')))
    .filter((file) => isLong || DATABASE_SUBJECTS.includes(file));
}

/** The files that run again on the other supported versions of Node: in a long run all that depend on Node. */
export function nodeFiles(files: string[], isLong: boolean): string[] {
  return files
    .filter((file) => NODE_PARTS.some((part) => isBelow(file, part)))
    .filter((file) => !NOT_OF_NODE.some((part) => isBelow(file, part)))
    .filter((file) => isLong || NODE_SUBJECTS.includes(file));
}

function isBelow(file: string, part: string): boolean {
  return file === part || file.startsWith(`${part}/`);
}
