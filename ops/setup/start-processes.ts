// Starts everything by systemd, and waits until `web` is ready.
import { setTimeout as delay } from 'node:timers/promises';
import type { EnvironmentValues } from './environment-file.ts';
import { hasUnit, TARGET } from './inspect-machine.ts';
import { type SetupMachine, SetupStop } from './machine.ts';

const BACKUP = { timer: 'posthorn-backup.timer', service: 'posthorn-backup.service' };
const ASK_EVERY_MS = 500;
const ASK_TIMEOUT_MS = 5_000;
const SHOWN_LINES = '20';

/** @param start `restart` where running processes have to read a changed environment @throws SetupStop */
export async function startProcesses(
  machine: SetupMachine,
  { units, start }: { units: readonly string[]; start: 'start' | 'restart' },
): Promise<void> {
  const commands = [
    ...units.map((unit) => ['mask', unit]),
    ['enable', TARGET],
    [start, TARGET],
    ...(hasUnit(machine, BACKUP.timer) ? [['enable', '--now', BACKUP.timer]] : []),
  ];
  for (const command of commands) {
    const { code, stderr } = await machine.run('systemctl', command);
    if (code !== 0) throw new SetupStop(`systemctl ${command.join(' ')} failed: ${stderr.trim()}`);
  }
}

/**
 * Makes the backup that the timer would make in the night: so a failure is seen now, and after the first backup an
 * alert reports missing ones.
 * @returns whether there is one
 */
export async function makeFirstBackup(machine: SetupMachine): Promise<boolean> {
  if (!hasUnit(machine, BACKUP.timer)) return false;
  const { code } = await machine.run('systemctl', ['start', BACKUP.service]);
  if (code !== 0) machine.say(`The backup failed. See journalctl --unit ${BACKUP.service} for the reason.`);
  return code === 0;
}

/** @throws SetupStop after the last lines of the log, when something is not ready in time */
export async function waitUntil(
  machine: SetupMachine,
  what: string,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const end = Date.now() + machine.readyWithinMs;
  while (!(await isReady())) {
    if (Date.now() > end) {
      const options = ['--unit=posthorn-*', '--no-pager', '--output=cat', `--lines=${SHOWN_LINES}`];
      const { stdout } = await machine.run('journalctl', options);
      if (stdout !== '') machine.say(stdout.trimEnd());
      throw new SetupStop(
        `${what} did not become ready within ${machine.readyWithinMs / 1_000} s. See journalctl --unit 'posthorn-*' for the reason, then run posthorn setup again.`,
      );
    }
    await delay(ASK_EVERY_MS);
  }
}

/** Whether `web` answers that it is ready. */
export async function isWebReady({ HOST = '127.0.0.1', PORT = '3000' }: EnvironmentValues): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
    return (await fetch(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}/readyz`, { signal })).ok;
  } catch {
    return false;
  }
}
