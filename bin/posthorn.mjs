#!/usr/bin/env node
// The executable `posthorn` of an installation: runs one of its programs in this process, so that signals reach it, or
// for every other word the command line (cli/). Plain JavaScript, because Node 20 cannot run TypeScript.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The programs by their words, in the order of the help; `args`: what a program is given, or takes itself. */
const PROGRAMS = {
  start: {
    file: 'dev/main.js',
    takes: '[--quiet]',
    help: 'Everything on this machine, to try it: with a database, in .posthorn',
  },
  web: { file: 'api/main.js', isService: true, help: 'The HTTP API, the dashboard and the documentation' },
  worker: {
    file: 'workers/main.js',
    takes: '<group> …',
    isService: true,
    help: 'Groups of workers, or all: send, webhook, audience, …',
  },
  inbound: {
    file: 'smtp/main.js',
    args: ['inbound'],
    isService: true,
    help: 'The SMTP server for mail that comes in',
  },
  submission: {
    file: 'smtp/main.js',
    args: ['submission'],
    isService: true,
    help: 'The SMTP servers for mail from programs',
  },
  release: {
    file: 'shared/resources/migrate-main.js',
    isService: true,
    help: 'Migrates the database, before the others start',
  },
  ops: { file: 'ops/main.js', takes: '<verb> …', help: 'What operators do, on the database' },
  setup: {
    file: 'ops/main.js',
    args: ['setup'],
    takes: '[flags]',
    help: 'Sets up a server on Debian, with its package',
  },
};
const HELP = ['--help', '-h', 'help'];

// The reader of a pipe may exit first (`| head`); that is not an error.
process.stdout.on('error', () => {});

await run(process.argv.slice(2));

async function run([word, ...given]) {
  const program = Object.hasOwn(PROGRAMS, word ?? '') ? PROGRAMS[word] : undefined;
  if (program) return await runProgram(word, program, given);
  const isAsked = given.length === 0 && (word === undefined ? process.stdout.isTTY : HELP.includes(word));
  if (isAsked) process.stdout.write(`${describePrograms()}\n`);
  await import('../cli/posthorn.mjs');
}

async function runProgram(word, { file, args = [], takes, isService }, given) {
  const built = new URL(`../dist/${file}`, import.meta.url);
  if (!existsSync(built)) return refuse(`posthorn ${word} is not built here: run npm run build first.`);
  if (takes === undefined && given.length > 0)
    return refuse(`posthorn ${word} takes nothing more, but was given ${given.join(' ')}.`);
  if (takes?.startsWith('<') && given.length === 0)
    return refuse(`posthorn ${word} needs more: posthorn ${word} ${takes}.`);
  // Without it the checks of a configuration would be those of a machine for development.
  if (isService) process.env.NODE_ENV ||= 'production';
  process.argv = [process.argv[0], fileURLToPath(built), ...args, ...given];
  await import(built.href);
}

function describePrograms() {
  const lines = Object.entries(PROGRAMS).map(([word, { takes, help }]) => {
    return `  ${[word, takes].filter(Boolean).join(' ').padEnd(26)}${help}`;
  });
  return [
    'Programs of this installation:',
    ...lines,
    '',
    'Every other word is one of the command line:',
    '',
  ].join('\n');
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
