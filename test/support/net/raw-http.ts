// HTTP byte by byte, for requests that no client library would send.
import { connect, type Socket } from 'node:net';

/** Time limit for an answer. */
const DEADLINE_MS = 60_000;

/** Opens a connection to a local server. */
export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Reads until the server closes the connection. */
export function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(
      () => reject(new Error(`The connection stayed open after: ${text}`)),
      DEADLINE_MS,
    );
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
  });
}

/** Sends text and returns everything that comes back until the server closes the connection. */
export async function exchange(port: number, text: string): Promise<string> {
  const socket = await openSocket(port);
  const answer = readToEnd(socket);
  socket.write(text);
  return await answer;
}
