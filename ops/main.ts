// `npm run ops -- <verb>`: what operators do to a running service (docs/operations.md). It works on the database, and
// where it must on the queues, so it needs no API and no key; whoever may reach the database may do all of it.
import { runCommand } from './run-command.ts';

const { code, stdout, stderr } = await runCommand(process.argv.slice(2), process.env);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
