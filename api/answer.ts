// Writes HTTP responses. This replaces Express's `json`, which checks settings, freshness and charset for each
// response: the responses of this API are always JSON in UTF-8 and never cached.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import { percentEncode } from '../shared/mail/parameters.ts';
import { WINDOW_SETTING } from './body/body-throughput.ts';
import { answerInFull } from './body/unread-body.ts';
import type { Content } from './reply.ts';
import { noteAnswer } from './request-notes.ts';

/**
 * Sends a JSON response.
 * @param statusCode HTTP status, 200 by default
 */
export function answerJson(response: ServerResponse, body: object, statusCode = 200): void {
  noteAnswer(response, body);
  write(response, JSON.stringify(body), statusCode);
}

/** Sends a JSON response that is serialized already. */
export function answerText(response: ServerResponse, json: string, statusCode: number): void {
  noteAnswer(response, json);
  write(response, json, statusCode);
}

/** The bytes of a stream that a client must read in so many windows: per second about the minimum for an arriving body. */
const TAKEN_BYTES = 64 * 1024;
const TAKEN_WINDOWS = 6;

/**
 * Sends a response that is not JSON. A stream is read only as fast as the client reads (back-pressure), and destroyed
 * when the client disconnects.
 */
export async function answerContent(
  response: Response,
  { type, data, filename }: Content,
  statusCode: number,
): Promise<void> {
  response.writeHead(statusCode, {
    'Content-Type': type,
    'X-Content-Type-Options': 'nosniff',
    ...(filename !== undefined && { 'Content-Disposition': saveAs(filename) }),
    ...(!(data instanceof Readable) && { 'Content-Length': Buffer.byteLength(data) }),
  });
  if (!(data instanceof Readable)) {
    response.end(data);
    return;
  }
  response.once('close', () => data.destroy());
  await writePieces(response, data).catch((error: unknown) => {
    if (!response.destroyed || data.errored) throw error;
  });
}

/**
 * Writes the pieces only as fast as the client reads them (back-pressure). Stops when the client disconnects, and
 * disconnects a client that has stopped reading.
 */
export async function writePieces(response: Response, pieces: AsyncIterable<Buffer>): Promise<void> {
  for await (const piece of pieces) {
    for (let start = 0; start < piece.length; start += TAKEN_BYTES) {
      if (!response.write(piece.subarray(start, start + TAKEN_BYTES))) await room(response);
      if (response.destroyed) return;
    }
  }
  response.end();
}

function room(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const windowMs = response.app.get(WINDOW_SETTING) as number;
    const stalled = setTimeout(() => response.destroy(), TAKEN_WINDOWS * windowMs);
    const goOn = () => {
      clearTimeout(stalled);
      response.off('drain', goOn).off('close', goOn);
      resolve();
    };
    if (response.destroyed) goOn();
    else response.on('drain', goOn).on('close', goOn);
  });
}

const FOREIGN_TO_QUOTES = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g;

/** The value of a Content-Disposition header that makes a browser save the file (RFC 6266 §4.3). */
export function saveAs(filename: string): string {
  const plain = filename.replace(FOREIGN_TO_QUOTES, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncode(filename)}`;
}

function write(response: ServerResponse, json: string, statusCode: number): void {
  answerInFull(response, statusCode, { 'Content-Type': 'application/json; charset=utf-8' }, json);
}
