// `npm run ops -- <verb>`, the operators' command line (docs/operations.md). It works directly on the database and, for
// some verbs, on the queues, so it needs no running API and no key: access to the database is enough. `posthorn setup`
// (docs/deploy.md) is here too: it uses the verbs, and a program of its own would be as large again.
import { runCommand } from './run-command.ts';
import { openMachine } from './setup/machine.ts';
import { runSetup } from './setup/run-setup.ts';

const words = process.argv.slice(2);
if (words[0] === 'setup') {
  process.exitCode = await runSetup(words.slice(1), openMachine());
} else {
  const { code, stdout, stderr } = await runCommand(words, process.env);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
}
