// The ports of `npm start` and whether one can be opened. Plain JavaScript for Node alone: dev/install.mjs looks at the
// ports before anything is installed (ports.ts chooses them at each start).
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The ports by the environment variable that sets them: the default, the server that listens there, and whether any
 * free port serves as well when it is taken.
 */
export const START_PORTS = {
  PORT: { port: 3000, purpose: 'the API', isOptional: false, hasUdp: false },
  INBOX_PORT: { port: 3001, purpose: "the inbox's page", isOptional: false, hasUdp: false },
  INBOX_SMTP_PORT: { port: 1025, purpose: "the inbox's SMTP server", isOptional: true, hasUdp: false },
  INBOUND_PORT: { port: 2525, purpose: 'mail that comes in', isOptional: true, hasUdp: false },
  SUBMISSION_PORT: { port: 2587, purpose: 'mail from programs', isOptional: true, hasUdp: false },
  SUBMISSIONS_PORT: { port: 2465, purpose: 'mail from programs over TLS', isOptional: true, hasUdp: false },
  DNS_PORT: { port: 1053, purpose: 'the development DNS', isOptional: true, hasUdp: true },
};

const REASONS = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'needs rights that this user does not have',
  EADDRNOTAVAIL: 'belongs to an address that this machine does not have',
};

/**
 * Opens a port and closes it again.
 * @param {number} wanted 0: any
 * @param {string} host
 * @param {boolean} hasUdp looks at UDP too
 * @returns {Promise<number>} the port; rejects when it cannot be opened
 */
export async function tryPort(wanted, host, hasUdp) {
  const server = createServer();
  await once(server.listen(wanted, host), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  try {
    if (hasUdp) await tryUdp(port, host);
  } finally {
    server.close();
    await once(server, 'close');
  }
  return port;
}

async function tryUdp(port, host) {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  await once(socket.bind(port, host), 'listening');
  socket.close();
  await once(socket, 'close');
}

/**
 * @param {keyof typeof START_PORTS} variable
 * @param {number} port
 * @param {unknown} error of tryPort
 * @returns {string} the sentence for the user of `npm start`
 */
export function describePortProblem(variable, port, error) {
  const { purpose } = START_PORTS[variable];
  const reason = REASONS[codeOf(error)] || 'cannot be opened';
  return `Port ${port} for ${purpose} ${reason}: choose another with ${variable} (0 picks a free one).`;
}

/**
 * Whether a free port serves as well.
 * @param {keyof typeof START_PORTS} variable
 * @param {unknown} error of tryPort
 */
export function isReplaceable(variable, error) {
  return START_PORTS[variable].isOptional && codeOf(error) === 'EADDRINUSE';
}

function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
