// Writes an answer. Express's own `json` looks at settings, freshness and charset for each answer; ours are always
// JSON in UTF-8 and never cached.
import type { ServerResponse } from 'node:http';
import type { Request } from 'express';
import { afterAnswer, dropRest } from './body/unread-body.ts';
import { noteAnswer } from './request-notes.ts';

/**
 * Answers with JSON.
 * @param statusCode 200 unless told
 */
export function answerJson(response: ServerResponse, body: object, statusCode = 200): void {
  noteAnswer(response, body);
  write(response, JSON.stringify(body), statusCode);
}

/** Answers with JSON that is text already. */
export function answerText(response: ServerResponse, json: string, statusCode: number): void {
  noteAnswer(response, json);
  write(response, json, statusCode);
}

function write(response: ServerResponse, json: string, statusCode: number): void {
  const request = response.req as Request;
  const after = afterAnswer(request);
  response.writeHead(statusCode, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
    ...((after === 'closes' || after === 'lingers') && { Connection: 'close' }),
  });
  if (after === 'lingers') {
    response.write(json);
    dropRest(request, () => response.end());
    return;
  }
  // A text is joined with the head; octets would be a piece of their own.
  response.end(json);
  if (after === 'drops') dropRest(request);
}
