// The Postgres of `npm start`: started or adopted, watched, and restarted on the same port when it dies, because the
// product's processes keep its address.

import type { LocalStackTools } from '../local-stack-tools.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { startCluster } from './cluster.ts';

const WATCH_MS = 1_000;

/** Starts it and returns its connection string; the teardown stops it. */
export async function supervisePostgres(settings: Settings, tools: LocalStackTools): Promise<string> {
  const { log, say, teardown, closing, hurry, giveUp } = tools;
  const options = { dataDir: settings.dataDir, log, binDir: settings.postgresBinDir };
  let cluster = await startCluster({ ...options, port: 0 });
  if (cluster.adopted) say(`Using the Postgres server of an earlier start (process ${cluster.pid}).`);
  let restarting: Promise<void> | undefined;
  const restart = async () => {
    say('Postgres ended and is restarted.');
    try {
      cluster = await startCluster({ ...options, port: cluster.port });
    } catch (error) {
      giveUp(
        error instanceof StartError ? error : new StartError(`Postgres could not be restarted: ${error}`),
      );
    }
  };
  const watch = setInterval(() => {
    if (restarting || closing.aborted || cluster.isRunning()) return;
    restarting = restart().finally(() => {
      restarting = undefined;
    });
  }, WATCH_MS);
  await teardown.add(async () => {
    clearInterval(watch);
    await restarting;
    hurry.addEventListener('abort', () => cluster.stop('immediate'));
    await cluster.stop(hurry.aborted ? 'immediate' : 'fast');
  });
  return cluster.url;
}
