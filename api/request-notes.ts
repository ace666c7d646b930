// Notes for the request log that only the code that answers the request knows. Keyed by the response, so that they are
// freed with it.
import type { ServerResponse } from 'node:http';

/** Notes that are collected while a request is handled. */
export interface RequestNotes {
  /** The response body, or its JSON. */
  answer?: object | string;
  /** Id of the email that stores `html` and `text` of the request's body. */
  contentId?: string;
  /** Names of query parameters that the operation does not know, as X-Ignored-Parameters has them. */
  ignoredParameters?: string;
}

const notesOf = new WeakMap<ServerResponse, RequestNotes>();

/** Creates the notes of a request that will be logged. */
export function beginNotes(response: ServerResponse): RequestNotes {
  const notes: RequestNotes = {};
  notesOf.set(response, notes);
  return notes;
}

/** Notes the response body. */
export function noteAnswer(response: ServerResponse, answer: object | string): void {
  const notes = notesOf.get(response);
  if (notes) notes.answer = answer;
}

/** Notes that `html` and `text` of the request's body are stored with this email. */
export function noteContents(response: ServerResponse, emailId: string): void {
  const notes = notesOf.get(response);
  if (notes) notes.contentId = emailId;
}

/** Notes the query parameters that the operation does not know. */
export function noteIgnored(response: ServerResponse, names: string): void {
  const notes = notesOf.get(response);
  if (notes) notes.ignoredParameters = names;
}
