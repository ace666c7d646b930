// A POST whose body ends later: what happens to its caller in between counts.
import { openSocket, readToEnd } from './raw-http.ts';

/** A request whose body has begun to arrive. */
export interface SlowPost {
  /** Sends the rest of the body. @returns the whole answer, its head included */
  finish(): Promise<string>;
}

/** Begins a POST. @param headers what says who the caller is, line by line */
export async function beginPost(
  port: number,
  path: string,
  headers: string[],
  body: object,
): Promise<SlowPost> {
  const socket = await openSocket(port);
  const answer = readToEnd(socket);
  const text = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'User-Agent: slow',
    'Connection: close',
    ...headers,
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${text.slice(0, 3)}`);
  return {
    async finish() {
      socket.write(text.slice(3));
      return await answer;
    },
  };
}
