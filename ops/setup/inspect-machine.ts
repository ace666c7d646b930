// What `posthorn setup` needs of the machine before it changes anything, and which ports other programs have.
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { EnvironmentValues } from './environment-file.ts';
import { type SetupMachine, SetupStop } from './machine.ts';

export const TARGET = 'posthorn.target';
const WEB_PORT = '3000';
/** Units that do without their port: mail is sent without them. */
const SMTP_PORTS = [
  { unit: 'posthorn-inbound.service', variable: 'INBOUND_PORT', port: '25', work: 'does not receive mail' },
  {
    unit: 'posthorn-submission.service',
    variable: 'SUBMISSION_PORT',
    port: '587',
    work: 'does not accept mail by SMTP',
  },
  {
    unit: 'posthorn-submission.service',
    variable: 'SUBMISSIONS_PORT',
    port: '465',
    work: 'does not accept mail by SMTP',
  },
] as const;

/** The findings about the machine. */
export interface FoundMachine {
  /** Posthorn runs already. */
  isRunning: boolean;
  /** Units that cannot run here, because another program has their port. */
  units: readonly string[];
}

/** @throws SetupStop when something is missing */
export async function inspectMachine(
  machine: SetupMachine,
  values: EnvironmentValues,
): Promise<FoundMachine> {
  const { code, stdout, stderr } = await machine.run('systemctl', ['is-active', TARGET]);
  if (code === null || /not been booted|failed to connect/i.test(stderr))
    throw new SetupStop('systemd is not running here. docs/deploy.md describes how to install without it.');
  if (!hasUnit(machine, TARGET))
    throw new SetupStop(
      `systemd has no ${TARGET}. Install the Debian package or the units (docs/deploy.md).`,
    );
  const isRunning = stdout.trim() === 'active';
  return { isRunning, units: isRunning ? [] : await inspectPorts(machine, values) };
}

export function hasUnit({ unitDirectories }: SetupMachine, unit: string): boolean {
  return unitDirectories.some((directory) => existsSync(path.join(directory, unit)));
}

async function inspectPorts(machine: SetupMachine, values: EnvironmentValues): Promise<string[]> {
  const webPort = values['PORT'] ?? WEB_PORT;
  if (!(await isFree(webPort, '127.0.0.1'))) {
    throw new SetupStop(
      `Port ${webPort} is in use by ${await userOf(machine, webPort)}. Stop it, or set another PORT in ${machine.environmentFile}.`,
    );
  }
  const units = new Set<string>();
  for (const { unit, variable, port: usual, work } of SMTP_PORTS) {
    const port = values[variable] ?? usual;
    if (await isFree(port, '::')) continue;
    units.add(unit);
    machine.say(
      `Port ${port} is in use by ${await userOf(machine, port)}, so Posthorn ${work}, and ${unit} is masked. ` +
        `Once the port is free, run systemctl unmask ${unit} && systemctl start ${unit}`,
    );
  }
  return [...units];
}

async function isFree(port: string, host: string): Promise<boolean> {
  const code = await new Promise<string | undefined>((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen({ port: Number(port), host }, () => server.close(() => resolve(undefined)));
  });
  // A machine without IPv6.
  if (code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL') return await isFree(port, '0.0.0.0');
  return code !== 'EADDRINUSE';
}

async function userOf(machine: SetupMachine, port: string): Promise<string> {
  const { stdout } = await machine.run('ss', ['-Hltnp', `sport = :${port}`]);
  const { name, pid } = /\(\("(?<name>[^"]+)",pid=(?<pid>\d+)/.exec(stdout)?.groups ?? {};
  return name ? `${name} (pid ${pid})` : 'another program';
}
