// What a request's log will tell that only those know who answer it. Kept by the response, so that nothing outlives it.
import type { ServerResponse } from 'node:http';

/** What is noted while a request is answered. */
export interface RequestNotes {
  /** What was answered, or its JSON. */
  answer?: object | string;
  /** The email that now holds `html` and `text` of the request's body. */
  contentId?: string;
}

const notesOf = new WeakMap<ServerResponse, RequestNotes>();

/** Begins the notes of a request that is logged. */
export function beginNotes(response: ServerResponse): RequestNotes {
  const notes: RequestNotes = {};
  notesOf.set(response, notes);
  return notes;
}

/** Notes the answer. */
export function noteAnswer(response: ServerResponse, answer: object | string): void {
  const notes = notesOf.get(response);
  if (notes) notes.answer = answer;
}

/** Notes that an email was stored with the `html` and `text` of the request's body. */
export function noteContents(response: ServerResponse, emailId: string): void {
  const notes = notesOf.get(response);
  if (notes) notes.contentId = emailId;
}
