// The Postgres of a long run: a primary with a synchronous standby, at one address. After a failover the promoted standby gets
// a new standby, a copy of it, so that it can be lost too; what the lost primary had is thrown away.

import { withServer } from '../support/database/database.ts';
import { type FailingServer, startServer, untilStreaming } from '../support/database/standby.ts';
import { createTcpGate } from '../support/net/tcp-gate.ts';

// The soak has a prefix of its own: a run of the tests in another process namespace takes a cluster of its prefix for
// one that was left.
const OPTIONS = { prefix: 'posthorn-soak-' };

/** As docs/high-availability.md has it after a failover: the new primary does not know which pages of indexes are free. */
const vacuum = ({ url }: FailingServer) =>
  withServer(url, async (client) => void (await client.query('VACUUM')));

/** Starts both. */
export async function startPostgresPair() {
  const follow = async (primary: FailingServer) => {
    const standby = await startServer(
      { ...OPTIONS, fill: (directory) => primary.copyTo(directory) },
      primary,
    );
    await untilStreaming(primary.url, true);
    return standby;
  };
  let primary = await startServer(OPTIONS);
  let standby = await follow(primary);
  const gate = await createTcpGate(primary.url);
  gate.open();
  return {
    /** That of the present primary. */
    url: gate.url,
    /** The primary crashes like its machine, and comes back. */
    async crash() {
      await primary.crash();
      await primary.restart();
      await vacuum(primary);
    },
    /** The standby takes the place of the primary, as soon as that is lost. */
    async failOver(lose: (primary: FailingServer) => Promise<void>) {
      const lost = primary;
      await lose(lost);
      await standby.promote();
      gate.leadTo(standby.url);
      primary = standby;
      await vacuum(primary);
      standby = await follow(primary);
      await lost.stop();
    },
    async stop() {
      await gate.close();
      for (const server of [standby, primary]) await server.stop();
    },
  };
}
