// The session that the page shows. Every call carries its token, so that a tab that shows one account never reads or
// changes another one to which another tab has switched: the server refuses the token, and the page is notified.
import { forgetAnswers } from './changes/cached-answers.ts';
import type { Session } from './generated/types.ts';

/** The events of the session. */
interface SessionNews {
  /** Called when it was read, or replaced by another one. */
  adopted: () => void;
  /** Called when it has ended. */
  ended: () => void;
  /** Its role allows less than the page shows. */
  refused: () => void;
  /** The browser is signed in to another account, or as another person. */
  replaced: (by: Session) => void;
}

let current: Session | undefined;
let isLost = false;
const listeners: { [News in keyof SessionNews]: Set<SessionNews[News]> } = {
  adopted: new Set(),
  ended: new Set(),
  refused: new Set(),
  replaced: new Set(),
};

/** The session that the page shows; undefined before one is known. */
export function currentSession(): Session | undefined {
  return current;
}

/** Whether the browser has lost it, as far as calls have found out: nothing is read until it exists again. */
export function isSessionLost(): boolean {
  return isLost;
}

/** Makes the page show another session, or the same one again. */
export function setCurrentSession(session: Session): void {
  if (session.csrf_token !== current?.csrf_token) forgetAnswers();
  current = session;
  isLost = false;
  for (const listener of listeners.adopted) listener();
}

/** Whether two sessions belong to the same person in the same account. */
export function isSameIdentity(one: Session, other: Session): boolean {
  return one.person.id === other.person.id && one.account.id === other.account.id;
}

/** Runs when something happens. @returns stops it */
export function whenSession<News extends keyof SessionNews>(
  news: News,
  listener: SessionNews[News],
): () => void {
  listeners[news].add(listener);
  return () => listeners[news].delete(listener);
}

/** Says that the session has ended. */
export function announceEnd(): void {
  isLost = true;
  for (const listener of listeners.ended) listener();
}

/** Says that the role allows less than the page shows. */
export function announceRefusal(): void {
  for (const listener of listeners.refused) listener();
}

/** Says that the browser has another session than the page. */
export function announceReplacement(by: Session): void {
  isLost = true;
  for (const listener of listeners.replaced) listener(by);
}
