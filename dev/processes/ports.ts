// Chooses the ports of `npm start`. A port is tried before anything starts, so that a taken one is reported at once
// with the name of the variable that changes it. Port 0 is replaced by a free port, because links and dev.json must
// contain it.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StartError } from '../start-error.ts';

/** A port that `npm start` needs. */
export interface WantedPort {
  /** 0: any. */
  port: number;
  host: string;
  /** The environment variable that sets it. */
  variable: string;
  /** The server that listens there, for example "the API". */
  purpose: string;
}

/**
 * Free ports are chosen from here up to the ports that systems assign automatically: Linux takes those of outgoing
 * connections from 32768 on, other systems from 49152. A port from there could be taken before our server listens.
 */
const FREE_FROM = 10_000;
const FREE_BEFORE = 32_000;
const TRIES = 50;

/** A port that was free a moment ago and that the system does not assign automatically. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let count = 0; count < TRIES; count += 1) {
    const port = await tryPort(randomInt(FREE_FROM, FREE_BEFORE), host).catch(() => undefined);
    if (port !== undefined) return port;
  }
  return await tryPort(0, host);
}

/**
 * The wanted port, or a free one for 0.
 * @throws StartError naming port and variable when it is taken
 */
export async function choosePort({ port, host, variable, purpose }: WantedPort): Promise<number> {
  try {
    return port === 0 ? await freePort(host) : await tryPort(port, host);
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? 'cannot be opened';
    throw new StartError(
      `Port ${port} for ${purpose} ${reason}: choose another with ${variable} (0 picks a free one).`,
      { cause: error },
    );
  }
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'needs rights that this user does not have',
  EADDRNOTAVAIL: 'belongs to an address that this machine does not have',
};

function tryPort(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
