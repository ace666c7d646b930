// Clients that speak mutated SMTP, in their own process.
import { serveParent } from '../processes/serve-parent.ts';
import { converse, type MutatedClient, mutatedClients } from './mutated-clients.ts';

/** Clients to run. */
export interface MutationsQuestion {
  port: number;
  seed: number;
  clients: number;
}

/** Below the connections of one network. */
const AT_ONCE = 40;
/** A server waits minutes for a client that stays; a bench does not. */
const LEAVES = { ends: 'ends', vanishes: 'vanishes', stays: 'ends' } as const;

await serveParent(() => ({ answer: speak, stop: () => {} }));

async function speak({ port, seed, clients }: MutationsQuestion): Promise<object> {
  const waiting = mutatedClients(clients, seed);
  const keepSpeaking = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await converse(port, leaving(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepSpeaking));
  return {};
}

const leaving = (client: MutatedClient): MutatedClient => ({ ...client, leaves: LEAVES[client.leaves] });
