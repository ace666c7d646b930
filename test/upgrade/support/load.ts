// What customers do while an installation is upgraded: beats, one after the other, and campaigns.
import { setInterval } from 'node:timers/promises';
import { type Book, beat, runCampaign } from './customer.ts';
import type { World } from './world.ts';

/** Starts a load, whose beats continue from those in the book. @param given `contacts` of each campaign */
export function startLoad(world: World, book: Book, given: { everyMs: number; contacts: number }) {
  const customer = { world, book };
  const waiting = new Set<{ until: number; resolve(): void }>();
  const stopping = new AbortController();
  const tasks: Promise<void>[] = [];
  const begin = (task: Promise<void>) => {
    tasks.push(task);
    task.catch(() => undefined);
    return task;
  };
  const keepBeating = async () => {
    for await (const _ of setInterval(given.everyMs, undefined, { ref: false })) {
      if (stopping.signal.aborted) return;
      await beat(customer);
      for (const each of waiting) if (book.beats >= each.until) each.resolve();
    }
  };
  const beating = begin(keepBeating());
  return {
    /** Resolves when so many more beats have ended. */
    beats(count: number): Promise<void> {
      const until = book.beats + count;
      return Promise.race([new Promise<void>((resolve) => waiting.add({ until, resolve })), beating]);
    },
    /** Begins an import and a campaign to its contacts, which continue while processes change. */
    beginCampaign: () => void begin(runCampaign(customer, given.contacts)),
    /** Resolves when everything was asked for. */
    async end() {
      stopping.abort();
      await Promise.all(tasks);
    },
  };
}
