// The servers of neighbours.ts, in their own process.
//
//   neighbours-main.js <port> <addresses by manner, as JSON>
import { serveParent } from '../processes/serve-parent.ts';
import { serveNeighbours } from './neighbours.ts';

await serveParent(() => serveNeighbours(Number(process.argv[2]), JSON.parse(process.argv[3] ?? '{}')));
