// Imported before a program: notes each piece that it writes to a connection or reads from one, and each request that its HTTP server
// gets, with the time. The program itself has no marks.

import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { monotonicMs } from '../monotonic.ts';

/** The question for the marks since the last one. */
export interface MarksQuestion {
  type: 'marks';
}

/** Something that crossed the border of a process. */
export interface Mark {
  atMs: number;
  what: 'writes' | 'reads' | 'requested';
  /** The port of the other end of the connection; 0 for a request. */
  port: number;
  /** Which connection of the process. */
  ownPort: number;
  /** The first octets, each a letter (latin1). */
  octets: string;
}

const NOTED_OCTETS = 8_192;

let marks: Mark[] = [];
const { write, push } = Socket.prototype;

Socket.prototype.write = function (this: Socket, ...given: unknown[]) {
  note(this, 'writes', given[0]);
  return write.apply(this, given as never);
};
Socket.prototype.push = function (this: Socket, ...given: unknown[]) {
  note(this, 'reads', given[0]);
  return push.apply(this, given as never);
};
// Node's HTTP server reads past `push`.
subscribe('http.server.request.start', () => {
  marks.push({ atMs: monotonicMs(), what: 'requested', port: 0, ownPort: 0, octets: '' });
});

process.on('message', (question: { type?: string }) => {
  if (question.type !== 'marks') return;
  process.send?.({ marks });
  marks = [];
});

function note({ remotePort, localPort = 0 }: Socket, what: Mark['what'], piece: unknown): void {
  if (remotePort === undefined || piece === null) return;
  const octets =
    piece instanceof Uint8Array
      ? Buffer.from(piece.buffer, piece.byteOffset, Math.min(piece.length, NOTED_OCTETS)).toString('latin1')
      : String(piece).slice(0, NOTED_OCTETS);
  marks.push({ atMs: monotonicMs(), what, port: remotePort, ownPort: localPort, octets });
}
