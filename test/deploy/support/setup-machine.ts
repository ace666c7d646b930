// The machine that `posthorn setup` sets up in tests: directories in place of /etc, a cluster of its own in place of
// Debian's, and a systemctl that the test answers.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram, type SetupMachine } from '../../../ops/setup/machine.ts';
import { runSetup } from '../../../ops/setup/run-setup.ts';
import { withServer } from '../../support/database/database.ts';

/** What a test gives. */
export interface SetupMachineOptions {
  /** It becomes the root of the machine's paths. */
  directory: string;
  /** The database `postgres` of the cluster, as its superuser. */
  postgresUrl: string;
  /** Its programs. */
  binDir: string;
  /** Units that are installed. */
  units?: readonly string[];
  /** What systemd does for a command such as `start posthorn.target`. */
  systemctl(command: string): Promise<void>;
}

export interface MachineForSetup extends SetupMachine {
  unitDirectories: string[];
  /** What was said, and every command of systemctl. */
  said: string[];
  commands: string[];
  /** What systemd says of posthorn.target. */
  isRunning: boolean;
  /** Runs `posthorn setup` with these arguments. @returns its exit code, and what this run has said */
  setUp(args: readonly string[]): Promise<{ code: number; said: string }>;
  readEnvironment(): Promise<string>;
}

export async function createSetupMachine(options: SetupMachineOptions): Promise<MachineForSetup> {
  const units = path.join(options.directory, 'units');
  await mkdir(units, { recursive: true });
  for (const unit of options.units ?? ['posthorn.target']) await writeFile(path.join(units, unit), '');
  const { hostname, port, username, password } = new URL(options.postgresUrl);
  const environment = [
    `PGHOST=${hostname}`,
    `PGPORT=${port}`,
    `PGUSER=${username}`,
    `PGPASSWORD=${password}`,
  ];
  const commands: string[] = [];
  const said: string[] = [];
  const done = { code: 0, stdout: '', stderr: '' };
  const machine: MachineForSetup = {
    environmentFile: path.join(options.directory, 'etc/environment'),
    unitDirectories: [units],
    isRoot: true,
    readyWithinMs: 30_000,
    ask: undefined,
    say: (line) => said.push(line),
    async run(program, args, input) {
      const [, , , command = '', ...rest] = args;
      if (program === 'runuser') {
        return await runProgram('env', [...environment, path.join(options.binDir, command), ...rest], input);
      }
      if (program !== 'systemctl') return await runProgram(program, args, input);
      commands.push(args.join(' '));
      try {
        await options.systemctl(args.join(' '));
        if (args[0] === 'start') machine.isRunning = true;
        return { ...done, stdout: `${machine.isRunning ? 'active' : 'inactive'}\n` };
      } catch (error) {
        return { code: 1, stdout: '', stderr: (error as Error).message };
      }
    },
    commands,
    said,
    isRunning: false,
    async setUp(args) {
      const before = said.length;
      const code = await runSetup(args, machine);
      return { code, said: said.slice(before).join('\n') };
    },
    readEnvironment: () => readFile(machine.environmentFile, 'utf8'),
  };
  return machine;
}

/**
 * Makes the cluster one like Debian's: its superuser is postgres, and it has no role posthorn.
 * @param url as its superuser posthorn @returns the URL as postgres
 */
export async function becomeDebianCluster(url: string): Promise<string> {
  const server = new URL(url);
  const password = decodeURIComponent(server.password);
  server.pathname = '/postgres';
  await withServer(server.href, (client) =>
    client.query(`CREATE ROLE postgres SUPERUSER LOGIN PASSWORD '${password}'`),
  );
  server.username = 'postgres';
  await withServer(server.href, async (client) => {
    await client.query('DROP DATABASE posthorn');
    await client.query('ALTER ROLE posthorn RENAME TO first_superuser');
  });
  return server.href;
}
