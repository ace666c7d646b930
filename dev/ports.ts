// Ports of this machine. A port is tried before anything starts, so that a taken one is told at once and by the
// name of the variable that changes it; 0 becomes a free one, because links and dev.json must hold it.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StartError } from './start-error.ts';

/** A port that the house needs. */
export interface WantedPort {
  /** 0: any. */
  port: number;
  host: string;
  /** The environment variable that sets it. */
  variable: string;
  /** What listens there, for example "the API". */
  purpose: string;
}

/**
 * Ports that systems give to nobody by themselves: Linux takes those of outgoing connections from 32768 on, others
 * from 49152. One from there could be gone before whoever asked for it listens.
 */
const FREE_FROM = 10_000;
const FREE_BEFORE = 32_000;
const TRIES = 50;

/** A port that was free a moment ago and that only another program which asks for it can take. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let count = 0; count < TRIES; count += 1) {
    const port = await tryPort(randomInt(FREE_FROM, FREE_BEFORE), host).catch(() => undefined);
    if (port !== undefined) return port;
  }
  return await tryPort(0, host);
}

/**
 * The port itself when it can be had, or a free one for 0.
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
