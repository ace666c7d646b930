// The stream of GET /app/changes, as a browser reads it.
import { expect } from 'chai';
import type { TestApp } from './app.ts';

/** A stream that is open, or was refused. */
export interface ChangesStream {
  response: Response;
  /** Names of what has changed, of the next event. */
  next(): Promise<string[]>;
  /** Reads until all of these were named. @returns all that were named */
  until(...names: string[]): Promise<Set<string>>;
  /** Reads until the server ends the stream. @returns all that has come since the last event that was read */
  toEnd(): Promise<string>;
  close(): void;
}

/** Opens a stream. */
export async function openChanges(
  app: Pick<TestApp, 'url'>,
  { token }: { token: string },
  headers: Record<string, string> = {},
): Promise<ChangesStream> {
  const abort = new AbortController();
  const response = await fetch(`${app.url}/app/changes`, {
    headers: { cookie: `posthorn_session=${token}`, 'sec-fetch-site': 'same-origin', ...headers },
    signal: abort.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readMore = async () => {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
    text += value ?? '';
    return !done;
  };
  const next = async (): Promise<string[]> => {
    for (;;) {
      const event = /^(?::[^\n]*\n\n)*data: (?<data>.*)\n\n/.exec(text);
      if (event) {
        text = text.slice(event[0].length);
        const data = JSON.parse(event.groups?.['data'] ?? '');
        expect(data).to.have.all.keys('changed');
        return data.changed;
      }
      if (!(await readMore())) throw new Error(`The stream has ended: ${text}`);
    }
  };
  return {
    response,
    next,
    async until(...names) {
      const named = new Set<string>();
      while (!names.every((name) => named.has(name))) for (const name of await next()) named.add(name);
      return named;
    },
    async toEnd() {
      while (await readMore());
      return text;
    },
    close: () => abort.abort(),
  };
}
