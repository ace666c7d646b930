// `npm run ops -- <verb>`, the operators' command line (docs/operations.md). It works directly on the database and, for
// some verbs, on the queues, so it needs no running API and no key: access to the database is enough.
import { runCommand } from './run-command.ts';

const { code, stdout, stderr } = await runCommand(process.argv.slice(2), process.env);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
