// Chooses the ports of `npm start`. A port is tried before anything starts, so that a taken one is reported at once
// with the name of the variable that changes it; of an optional part any free one serves. Port 0 is replaced by a free
// port, because links and dev.json must contain it.
import { randomInt } from 'node:crypto';
import { StartError } from '../start-error.ts';
import { describePortProblem, isReplaceable, START_PORTS, tryPort } from './ports.mjs';

/** A port that `npm start` needs. */
export interface WantedPort {
  /** The environment variable that sets it. */
  variable: keyof typeof START_PORTS;
  /** 0: any. */
  port: number;
  host: string;
  /** Prints a line on the terminal. */
  say(line: string): void;
}

/**
 * Free ports are chosen from here up to the ports that systems assign automatically: Linux takes those of outgoing
 * connections from 32768 on, other systems from 49152. A port from there could be taken before our server listens.
 */
const FREE_FROM = 10_000;
const FREE_BEFORE = 32_000;
const TRIES = 50;
/** Nothing may listen yet on a port that was chosen before. */
const chosen = new Set<number>();

/** A port that was free a moment ago, that the system does not assign automatically, and another one each time. */
export async function freePort(host = '127.0.0.1', hasUdp = false): Promise<number> {
  for (let count = 0; count < TRIES; count += 1) {
    const wanted = randomInt(FREE_FROM, FREE_BEFORE);
    if (chosen.has(wanted)) continue;
    chosen.add(wanted);
    const port = await tryPort(wanted, host, hasUdp).catch(() => undefined);
    if (port !== undefined) return port;
  }
  return await tryPort(0, host, hasUdp);
}

/**
 * The wanted port, or a free one for 0 and for a taken port of an optional part.
 * @throws StartError naming port and variable when it cannot be opened
 */
export async function choosePort({ variable, port, host, say }: WantedPort): Promise<number> {
  const { purpose, hasUdp } = START_PORTS[variable];
  if (port === 0) return await freePort(host, hasUdp);
  try {
    return await tryPort(port, host, hasUdp);
  } catch (cause) {
    if (!isReplaceable(variable, cause))
      throw new StartError(describePortProblem(variable, port, cause), { cause });
    const free = await freePort(host, hasUdp);
    say(`Port ${port} for ${purpose} is taken by another program: it uses ${free} (${variable} sets it).`);
    return free;
  }
}
